/** `/console/monitor/vitals`: web vitals over time, and by page and release, rated by their thresholds. */
import { vitalDevices, vitalNetworks, vitals as vitalNames } from '@rollcall/contract/console';
import { createRoute } from '@tanstack/react-router';
import { matching, searchParams, oneOf } from '../search-params/search-params.ts';
import { monitorParams, rangeOf } from './period.ts';
import { resolveProduct, monitorRoute } from './route.ts';
import { view } from './vitals.view.ts';

const searchSchema = searchParams({
  ...monitorParams,
  page: matching(/^\//, 500),
  release: matching(/^[\w.+-]+$/, 64),
  device: oneOf(['', ...vitalDevices], ''),
  network: oneOf(['', ...vitalNetworks], ''),
  metric: oneOf(vitalNames, 'LCP'),
  as: oneOf(['chart', 'table'], 'chart'),
});

export const vitalsRoute = createRoute({
  getParentRoute: () => monitorRoute,
  path: view.path,
  staticData: { view },
  ...searchSchema.route,
  // one answer holds all pages, metrics and releases
  loaderDeps: ({ search: { product, period, from, to, device, network } }) => ({
    product,
    period,
    from,
    to,
    device,
    network,
  }),
  loader: async ({ context: { client }, deps, parentMatchPromise, abortController: { signal } }) => {
    const resolved = await resolveProduct(client, deps.product, parentMatchPromise, signal);
    const { product } = resolved;
    const { device, network } = deps;
    const now = Date.now();
    const visits = { product, ...rangeOf(deps, now), device, network };
    return { ...resolved, ...(await client.call('getVitals', { query: visits }, signal)), visits, now };
  },
}).lazy(() => import('./vitals.lazy.tsx').then(found => found.route));
