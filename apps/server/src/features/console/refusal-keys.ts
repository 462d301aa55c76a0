/** Keys of stored refusals: an HMAC of the identifier, so that a copy of the table reveals no identifiers. */
import { createHmac } from 'node:crypto';
import type { Identifier } from '../../platform/identifier.ts';

/** Maximum number of stored refusals for one identifier. */
export const REFUSALS_PER_IDENTIFIER = 20;
/** Retention of refusals in ms: 30 days. */
export const REFUSAL_RETENTION = 30 * 24 * 3600 * 1000;

export interface RefusalKeys {
  of(identifier: Identifier): Buffer;
}

/** @param key the console's derived key */
export const createRefusalKeys = (key: Buffer): RefusalKeys => ({
  of: ({ kind, value }) => createHmac('sha256', key).update(`refusals|${kind}|${value}`).digest(),
});
