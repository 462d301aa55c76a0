/** `/console/service-tokens`: the keys of other software, made and ended here. */
import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../shell/route.ts';
import { view } from './service-tokens.view.ts';

export const serviceTokensRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: view.path,
  staticData: { view },
  loader: async ({ context: { client }, abortController: { signal } }) => ({
    ...(await client.call('listServiceTokens', {}, signal)),
    at: Date.now(),
  }),
}).lazy(() => import('./service-tokens.lazy.tsx').then(found => found.route));
