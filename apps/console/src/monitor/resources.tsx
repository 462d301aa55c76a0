/** `/console/monitor/resources`: files that pages could not load; chunks by their numbers. */
import { createRoute } from '@tanstack/react-router';
import { searchParams, oneOf } from '../search-params/search-params.ts';
import { monitorParams, rangeOf } from './period.ts';
import { resolveProduct, monitorRoute } from './route.ts';
import { view } from './resources.view.ts';

const searchSchema = searchParams({
  ...monitorParams,
  only: oneOf(['chunk', 'all'], 'chunk'),
  as: oneOf(['chart', 'table'], 'chart'),
});

export const resourcesRoute = createRoute({
  getParentRoute: () => monitorRoute,
  path: view.path,
  staticData: { view },
  ...searchSchema.route,
  loaderDeps: ({ search: { product, period, from, to } }) => ({ product, period, from, to }),
  loader: async ({ context: { client }, deps, parentMatchPromise, abortController: { signal } }) => {
    const resolved = await resolveProduct(client, deps.product, parentMatchPromise, signal);
    const query = { product: resolved.product, ...rangeOf(deps, Date.now()) };
    return { ...resolved, ...(await client.call('getResourceFailures', { query }, signal)) };
  },
}).lazy(() => import('./resources.lazy.tsx').then(found => found.route));
