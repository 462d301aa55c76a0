/** What a client says of itself in the headers of the specification's section 3. It is logged, and trusted for nothing. */
import type { IncomingHttpHeaders } from 'node:http';
import { headers } from '@rollcall/contract';
import { maskText } from '../platform/mask.ts';

/** Property of the log line by header. */
const logged = {
  pid: headers.pid,
  product: headers.productCode,
  platform: headers.platform,
  client: headers.clientId,
  sdk: headers.sdkVersion,
  net: headers.net,
  auth_version: headers.authVersion,
} as const;

export type ClientFacts = { readonly [F in keyof typeof logged]?: string };

const names = Object.entries(logged).map(([fact, header]) => [fact, header.toLowerCase()] as const);

/** Ids, versions and kinds of network; whatever else stands there is not ours, and none of it reaches the log. */
const WELL_FORMED = /^[\w.+-]{1,64}$/;

/** The facts by which a failing client is found, as they are kept with sessions and in statistics; null: not said. */
export interface Client {
  /** Such as `web` or `app`. */
  readonly platform: string | null;
  /** The product code. */
  readonly product: string | null;
  /** The version of the account library. */
  readonly sdk: string | null;
  /** Others use the device too, as it says or by its network: a session that begins there lives hours. @default false */
  readonly shared?: boolean;
  /** The origin of the page, as its browser says; it is not kept. */
  readonly origin?: string | undefined;
}

/**
 * Personal data in place of a fact is masked: no client has a reason to send it here.
 * @param shared see `isSharedCall`
 */
export const clientOf = (request: IncomingHttpHeaders, shared: boolean): Client => {
  const facts = clientFacts(request);
  const kept = (fact: 'platform' | 'product' | 'sdk'): string | null => {
    const value = facts?.[fact];
    return value === undefined ? null : maskText(value);
  };
  return {
    platform: kept('platform'),
    product: kept('product'),
    sdk: kept('sdk'),
    shared,
    origin: request.origin,
  };
};

/** @returns the facts that are well formed; undefined where there are none */
export const clientFacts = (request: IncomingHttpHeaders): ClientFacts | undefined => {
  const found: Record<string, string> = {};
  for (const [fact, header] of names) {
    const value = request[header];
    if (typeof value === 'string' && WELL_FORMED.test(value)) found[fact] = value;
  }
  return Object.keys(found).length > 0 ? found : undefined;
};
