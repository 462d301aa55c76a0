/** `/console/human-verification`: the rule of each scene, and the health of the vendors. */
import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../shell/route.ts';
import { view } from './verification.view.ts';

export const verificationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: view.path,
  staticData: { view },
  loader: async ({ context: { client }, abortController: { signal } }) => {
    const [{ rules, vendors }, health, counts] = await Promise.all([
      client.call('listVerificationRules', {}, signal),
      client.call('getVerificationHealth', {}, signal),
      client.call('getVerificationCounts', { query: {} }, signal),
    ]);
    return { rules, vendors, health, counts };
  },
}).lazy(() => import('./verification.lazy.tsx').then(found => found.route));
