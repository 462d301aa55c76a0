/** `/console/monitor/vitals`: web vitals by page and release, rated by their thresholds. */
import { vitals as vitalNames } from '@rollcall/contract/console';
import { createRoute } from '@tanstack/react-router';
import { searchParams, oneOf, text } from '../search-params/search-params.ts';
import { monitorParams, rangeOf } from './period.ts';
import { resolveProduct, monitorRoute } from './route.ts';
import { view } from './vitals.view.ts';

const searchSchema = searchParams({
  ...monitorParams,
  release: text('', 64),
  metric: oneOf(vitalNames, 'LCP'),
  as: oneOf(['chart', 'table'], 'chart'),
});

export const vitalsRoute = createRoute({
  getParentRoute: () => monitorRoute,
  path: view.path,
  staticData: { view },
  ...searchSchema.route,
  // one answer holds all metrics and releases
  loaderDeps: ({ search: { product, period, from, to } }) => ({ product, period, from, to }),
  loader: async ({ context: { client }, deps, parentMatchPromise, abortController: { signal } }) => {
    const resolved = await resolveProduct(client, deps.product, parentMatchPromise, signal);
    const query = { product: resolved.product, ...rangeOf(deps, Date.now()) };
    return { ...resolved, ...(await client.call('getVitals', { query }, signal)) };
  },
}).lazy(() => import('./vitals.lazy.tsx').then(found => found.route));
