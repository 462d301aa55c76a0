/** `/console/sql`: SQL over the nightly files, its result as a table and as a chart. */
import { createRoute } from '@tanstack/react-router';
import { oneOf, searchParams, text } from '../search-params/search-params.ts';
import { usageRoute } from '../usage/route.tsx';
import { view } from './sql.view.ts';

const searchSchema = searchParams({
  /** The statement that was run last. */
  q: text('', 8192),
  /** The saved statement that it began with. */
  saved: text('', 36),
  as: oneOf(['table', 'chart'], 'table'),
});

export const sqlRoute = createRoute({
  getParentRoute: () => usageRoute,
  path: view.path,
  staticData: { view },
  ...searchSchema.route,
  loader: async ({ context: { client }, abortController: { signal } }) => {
    const [status, saved] = await Promise.all([
      client.call('getUsageSql', {}, signal),
      client.call('listSavedSql', {}, signal),
    ]);
    return { status, saved: saved.items };
  },
}).lazy(() => import('./sql.lazy.tsx').then(found => found.route));
