/**
 * The built-in challenge, by ALTCHA's second protocol and its own library: the browser derives keys (PBKDF2/SHA-256)
 * from a nonce and a counter until one begins with the wanted prefix. The server knows the counter, derives that one
 * key, and signs both the parameters and the key, so that checking a solution costs two HMACs. It makes requests
 * expensive for programs; it does not prove that a person sends them.
 *
 * Each challenge names its attempt, and the attempt's row is deleted when a solution is first checked, so that no server
 * accepts a solution twice. A challenge expires with its attempt, by the server's clock; ALTCHA's own `expiresAt` is
 * compared with the machine's.
 */
import { createHash, createHmac, randomInt } from 'node:crypto';
import type { AltchaChallenge, BodyOf, checkAltcha } from '@rollcall/contract';
import { type Challenge, createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Level } from './risk.ts';

/** Rounds of one derivation: a millisecond or two of a processor. */
const COST = 5_000;

/** How many keys a browser derives: from, and up to. */
export const work: Readonly<Record<Level, readonly [number, number]>> = {
  low: [10, 20],
  raised: [40, 120],
  high: [400, 1_200],
};

export type AltchaAnswer = Pick<BodyOf<typeof checkAltcha>, 'challenge' | 'solution'>;

export interface Altcha {
  /** A fresh challenge for this attempt; `level` sets how much work it is. */
  create(attempt: string, level: Level): Promise<AltchaChallenge>;
  /** Whether the challenge says that it is this attempt's; its signature is not checked. */
  isOf(challenge: AltchaChallenge, attempt: string): boolean;
  /** Whether it is the solution of a challenge that was made for this very attempt. Never throws. */
  check(answer: AltchaAnswer, attempt: string): Promise<boolean>;
}

/** The attempt's token itself opens something; a digest of it does not. */
const nameOf = (attempt: string): string => createHash('sha256').update(attempt).digest('base64url');

/** @param keys of 32 bytes each: the first signs, all are accepted */
export const createAltcha = (keys: readonly [Buffer, ...Buffer[]]): Altcha => {
  const secretOf = (key: Buffer, use: string): string => createHmac('sha256', key).update(use).digest('hex');
  const secretsOf = (key: Buffer) => ({
    deriveKey,
    hmacSignatureSecret: secretOf(key, 'challenge'),
    hmacKeySignatureSecret: secretOf(key, 'key'),
  });
  const accepted = keys.map(secretsOf);
  const isOf: Altcha['isOf'] = (challenge, attempt) =>
    (challenge as Challenge).parameters.data?.['attempt'] === nameOf(attempt);

  return {
    isOf,
    create: async (attempt, level) => {
      const [from, to] = work[level];
      const { parameters, signature = '' } = await createChallenge({
        ...secretsOf(keys[0]),
        algorithm: 'PBKDF2/SHA-256',
        cost: COST,
        counter: randomInt(from, to + 1),
        data: { attempt: nameOf(attempt) },
      });
      return { parameters: { ...parameters }, signature };
    },

    check: async ({ challenge, solution }, attempt) => {
      const { counter, derivedKey } = solution;
      const given = challenge as Challenge;
      try {
        const found = await Promise.all(
          accepted.map(secrets =>
            verifySolution({ ...secrets, challenge: given, solution: { counter, derivedKey } }),
          ),
        );
        const verified = found.some(one => one.verified);
        // The signature is verified, so this server wrote `data`.
        return verified && isOf(challenge, attempt);
      } catch {
        // The library throws at an unexpected form; this server makes none of those.
        return false;
      }
    },
  };
};
