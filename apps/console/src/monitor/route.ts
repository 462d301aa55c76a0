/** The parent route of the monitoring views: loads the known products, and whether there is sample data. */
import { createRoute, Outlet } from '@tanstack/react-router';
import type { Client } from '../client/client.ts';
import { Refused, worthRetrying } from '../client/refused.ts';
import { shellRoute } from '../shell/route.ts';
import { productOf } from './period.ts';

export interface MonitorScope {
  readonly products: readonly string[];
  readonly sample: boolean;
}

/** Ignores a busy event store: views that need it report that themselves. */
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
    // sample data and products without monitoring reports are known by their usage events only
    return {
      products: [...new Set([...products, ...(scope?.products ?? [])])].sort(),
      sample: scope?.sample ?? false,
    };
  },
  component: Outlet,
});

/** The product of a view, and whether its reports include sample data. */
export const resolveProduct = async (
  client: Client,
  chosen: string,
  parent: Promise<{ readonly loaderData?: MonitorScope | undefined }>,
  signal: AbortSignal,
): Promise<{ product: string; sampled: boolean }> => {
  const scope = (await parent).loaderData ?? { products: [], sample: false };
  const product = productOf(chosen, scope.products);
  if (!scope.sample) return { product, sampled: false };
  // sample visits report usage events of the same product
  const keys = await client
    .call('listUsageKeys', { query: { product, sample: 'only', top: 1 } }, signal)
    .catch(busy);
  return { product, sampled: keys?.sample ?? false };
};
