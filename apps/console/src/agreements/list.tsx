/** `/console/agreements`: all documents with their versions in force. */
import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../shell/route.ts';
import { view } from './list.view.ts';

export const agreementsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: view.path,
  staticData: { view },
  loader: ({ context, abortController }) => context.client.call('listDocuments', {}, abortController.signal),
}).lazy(() => import('./list.lazy.tsx').then(found => found.route));
