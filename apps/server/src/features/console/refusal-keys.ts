/** By what refusals are kept: a MAC of what was typed, so that a copy of the table names nobody. */
import { createHmac } from 'node:crypto';
import type { Identifier } from '../../identity/identifiers.ts';

/** Refusals of one identity that are kept. */
export const REFUSALS_PER_IDENTIFIER = 20;
/** Milliseconds after which they are forgotten: 30 days. */
export const REFUSAL_RETENTION = 30 * 24 * 3600 * 1000;

export interface RefusalKeys {
  of(identifier: Identifier): Buffer;
}

/** @param key of the console's own */
export const createRefusalKeys = (key: Buffer): RefusalKeys => ({
  of: ({ kind, value }) => createHmac('sha256', key).update(`refusals|${kind}|${value}`).digest(),
});
