/** By what refusals are kept: a MAC of what was typed, so that a copy of the table names nobody. */
import { createHmac } from 'node:crypto';
import type { Identifier } from '../../identity/identifiers.ts';

/** Refusals of one identity that are kept. */
export const KEPT_REFUSALS = 20;
/** Milliseconds after which they are forgotten: 30 days. */
export const REFUSAL_MEMORY = 30 * 24 * 3600 * 1000;

export interface RefusalNames {
  of(identifier: Identifier): Buffer;
}

/** @param key of the console's own */
export const createRefusalNames = (key: Buffer): RefusalNames => ({
  of: ({ kind, value }) => createHmac('sha256', key).update(`refusals|${kind}|${value}`).digest(),
});
