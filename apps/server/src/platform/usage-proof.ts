/**
 * The proof that a page holds a token of an account: a claim of the access token, sent with records of consent, which are the account's
 * by it. The same for all tokens of the account, and good for nothing else.
 */
import { timingSafeEqual } from 'node:crypto';
import { macOf } from './digest.ts';

const BYTES = 16;

const proofOf = (key: Buffer, accountId: string): Buffer => macOf(key, accountId).subarray(0, BYTES);

export const usageProof = (key: Buffer, accountId: string): string =>
  proofOf(key, accountId).toString('base64url');

/** @param keys of the current secret, and of the one before while it is changed */
export const isUsageProof = (keys: readonly Buffer[], accountId: string, proof: string): boolean => {
  const given = Buffer.from(proof, 'base64url');
  return given.length === BYTES && keys.some(key => timingSafeEqual(proofOf(key, accountId), given));
};
