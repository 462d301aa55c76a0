/** What all monitoring views share: which products there are to ask about, and whether sample data is among them. */
import { createRoute, Outlet } from '@tanstack/react-router';
import type { Client } from '../client/client.ts';
import { Refused, worthRetrying } from '../client/refused.ts';
import { shellRoute } from '../shell/route.ts';
import { productOf } from './period.ts';

export interface MonitorScope {
  readonly products: readonly string[];
  readonly sample: boolean;
}

/** Where the event store has no time, its views say so themselves; those that don't need it go on without. */
const busy = (thrown: unknown): undefined => {
  if (thrown instanceof Refused && worthRetrying(thrown)) return undefined;
  throw thrown;
};

export const monitorRoute = createRoute({
  getParentRoute: () => shellRoute,
  id: 'monitor',
  loader: async ({ context: { client }, abortController: { signal } }): Promise<MonitorScope> => {
    const [{ products }, scope] = await Promise.all([
      client.call('listMonitorProducts', {}, signal),
      client.call('getUsageScope', {}, signal).catch(busy),
    ]);
    // Of sample data no release was heard; a page may also report what is done on it, and no trouble yet.
    return {
      products: [...new Set([...products, ...(scope?.products ?? [])])].sort(),
      sample: scope?.sample ?? false,
    };
  },
  component: Outlet,
});

/** The product that a view asks about, and whether sample data is counted in its reports. */
export const resolveProduct = async (
  client: Client,
  chosen: string,
  parent: Promise<{ readonly loaderData?: MonitorScope | undefined }>,
  signal: AbortSignal,
): Promise<{ product: string; sampled: boolean }> => {
  const scope = (await parent).loaderData ?? { products: [], sample: false };
  const product = productOf(chosen, scope.products);
  if (!scope.sample) return { product, sampled: false };
  // the sample's visits report events with the same product
  const keys = await client
    .call('listUsageKeys', { query: { product, sample: 'only', top: 1 } }, signal)
    .catch(busy);
  return { product, sampled: keys?.sample ?? false };
};
