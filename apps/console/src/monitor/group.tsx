/** `/console/monitor/errors/ID`: an error group with its stack trace, releases, and count over time. */
import { createRoute } from '@tanstack/react-router';
import { searchParams, queryParams, oneOf } from '../search-params/search-params.ts';
import { monitorParams, rangeOf } from './period.ts';
import { monitorRoute } from './route.ts';
import { view } from './group.view.ts';

const { period, from, to } = monitorParams;
const searchSchema = searchParams({ period, from, to, as: oneOf(['chart', 'table'], 'chart') });

export const groupRoute = createRoute({
  getParentRoute: () => monitorRoute,
  path: view.path,
  staticData: { view },
  ...searchSchema.route,
  loaderDeps: ({ search }) => queryParams(search),
  loader: async ({ context: { client }, params: { id }, deps, abortController: { signal } }) => {
    const range = rangeOf(deps, Date.now());
    return { ...(await client.call('getErrorGroup', { query: { id, ...range } }, signal)), range };
  },
}).lazy(() => import('./group.lazy.tsx').then(found => found.route));
