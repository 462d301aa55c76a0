/** Digests and MACs. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** SHA-256. For a token of random bits, too: no slow hash is needed. */
export const sha256 = (content: string | Buffer): Buffer => createHash('sha256').update(content).digest();

/** HMAC-SHA-256 of a text. */
export const macOf = (key: Buffer | string, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest();

/** Compares in a time that depends on the lengths alone. */
export const isSame = (one: Buffer, other: Buffer): boolean =>
  one.length === other.length && timingSafeEqual(one, other);

/** Whether a MAC of the text is by one of the keys. */
export const isMacOf = (keys: readonly (Buffer | string)[], text: string, mac: Buffer): boolean =>
  keys.some(key => isSame(macOf(key, text), mac));
