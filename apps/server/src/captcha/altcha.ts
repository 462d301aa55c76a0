/**
 * The built-in challenge, by ALTCHA's second protocol: the browser derives keys (PBKDF2/SHA-256) from a nonce and a
 * counter until one begins with the wanted prefix. The server knows the counter, derives that one key, and signs both
 * the parameters and the key, so that judging a solution costs two HMACs. It deters; it proves nobody human.
 *
 * Each challenge names its attempt, and an attempt is taken out of the database when it is first judged: that is what
 * keeps a solution from being used again.
 */
import { createHash, createHmac, pbkdf2, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { AltchaChallenge, BodyOf, checkAltcha } from '@rollcall/contract';
import type { Level } from './risk.ts';

const derive = promisify(pbkdf2);

/** Milliseconds that a challenge is good for. */
export const ALTCHA_LIFE = 5 * 60_000;
const ALGORITHM = 'PBKDF2/SHA-256';
/** Rounds of one derivation: a millisecond or two of a processor. */
const COST = 5_000;
/** Bytes. */
const KEY_LENGTH = 32;
const PREFIX_LENGTH = 16;

/** How many keys a browser derives: from, and up to. */
export const work: Readonly<Record<Level, readonly [number, number]>> = {
  low: [10, 20],
  raised: [40, 120],
  high: [400, 1_200],
};

export type AltchaAnswer = Pick<BodyOf<typeof checkAltcha>, 'challenge' | 'solution'>;

export interface Altcha {
  create(attempt: string, level: Level): Promise<AltchaChallenge>;
  /** Whether it is the solution of the challenge that was made for this very attempt, in time. */
  check(answer: AltchaAnswer, attempt: string): boolean;
}

const nameOf = (attempt: string): string => createHash('sha256').update(attempt).digest('base64url');

/** What is signed, in the order of the names; any other name makes another text. */
const canonical = (parameters: Readonly<Record<string, unknown>>, attempt: string): string | undefined => {
  const { data, ...flat } = parameters;
  const names = Object.keys(flat).sort();
  const plain = names.every(name => typeof flat[name] === 'string' || typeof flat[name] === 'number');
  if (!plain || typeof data !== 'object' || data === null) return undefined;
  if ((data as { attempt?: unknown }).attempt !== nameOf(attempt) || Object.keys(data).length !== 1)
    return undefined;
  return JSON.stringify([nameOf(attempt), ...names.map(name => [name, flat[name]])]);
};

/**
 * @param key signs; 32 bytes
 * @param now milliseconds since 1970
 */
export const createAltcha = (key: Buffer, now: () => number): Altcha => {
  const mac = (use: string, text: string): string =>
    createHmac('sha256', key).update(`${use}|${text}`).digest('hex');
  const equal = (one: string, other: string): boolean => {
    const [a, b] = [Buffer.from(one.toLowerCase()), Buffer.from(other)];
    return a.length === b.length && timingSafeEqual(a, b);
  };

  return {
    create: async (attempt, level) => {
      const [from, to] = work[level];
      const nonce = randomBytes(16);
      const salt = randomBytes(16);
      const counter = Buffer.alloc(4);
      counter.writeUInt32BE(randomInt(from, to + 1));
      const found = await derive(Buffer.concat([nonce, counter]), salt, COST, KEY_LENGTH, 'sha256');
      const derivedKey = found.toString('hex');
      const parameters = {
        algorithm: ALGORITHM,
        cost: COST,
        data: { attempt: nameOf(attempt) },
        expiresAt: Math.floor((now() + ALTCHA_LIFE) / 1000),
        keyLength: KEY_LENGTH,
        keyPrefix: derivedKey.slice(0, 2 * PREFIX_LENGTH),
        keySignature: mac('key', derivedKey),
        nonce: nonce.toString('hex'),
        salt: salt.toString('hex'),
      };
      return { parameters, signature: mac('challenge', canonical(parameters, attempt) ?? '') };
    },

    check: ({ challenge: { parameters, signature }, solution }, attempt) => {
      const signed = canonical(parameters, attempt);
      if (signed === undefined || !equal(signature, mac('challenge', signed))) return false;
      if ((parameters.expiresAt ?? 0) * 1000 <= now()) return false;
      // Only whoever derived the key knows more of it than the prefix.
      return equal(parameters.keySignature ?? '', mac('key', solution.derivedKey.toLowerCase()));
    },
  };
};
