/** `/console/import`: the files of the last 30 days, and where the next one is chosen. */
import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../shell/route.ts';
import { view } from './imports.view.ts';

export const importsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: view.path,
  staticData: { view },
  loader: async ({ context: { client }, abortController: { signal } }) => {
    const [{ items }, people] = await Promise.all([
      client.call('listImports', {}, signal),
      client.call('listPeople', { query: { limit: 1 } }, signal),
    ]);
    return { items, pid: items[0]?.pid ?? people.items[0]?.pid ?? '' };
  },
  staleTime: 0,
}).lazy(() => import('./imports.lazy.tsx').then(found => found.route));
