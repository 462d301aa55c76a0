/** `/console/openid`: the clients that sign people in by OpenID Connect. */
import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../shell/route.ts';
import { view } from './openid.view.ts';

export const openidRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: view.path,
  staticData: { view },
  loader: ({ context: { client }, abortController: { signal } }) =>
    client.call('listOpenidClients', {}, signal),
}).lazy(() => import('./openid.lazy.tsx').then(found => found.route));
