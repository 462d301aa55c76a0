/** Passwords: argon2id, in a bounded pool, with a decoy where there is nothing to compare with. */
import { randomBytes } from 'node:crypto';
import * as argon2 from '@node-rs/argon2';
import { type Hasher, PARAMETERS } from '../platform/hasher.ts';
import { createBoundedPool, type PoolLoad } from '../platform/bounded-pool.ts';
import { networksOf } from '../platform/networks.ts';
import { readStoredHash, type StoredHash } from './password-schemes.ts';

/** Hashings that one core ends in a second, roughly. Each takes 19 MiB. */
const HASHES_PER_SECOND = 20;

/** `stale`: right, but of another scheme or other parameters than today's, so it should be hashed again. */
export type PasswordMatch = 'right' | 'stale' | 'wrong';

interface PasswordCheckHooks {
  /** Rejects where the password must not be compared. */
  before(): Promise<void>;
  wrong(): Promise<void>;
}

export interface Passwords {
  /**
   * @param ip the caller's IP address: the networks that wait take turns.
   * @throws the refusal TooBusy when too many hashings wait.
   */
  hash(password: string, ip: string): Promise<string>;
  /**
   * Compares. Without a hash (no such account, none with a password, or a hash that cannot be compared) a decoy is compared, which
   * takes the same time as a hash of ours and is always wrong. A hash that came from elsewhere takes its own time until it is renewed.
   * @param ip as for `hash`.
   * @param hooks is asked when the turn has come, and hears of a wrong password before the next turn, so that a burst
   * learns no more than a few attempts beyond a limit.
   * @throws the refusal TooBusy when too many hashings wait.
   */
  check(
    hash: string | null | undefined,
    password: string,
    ip: string,
    hooks?: PasswordCheckHooks,
  ): Promise<PasswordMatch>;
  /** Hashings that run now, and that wait. */
  load(): PoolLoad;
}

/** The share of the queue that one network may take; the rest is for all others. */
const NETWORK_SHARE = 0.75;

/** The clients that take turns; all addresses of a subscriber's IPv6 network are one. */
const sourceOf = (ip: string): string => {
  const { near, wide } = networksOf(ip);
  return wide ?? near;
};

/** Password hashings that run concurrently, and how many may wait beyond. */
export interface HashingSettings {
  /** Passwords that are hashed at the same time. @default the cores, divided by the workers */
  readonly parallel: number;
  /** Hashes that may wait; others are refused. @default 256 */
  readonly queue: number;
}

export const createPasswords = async (
  limits: HashingSettings,
  hasher: Hasher = argon2,
): Promise<Passwords> => {
  const pool = createBoundedPool({
    ...limits,
    perSource: Math.ceil(limits.queue * NETWORK_SHARE),
    tasksPerSecond: HASHES_PER_SECOND,
  });
  const decoy = await hasher.hash(randomBytes(24).toString('base64url'), PARAMETERS);
  return {
    hash: (password, ip) => pool.run(() => hasher.hash(password, PARAMETERS), sourceOf(ip)),
    check: async (hash, password, ip, hooks) => {
      const stored = typeof hash === 'string' ? comparable(hash) : undefined;
      const compare = async () => {
        await hooks?.before();
        const right = stored
          ? await stored.compare(password, hasher)
          : (await hasher.verify(decoy, password)) && false;
        if (!right) await hooks?.wrong();
        return right;
      };
      if (!(await pool.run(compare, sourceOf(ip))) || !stored) return 'wrong';
      return isStale(stored) ? 'stale' : 'right';
    },
    load: () => pool.load(),
  };
};

const comparable = (hash: string): StoredHash | undefined => {
  const stored = readStoredHash(hash);
  return stored === 'too-costly' ? undefined : stored;
};

const isStale = ({ scheme, text }: StoredHash): boolean => {
  const inner = scheme === 'wrapped' ? text.slice(text.indexOf('$argon2')) : text;
  if (!inner.startsWith('$argon2id$')) return true;
  const found = argon2.parseOptions(inner);
  return (
    found.memoryCost !== PARAMETERS.memoryCost ||
    found.timeCost !== PARAMETERS.timeCost ||
    found.parallelism !== PARAMETERS.parallelism
  );
};
