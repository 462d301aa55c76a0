/** `/console/quarantine`: reported records that could not be stored, newest first, each with its reason. */
import { createRoute } from '@tanstack/react-router';
import { searchParams, text } from '../search-params/search-params.ts';
import { shellRoute } from '../shell/route.ts';
import { view } from './quarantine.view.ts';

const searchSchema = searchParams({ cursor: text('', 600) });

export const quarantineRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: view.path,
  staticData: { view },
  ...searchSchema.route,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { client }, deps: { cursor }, abortController: { signal } }) =>
    client.call('listUsageQuarantine', { query: { cursor } }, signal),
}).lazy(() => import('./quarantine.lazy.tsx').then(found => found.route));
