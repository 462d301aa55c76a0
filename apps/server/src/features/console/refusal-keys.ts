/** Keys of stored refusals: an HMAC of the identifier, so that a copy of the table reveals no identifiers. */
import { createHmac } from 'node:crypto';
import type { Identifier } from '../../platform/identifier.ts';

/** Maximum number of stored refusals for one identifier. */
export const REFUSALS_PER_IDENTIFIER = 20;
/** Retention of refusals in ms: 30 days. */
export const REFUSAL_RETENTION = 30 * 24 * 3600 * 1000;

export interface RefusalKeys {
  of(identifier: Identifier): Buffer;
  /** Also under the previous secret. */
  accepted(identifier: Identifier): readonly Buffer[];
}

/** @param keys the console's derived keys, the current one first */
export const createRefusalKeys = (keys: readonly [Buffer, ...Buffer[]]): RefusalKeys => {
  const macOf = (key: Buffer, { kind, value }: Identifier) =>
    createHmac('sha256', key).update(`refusals|${kind}|${value}`).digest();
  return {
    of: identifier => macOf(keys[0], identifier),
    accepted: identifier => keys.map(key => macOf(key, identifier)),
  };
};
