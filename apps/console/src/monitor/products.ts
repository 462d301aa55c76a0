/** The products of the monitoring views: those whose pages report, and those with usage events. */
import type { Client } from '../client/client.ts';
import { Refused, worthRetrying } from '../client/refused.ts';
import { isProduct, ownProduct } from './period.ts';

/** Products that are listed at a time. */
const LISTED = 50;

/** Ignores a busy event store: views that need it report that themselves. */
export const busy = (thrown: unknown): undefined => {
  if (thrown instanceof Refused && worthRetrying(thrown)) return undefined;
  throw thrown;
};

/** The first products by name whose codes begin with `search`. */
export const findProducts = async (
  client: Client,
  search: string,
  signal: AbortSignal,
  limit = LISTED,
): Promise<readonly string[]> => {
  const query = { limit, search };
  // Sample data and products without monitoring reports are known by their usage events only.
  const [monitored, used] = await Promise.all([
    client.call('listMonitorProducts', { query }, signal),
    client.call('listUsageProducts', { query }, signal).catch(busy),
  ]);
  const all = new Set([...monitored.items, ...(used?.items ?? [])]);
  return [...all].filter(isProduct).sort().slice(0, limit);
};

/** Whether a product has reported. Its code is the first of those that begin with it. */
export const isKnown = async (client: Client, product: string, signal: AbortSignal): Promise<boolean> =>
  product !== '' && (await findProducts(client, product, signal, 1)).includes(product);

/**
 * The product that is shown where none is chosen: the one with the most reports of the last days; before there are any, Rollcall's own
 * pages or the first that is known.
 */
export const defaultProduct = async (
  client: Client,
  signal: AbortSignal,
  own = ownProduct(),
): Promise<string> => {
  const scope = await client.call('getMonitorScope', {}, signal).catch(busy);
  if (scope?.product) return scope.product;
  return (await isKnown(client, own, signal)) ? own : ((await findProducts(client, '', signal))[0] ?? own);
};
