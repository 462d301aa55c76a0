/** The parent route of the monitoring views: the product without a choice, and whether there is sample data. */
import { createRoute, Outlet } from '@tanstack/react-router';
import type { Client } from '../client/client.ts';
import { shellRoute } from '../shell/route.ts';
import { isProduct } from './period.ts';
import { busy, defaultProduct, isKnown } from './products.ts';

export interface MonitorScope {
  /** The product of a view where none is chosen. */
  readonly product: string;
  readonly sample: boolean;
}

export const monitorRoute = createRoute({
  getParentRoute: () => shellRoute,
  id: 'monitor',
  loader: async ({ context: { client }, abortController: { signal } }): Promise<MonitorScope> => {
    const [product, scope] = await Promise.all([
      defaultProduct(client, signal),
      client.call('getUsageScope', {}, signal).catch(busy),
    ]);
    return { product, sample: scope?.sample ?? false };
  },
  component: Outlet,
});

/** The product of a view, whether it has reported, and whether its reports include sample data. */
export const resolveProduct = async (
  client: Client,
  chosen: string,
  parent: Promise<{ readonly loaderData?: MonitorScope | undefined }>,
  signal: AbortSignal,
): Promise<{ product: string; known: boolean; sampled: boolean }> => {
  const scope = (await parent).loaderData ?? { product: '', sample: false };
  const product = isProduct(chosen) ? chosen : scope.product;
  const [known, keys] = await Promise.all([
    isKnown(client, product, signal),
    // sample visits report usage events of the same product
    scope.sample
      ? client.call('listUsageKeys', { query: { product, sample: 'only', top: 1 } }, signal).catch(busy)
      : undefined,
  ]);
  return { product, known, sampled: keys?.sample ?? false };
};
