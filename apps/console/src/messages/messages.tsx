/** `/console/messages`: messages sent, failed and limited, and the budgets. */
import { createRoute } from '@tanstack/react-router';
import { searchParams, queryParams, oneOf, text } from '../search-params/search-params.ts';
import { shellRoute } from '../shell/route.ts';
import { view } from './messages.view.ts';

const HOUR = 3_600_000;
const spans = { '24h': 24 * HOUR, '7d': 7 * 24 * HOUR, '31d': 31 * 24 * HOUR } as const;
const channels = ['', 'sms', 'voice', 'email'] as const;

const searchSchema = searchParams({
  period: oneOf(['24h', '7d', '31d'], '24h'),
  channel: oneOf(channels, ''),
  sender: text('', 40),
  purpose: text('', 40),
  as: oneOf(['chart', 'table'], 'chart'),
  cursor: text('', 600),
});

export const messagesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: view.path,
  staticData: { view },
  ...searchSchema.route,
  loaderDeps: ({ search }) => queryParams(search),
  loader: async ({ context: { client }, deps, abortController: { signal } }) => {
    const { sender, purpose, channel, cursor } = deps;
    const now = Date.now();
    const [counts, failures, budget] = await Promise.all([
      client.call(
        'getMessageCounts',
        { query: { from: now - spans[deps.period], to: now, sender, purpose, channel } },
        signal,
      ),
      client.call('listMessageFailures', { query: { limit: 20, sender, cursor } }, signal),
      client.call('getMessageBudget', {}, signal),
    ]);
    return { counts, failures, budget };
  },
}).lazy(() => import('./messages.lazy.tsx').then(found => found.route));
