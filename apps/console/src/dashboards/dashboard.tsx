/** `/console/dashboards/$id`: the tiles of a dashboard, with one period and filter for all, and to whom it is sent. */
import { createRoute } from '@tanstack/react-router';
import { usageRoute } from '../usage/route.tsx';
import { Refused } from '../client/refused.ts';
import { view } from './dashboard.view.ts';

export const dashboardRoute = createRoute({
  getParentRoute: () => usageRoute,
  path: view.path,
  staticData: { view },
  loader: async ({ context: { client, operator }, params: { id }, abortController: { signal } }) => {
    const sendingOf = async () => {
      // The addresses are shown to admins alone.
      if (operator.role !== 'admin') return undefined;
      const [{ items, mail }, { channels }] = await Promise.all([
        client.call('listSubscriptions', { query: { dashboard: id } }, signal),
        client.call('listAlertChannels', {}, signal),
      ]);
      return { subscriptions: items, mail, channels };
    };
    const [{ dashboard }, { items }, sending] = await Promise.all([
      client.call('getDashboard', { query: { id } }, signal),
      client.call('listCohorts', {}, signal),
      sendingOf(),
    ]);
    if (!dashboard) throw new Refused('NotFound');
    return { dashboard, cohorts: items, sending };
  },
}).lazy(() => import('./dashboard.lazy.tsx').then(found => found.route));
