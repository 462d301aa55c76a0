/** `/console/agreements/CODE`: the versions of a document, and the signatures of one of them. */
import { createRoute } from '@tanstack/react-router';
import { searchParams, text, whole as wholeParam } from '../search-params/search-params.ts';
import { shellRoute } from '../shell/route.ts';
import { view } from './document.view.ts';

const searchSchema = searchParams({
  pid: text('', 64),
  /** Id of the version whose signatures are listed; 0: the one in force. */
  of: wholeParam(0, 0, 2_147_483_647),
  cursor: text('', 600),
});

export const documentRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: view.path,
  staticData: { view },
  ...searchSchema.route,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { client }, params: { code }, deps, abortController: { signal } }) => {
    const versions = await client.call(
      'listDocumentVersions',
      { query: { code, limit: 200, pid: deps.pid } },
      signal,
    );
    const shown = versions.items.find(({ id }) => id === deps.of) ?? versions.items[0];
    const signatures = shown
      ? await client.call('listSignatures', { query: { id: shown.id, cursor: deps.cursor } }, signal)
      : { items: [], next: null };
    return { versions: versions.items, shown, signatures };
  },
}).lazy(() => import('./document.lazy.tsx').then(found => found.route));
