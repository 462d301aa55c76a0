/** `/console/webhooks`: where the school's other software is told of accounts. */
import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../shell/route.ts';
import { view } from './webhooks.view.ts';

export const webhooksRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: view.path,
  staticData: { view },
  loader: ({ context: { client }, abortController: { signal } }) => client.call('listWebhooks', {}, signal),
}).lazy(() => import('./webhooks.lazy.tsx').then(found => found.route));
