/**
 * Throttles and limits sign-ins with a password. After five failures each next attempt waits longer, up to five minutes;
 * after a hundred in a row (NIST SP 800-63B-4, 3.2.2) every attempt is refused. Failures are counted by account over all
 * of its names, and for names without an account alike. A browser that signed in to the account before has a count of
 * its own, so that guesses from elsewhere do not lock its person out.
 */
import type { Kysely } from 'kysely';
import type { Database } from '../platform/database/schema.ts';
import { refuse } from '../platform/refusal.ts';
import { deriveKey, type Secret } from '../platform/derive-key.ts';
import {
  areRecent,
  countFailure,
  delayLeft,
  type Failures,
  findFailures,
  deleteFailures,
  FREE_FAILURES,
  giveBack,
  type Guessed,
  LOCK,
  type Place,
  placeOf,
  reserve,
} from './sign-in-failures.ts';

export interface LoginThrottle {
  /**
   * Runs an attempt. At most as many attempts run concurrently as there are failures left, so that a burst learns no
   * more
   * than the same number of attempts in sequence.
   * @param attempt resolves with undefined where the password was wrong; that is counted. What it throws is not.
   * @throws the refusal TooManyAttempts without running `attempt`: with `retry_after` in seconds while a delay runs, with
   * `locked` after `LOCK` failures; TooBusy where too many wait for the same account.
   * @param options.verified a human was verified for this attempt: it runs without the delay, and a failure counts.
   * @param options.onLock runs after the failure that locks.
   */
  run<T>(
    guessed: Guessed,
    attempt: () => Promise<T | undefined>,
    options?: { readonly verified?: boolean; readonly onLock?: () => Promise<void> },
  ): Promise<T | undefined>;
}

/** The attempts at one account in this process. */
interface Gate {
  running: number;
  /** Attempts that have ended. An attempt that read the failures before the last end reads them again. */
  ended: number;
  /** Attempts that run or wait. */
  inside: number;
  readonly waiting: (() => void)[];
}

export const createLoginThrottle = (deps: {
  readonly db: Kysely<Database>;
  readonly now: () => number;
  readonly secret: Secret;
  /** Maximum attempts at one account that wait. */
  readonly queue: number;
  /** Wrong passwords in a row after which none is taken. @default LOCK */
  readonly lock?: number;
}): LoginThrottle => {
  const { db, now, queue, lock = LOCK } = deps;
  const key = deriveKey(deps.secret, 'sign-in failures');
  const gates = new Map<string, Gate>();

  /** Resolves with what was counted so far, when there is a place among the failures that are left. */
  const enter = async (gate: Gate, place: Place, verified: boolean): Promise<Failures | undefined> => {
    for (;;) {
      const seen = gate.ended;
      const row = await findFailures(db, place);
      refuseLocked(row, lock);
      refuseDelayed(row, now(), verified);
      if (seen !== gate.ended) continue;
      const recent = row && areRecent(row, now()) ? row.failures : 0;
      if (gate.running < Math.max(1, FREE_FAILURES - recent)) {
        gate.running += 1;
        // There may be room for another: failures can have become fewer.
        gate.waiting.shift()?.();
        return row;
      }
      // At least one attempt runs, and its end wakes one that waits.
      await new Promise<void>(resolve => gate.waiting.push(resolve));
    }
  };

  /**
   * Runs an attempt and counts how it ends. Past the first failures it is counted before it runs, so that several
   * servers take no more than `LOCK` together, and one that is killed meanwhile has counted.
   */
  const counted = async <T>(
    place: Place,
    row: Failures | undefined,
    attempt: () => Promise<T | undefined>,
    onLock: () => Promise<void>,
  ): Promise<T | undefined> => {
    const reserved =
      row && row.consecutive >= FREE_FAILURES ? await reserveUnlocked(db, place, lock) : undefined;
    let result: T | undefined;
    try {
      result = await attempt();
    } catch (error) {
      if (reserved !== undefined) await giveBack(db, place);
      throw error;
    }
    if (result !== undefined) {
      if (row) await deleteFailures(db, place);
      return result;
    }
    const consecutive = await countFailure(db, place, { at: now(), reserved: reserved !== undefined });
    if ((reserved ?? consecutive) === lock) await onLock();
    return undefined;
  };

  return {
    run: async (guessed, attempt, { verified = false, onLock = async () => {} } = {}) => {
      const place = placeOf(key, guessed);
      const name = `${place.identity.toString('base64')} ${place.browser}`;
      const gate = gates.get(name) ?? { running: 0, ended: 0, inside: 0, waiting: [] };
      if (gate.inside > queue + FREE_FAILURES) throw refuse('TooBusy', { data: { retry_after: 1 } });
      gates.set(name, gate);
      gate.inside += 1;
      try {
        const row = await enter(gate, place, verified);
        try {
          return await counted(place, row, attempt, onLock);
        } finally {
          gate.running -= 1;
          gate.ended += 1;
        }
      } finally {
        gate.inside -= 1;
        if (gate.inside === 0) gates.delete(name);
        gate.waiting.shift()?.();
      }
    },
  };
};

const lockedRefusal = () =>
  refuse('TooManyAttempts', {
    message:
      'Too many wrong passwords: sign in by a code, which takes passwords again, or reset the password.',
    data: { locked: true },
  });

const refuseLocked = (row: Failures | undefined, lock: number): void => {
  if (row && row.consecutive >= lock) throw lockedRefusal();
};

const refuseDelayed = (row: Failures | undefined, at: number, verified: boolean): void => {
  const left = row && !verified ? delayLeft(row, at) : 0;
  if (left > 0) throw refuse('TooManyAttempts', { data: { retry_after: Math.ceil(left / 1000) } });
};

/** Counts an attempt before it runs. @throws the refusal of the lock, where another attempt reached it */
const reserveUnlocked = async (
  db: Kysely<Database>,
  place: Place,
  lock: number,
): Promise<number | undefined> => {
  const reserved = await reserve(db, place, lock);
  if (reserved === undefined) refuseLocked(await findFailures(db, place), lock);
  return reserved;
};
