/** `/console/sign-in-clients`: sign-ins by platform, product and version, to find the client that fails. */
import { createRoute } from '@tanstack/react-router';
import { oneOf, searchParams } from '../search-params/search-params.ts';
import { shellRoute } from '../shell/route.ts';
import { periods } from './periods.ts';
import { view } from './sign-in-clients.view.ts';

const DAY = 86_400_000;
const spans = { '24h': DAY, '7d': 7 * DAY, '31d': 31 * DAY } as const;

const searchSchema = searchParams({ period: oneOf(periods, '7d') });

export const signInClientsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: view.path,
  staticData: { view },
  ...searchSchema.route,
  loaderDeps: ({ search: { period } }) => ({ period }),
  loader: ({ context: { client }, deps: { period }, abortController: { signal } }) => {
    const to = Date.now();
    return client.call('getSignInClients', { query: { from: to - spans[period], to } }, signal);
  },
}).lazy(() => import('./sign-in-clients.lazy.tsx').then(found => found.route));
