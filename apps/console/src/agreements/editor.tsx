/** `/console/agreements/edit`: edits a draft in both languages with a preview, saves, publishes and discards it. */
import { createRoute } from '@tanstack/react-router';
import { searchParams, text as textParam } from '../search-params/search-params.ts';
import { shellRoute } from '../shell/route.ts';
import { loadDraft } from './draft.ts';
import { view } from './editor.view.ts';

const searchSchema = searchParams({ code: textParam('', 64), pid: textParam('', 64) });

export const editorRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: view.path,
  staticData: { view },
  ...searchSchema.route,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps, abortController }) => ({
    ...(await loadDraft(context.client, deps.code, deps.pid, abortController.signal)),
    readAt: Date.now(),
  }),
  // reloading in the background would overwrite what is being written
  staleTime: Infinity,
  gcTime: 0,
}).lazy(() => import('./editor.lazy.tsx').then(found => found.route));
