/**
 * Names of clients in statistics. Platforms, products and versions can be invented by a sender: those beyond the hourly limit
 * are counted together, but a client that has signed a person in is always named.
 */
import type { Client } from '../../http/client-headers.ts';
import { LruCache } from '../../platform/lru-cache.ts';

/** Clients that are named in an hour, and as many more that have signed a person in; each server counts separately. */
export const NAMED_CLIENTS = 100;

/** Platform, product and version as they are stored; empty: not said. */
export type ClientName = readonly [platform: string, product: string, sdk: string];

/** What counts together. No client can say it: `*` is not well formed. */
export const OTHER_CLIENTS: ClientName = ['*', '*', '*'];

/** Returns the name under which a client's sign-in counts in `hour` (any number that changes with it). */
export const createClientNames = (): ((client: Client, hour: number, signedIn: boolean) => ClientName) => {
  const proven = new LruCache<string, true>(NAMED_CLIENTS);
  let named = new Set<string>();
  let provenNow = new Set<string>();
  let current = 0;
  return ({ platform, product, sdk }, hour, signedIn) => {
    if (hour !== current) {
      current = hour;
      named = new Set();
      provenNow = new Set();
    }
    const name: ClientName = [platform ?? '', product ?? '', sdk ?? ''];
    const key = name.join(' ');
    if (named.has(key)) {
      if (signedIn) proven.set(key, true);
      return name;
    }
    // One account that signs in again and again names no more of them than that either.
    if ((signedIn || proven.get(key)) && (provenNow.has(key) || provenNow.size < NAMED_CLIENTS)) {
      provenNow.add(key);
      proven.set(key, true);
      return name;
    }
    if (named.size >= NAMED_CLIENTS) return OTHER_CLIENTS;
    named.add(key);
    return name;
  };
};
