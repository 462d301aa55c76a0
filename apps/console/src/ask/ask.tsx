/** `/console/ask`: a question and its answer. The whole question stands in the address. */
import { createRoute } from '@tanstack/react-router';
import { oneOf, searchParams, text } from '../search-params/search-params.ts';
import { usageRoute } from '../usage/route.tsx';
import { view } from './ask.view.ts';

const searchSchema = searchParams({
  /** The question's text; empty: the usual trend. */
  q: text('', 8192),
  /** The saved question that it began with. */
  saved: text('', 36),
  as: oneOf(['chart', 'table'], 'chart'),
});

export const askRoute = createRoute({
  getParentRoute: () => usageRoute,
  path: view.path,
  staticData: { view },
  ...searchSchema.route,
  loaderDeps: ({ search }) => ({ saved: search.saved }),
  loader: async ({ context: { client }, deps: { saved }, abortController: { signal } }) => {
    const keptOne = async () => {
      if (saved === '') return undefined;
      const [question, { items, webhook }, { channels }] = await Promise.all([
        client.call('getSavedQuestion', { query: { id: saved } }, signal),
        client.call('listQuestionAlerts', { query: { question: saved } }, signal),
        client.call('listAlertChannels', {}, signal),
      ]);
      return { question, alerts: items, channels, webhook };
    };
    const [cohorts, dashboards, kept] = await Promise.all([
      client.call('listCohorts', {}, signal),
      client.call('listDashboards', {}, signal),
      keptOne(),
    ]);
    return { cohorts: cohorts.items, dashboards: dashboards.items, kept };
  },
}).lazy(() => import('./ask.lazy.tsx').then(found => found.route));
