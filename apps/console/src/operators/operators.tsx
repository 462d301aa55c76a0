/** `/console/operators`: the operators with their roles, and open invitations. */
import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../shell/route.ts';
import { view } from './operators.view.ts';

export const operatorsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: view.path,
  staticData: { view },
  loader: async ({ context: { client }, abortController: { signal } }) => {
    const [operators, invitations] = await Promise.all([
      client.call('listOperators', {}, signal),
      client.call('listInvitations', {}, signal),
    ]);
    return { operators, invitations };
  },
}).lazy(() => import('./operators.lazy.tsx').then(found => found.route));
