/** `/console/monitor/errors`: groups of the same script error, searched, sorted and paged by the server. */
import { groupOrders, groupStatuses } from '@rollcall/contract/console';
import { createRoute } from '@tanstack/react-router';
import { searchParams, oneOf, text } from '../search-params/search-params.ts';
import { resolveProduct, monitorRoute } from './route.ts';
import { view } from './errors.view.ts';

const searchSchema = searchParams({
  status: oneOf(['all', ...groupStatuses], 'open'),
  only: oneOf(['all', 'new'], 'all'),
  q: text('', 200),
  sort: oneOf(groupOrders, 'last_seen'),
  order: oneOf(['descending', 'ascending'], 'descending'),
  cursor: text('', 600),
});

export const errorsRoute = createRoute({
  getParentRoute: () => monitorRoute,
  path: view.path,
  staticData: { view },
  ...searchSchema.route,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { client }, deps, parentMatchPromise, abortController: { signal } }) => {
    const resolved = await resolveProduct(client, deps.product, parentMatchPromise, signal);
    const { status, only, q, sort, order, cursor } = deps;
    const query = {
      product: resolved.product,
      sort,
      order,
      status: status === 'all' ? undefined : status,
      newest: only === 'new' ? true : undefined,
      q: q.trim(),
      cursor,
    };
    return { ...resolved, ...(await client.call('listErrorGroups', { query }, signal)) };
  },
}).lazy(() => import('./errors.lazy.tsx').then(found => found.route));
