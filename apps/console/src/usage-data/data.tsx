/** `/console/data`: starts exports and erasures of usage data, and lists them with their progress. */
import { createRoute } from '@tanstack/react-router';
import { searchParams, text } from '../search-params/search-params.ts';
import { shellRoute } from '../shell/route.ts';
import { view } from './data.view.ts';

const searchSchema = searchParams({ subject: text('', 128), cursor: text('', 600) });

export const dataRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: view.path,
  staticData: { view },
  ...searchSchema.route,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { client }, deps: { subject, cursor }, abortController: { signal } }) =>
    client.call('listUsageData', { query: { subject, cursor } }, signal),
  staleTime: 0,
}).lazy(() => import('./data.lazy.tsx').then(found => found.route));
