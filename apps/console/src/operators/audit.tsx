/** `/console/audit`: the audit log of operators' actions, newest first unless it is sorted. */
import { auditOrders } from '@rollcall/contract/console';
import { createRoute } from '@tanstack/react-router';
import { searchParams, day, oneOf, text } from '../search-params/search-params.ts';
import { dayEnd, dayStart } from '../zone.ts';
import { shellRoute } from '../shell/route.ts';
import { view } from './audit.view.ts';

const searchSchema = searchParams({
  act: text('', 80),
  by: text('', 36),
  subject: text('', 200),
  from: day(),
  to: day(),
  sort: oneOf(auditOrders, 'at'),
  order: oneOf(['descending', 'ascending'], 'descending'),
  cursor: text('', 600),
});

export const auditRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: view.path,
  staticData: { view },
  ...searchSchema.route,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { client }, deps, abortController: { signal } }) => {
    const [page, operators, tokens] = await Promise.all([
      client.call(
        'listAudit',
        {
          query: {
            sort: deps.sort,
            order: deps.order,
            act: deps.act,
            operator_id: deps.by,
            subject: deps.subject,
            from: dayStart(deps.from),
            to: dayEnd(deps.to),
            cursor: deps.cursor,
          },
        },
        signal,
      ),
      client.call('listOperators', {}, signal),
      client.call('listServiceTokens', {}, signal),
    ]);
    return { page, callers: [...operators, ...tokens.items] };
  },
}).lazy(() => import('./audit.lazy.tsx').then(found => found.route));
