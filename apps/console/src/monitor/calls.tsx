/** `/console/monitor`: outcomes and latency of calls, as browsers measured them. */
import { createRoute } from '@tanstack/react-router';
import { searchParams, queryParams, oneOf, text } from '../search-params/search-params.ts';
import { monitorParams, rangeOf } from './period.ts';
import { resolveProduct, monitorRoute } from './route.ts';
import { callOrders } from './tables.ts';
import { view } from './calls.view.ts';

/** The query parameter of a release; empty if the text can't be one. */
const releaseOf = (release: string): { release?: string } =>
  /^[\w.+-]{1,64}$/.test(release) ? { release } : {};

const searchSchema = searchParams({
  ...monitorParams,
  release: text('', 64),
  show: oneOf(['success', 'latency'], 'success'),
  sort: oneOf(callOrders, 'total'),
  as: oneOf(['chart', 'table'], 'chart'),
});

export const callsRoute = createRoute({
  getParentRoute: () => monitorRoute,
  path: view.path,
  staticData: { view },
  ...searchSchema.route,
  loaderDeps: ({ search }) => queryParams(search),
  loader: async ({ context: { client }, deps, parentMatchPromise, abortController: { signal } }) => {
    const resolved = await resolveProduct(client, deps.product, parentMatchPromise, signal);
    const query = { product: resolved.product, ...rangeOf(deps, Date.now()) };
    const [health, vitals] = await Promise.all([
      client.call('getCallHealth', { query: { ...query, ...releaseOf(deps.release) } }, signal),
      // every page load reports vitals, so these list all releases
      client.call('getVitals', { query }, signal),
    ]);
    return {
      ...resolved,
      calls: health.calls,
      releases: [...new Set(vitals.vitals.map(({ release }) => release))],
    };
  },
}).lazy(() => import('./calls.lazy.tsx').then(found => found.route));
