/** `/console/dashboards/$id`: the tiles of a dashboard, with one period and filter for all. */
import { createRoute } from '@tanstack/react-router';
import { usageRoute } from '../usage/route.tsx';
import { Refused } from '../client/refused.ts';
import { view } from './dashboard.view.ts';

export const dashboardRoute = createRoute({
  getParentRoute: () => usageRoute,
  path: view.path,
  staticData: { view },
  loader: async ({ context: { client }, params: { id }, abortController: { signal } }) => {
    const [{ dashboard }, { items }] = await Promise.all([
      client.call('getDashboard', { query: { id } }, signal),
      client.call('listCohorts', {}, signal),
    ]);
    if (!dashboard) throw new Refused('NotFound');
    return { dashboard, cohorts: items };
  },
}).lazy(() => import('./dashboard.lazy.tsx').then(found => found.route));
