/** `/console/webhooks/ID`: one webhook, and its messages with the tries of each. */
import { webhookDeliveryStates } from '@rollcall/contract/console';
import { createRoute, notFound } from '@tanstack/react-router';
import { oneOf, searchParams, text } from '../search-params/search-params.ts';
import { shellRoute } from '../shell/route.ts';
import { view } from './webhook.view.ts';

const searchSchema = searchParams({
  state: oneOf(['', ...webhookDeliveryStates], ''),
  cursor: text('', 600),
});

export const webhookRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: view.path,
  staticData: { view },
  ...searchSchema.route,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { client }, params: { id }, deps, abortController: { signal } }) => {
    const { origins, items } = await client.call('listWebhooks', {}, signal);
    const webhook = items.find(item => item.id === id);
    if (!webhook) throw notFound();
    const { state, cursor } = deps;
    const page = await client.call('listWebhookDeliveries', { query: { id, state, cursor } }, signal);
    return { origins, webhook, page };
  },
}).lazy(() => import('./webhook.lazy.tsx').then(found => found.route));
