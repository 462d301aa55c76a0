/** `/console/import/…`: what a file would do, its faults, the act with its progress, its undoing, and the papers. */
import { createRoute } from '@tanstack/react-router';
import { searchParams, text } from '../search-params/search-params.ts';
import { shellRoute } from '../shell/route.ts';
import { view } from './import.view.ts';

const searchSchema = searchParams({ cursor: text('', 600) });

export const importRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: view.path,
  staticData: { view },
  ...searchSchema.route,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { client }, params: { id }, deps: { cursor }, abortController: { signal } }) => {
    const [row, faults] = await Promise.all([
      client.call('getImport', { query: { id } }, signal),
      client.call('listImportFaults', { query: { id, cursor } }, signal),
    ]);
    return { row, faults };
  },
  staleTime: 0,
}).lazy(() => import('./import.lazy.tsx').then(found => found.route));
