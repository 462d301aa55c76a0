/** `/console/dashboards`: the dashboards, the saved questions and the cohorts. */
import { createRoute } from '@tanstack/react-router';
import { usageRoute } from '../usage/route.tsx';
import { view } from './dashboards.view.ts';

export const dashboardsRoute = createRoute({
  getParentRoute: () => usageRoute,
  path: view.path,
  staticData: { view },
  loader: async ({ context: { client }, abortController: { signal } }) => {
    const [dashboards, questions, cohorts] = await Promise.all([
      client.call('listDashboards', {}, signal),
      client.call('listSavedQuestions', {}, signal),
      client.call('listCohorts', {}, signal),
    ]);
    return { dashboards: dashboards.items, questions: questions.items, cohorts: cohorts.items };
  },
}).lazy(() => import('./dashboards.lazy.tsx').then(found => found.route));
