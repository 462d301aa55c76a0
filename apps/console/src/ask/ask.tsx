/** `/console/ask`: a question and its answer. The whole question stands in the address. */
import { readQuestion, writeQuestion } from '@rollcall/contract/console';
import { createRoute, redirect } from '@tanstack/react-router';
import { oneOf, searchParams, text } from '../search-params/search-params.ts';
import { usageRoute } from '../usage/route.tsx';
import { view } from './ask.view.ts';
import { withProduct } from './edits.ts';

const searchSchema = searchParams({
  /** The question's text without its product, which is the frame's; empty: the saved one, or the usual trend. */
  q: text('', 8192),
  /** The saved question that it began with. */
  saved: text('', 36),
  as: oneOf(['chart', 'table'], 'chart'),
});

/** A question that names a product sets the frame's: the address has it in one place. */
const setProduct = (text: string, search: (typeof searchSchema)['defaults']): void => {
  const { question } = readQuestion(text);
  const { product } = question?.population ?? {};
  if (!question || product === undefined) return;
  const q = writeQuestion(withProduct(question, ''));
  throw redirect({ to: view.path, search: { ...search, product, q }, replace: true });
};

export const askRoute = createRoute({
  getParentRoute: () => usageRoute,
  path: view.path,
  staticData: { view },
  ...searchSchema.route,
  beforeLoad: ({ search }) => {
    if (search.q !== '') setProduct(search.q, search);
  },
  loaderDeps: ({ search: { q, saved, as } }) => ({ saved, as, asSaved: q === '' }),
  loader: async ({ context: { client }, deps: { saved, as, asSaved }, abortController: { signal } }) => {
    const keptOne = async () => {
      if (saved === '') return undefined;
      const [question, { items, webhook }, { channels }] = await Promise.all([
        client.call('getSavedQuestion', { query: { id: saved } }, signal),
        client.call('listQuestionAlerts', { query: { question: saved } }, signal),
        client.call('listAlertChannels', {}, signal),
      ]);
      if (asSaved) setProduct(question.question, { q: '', saved, as });
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
