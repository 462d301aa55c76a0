/** `/console/account`: the operator's own second factors, password and sessions. */
import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../shell/route.ts';
import { view } from './account.view.ts';

export const accountRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: view.path,
  staticData: { view },
  loader: async ({ context: { client }, abortController: { signal } }) => {
    const [sessions, factors] = await Promise.all([
      client.call('listOwnSessions', {}, signal),
      client.call('getOwnSecondFactors', {}, signal),
    ]);
    return { sessions, factors };
  },
}).lazy(() => import('./account.lazy.tsx').then(found => found.route));
