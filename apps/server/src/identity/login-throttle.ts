/**
 * Throttles and limits sign-ins with a password. After five failures each next attempt waits longer, up to five minutes;
 * after a hundred in a row (NIST SP 800-63B-4, 3.2.2) none is taken any more. Failures are counted by account, whatever
 * name is typed, and for names without an account alike. A browser that signed in to the account before has a count of
 * its own, so that others' guesses do not lock its person out.
 */
import { createHmac } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../platform/database/schema.ts';
import { refuse } from '../platform/refusal.ts';
import type { Identifier } from '../platform/identifier.ts';
import { deriveKey, type Secret } from '../platform/derive-key.ts';

/** Wrong passwords before the first delay. */
export const FREE_FAILURES = 5;
/** Wrong passwords in a row, over any time, after which none is taken. */
export const LOCK = 100;
/** Milliseconds after the last failure when it delays nothing any more. */
export const MEMORY = 15 * 60_000;
/** Milliseconds that the failures of a name without an account are kept. */
export const UNKNOWN_MEMORY = 30 * 24 * 3600 * 1000;
const FIRST_DELAY = 10_000;
const LONGEST_DELAY = 5 * 60_000;
/** Milliseconds by which servers' clocks may differ; a failure further ahead came from a wrong clock. */
const SKEW = 5 * 60_000;

/** Milliseconds to wait after the n-th failure: 10 s after the fifth, then twice as long each time, 5 minutes at most. */
export const delayAfter = (failures: number): number =>
  failures < FREE_FAILURES
    ? 0
    : Math.min(FIRST_DELAY * 2 ** Math.min(failures - FREE_FAILURES, 10), LONGEST_DELAY);

/** Whose password is guessed. */
export interface Guessed {
  /** The name as typed; counts where there is no account. */
  readonly identity: Identifier;
  /** The account that the name belongs to. */
  readonly accountId?: string | undefined;
  /** The id of a browser that signed in to the account before. */
  readonly browser?: string | undefined;
}

export interface LoginThrottle {
  /**
   * Runs an attempt. At most as many attempts run at once as there are failures left, so that a burst learns no more
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

/** Whose failures a row counts. */
interface Place {
  readonly identity: Buffer;
  readonly browser: string;
}

interface Failures {
  /** Of the last minutes. */
  readonly failures: number;
  /** Since the last right password. */
  readonly consecutive: number;
  readonly last_failed_at: Date;
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
    const reserved = row && row.consecutive >= FREE_FAILURES ? await reserve(db, place, lock) : undefined;
    let result: T | undefined;
    try {
      result = await attempt();
    } catch (error) {
      if (reserved !== undefined) await giveBack(db, place);
      throw error;
    }
    if (result !== undefined) {
      if (row) await forget(db, place);
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

/** Forgets all failures at an account, those of its browsers too: after a code, a passkey, or a new password. */
export const forgetFailures = async (db: Kysely<Database>, accountId: string): Promise<void> => {
  await db.deleteFrom('sign_in_failures').where('identity', '=', bytesOf(accountId)).execute();
};

/** What keeps passwords from being taken, where the browser is not known. */
interface PasswordObstacles {
  /** Wrong ones of the last minutes. */
  readonly failures: number;
  /** Milliseconds until the next one is taken; 0: now. */
  readonly delay: number;
  readonly locked: boolean;
}

/** Reads the failures at the account of a name, or at the name where it has none. */
export const createPasswordObstacles = (deps: {
  readonly db: Kysely<Database>;
  readonly now: () => number;
  readonly secret: Secret;
}): ((identity: Identifier) => Promise<PasswordObstacles>) => {
  const { db, now } = deps;
  const key = deriveKey(deps.secret, 'sign-in failures');
  return async identity => {
    const { rows } = await sql<Failures>`
      select failures, consecutive, last_failed_at from sign_in_failures
      where browser = '' and identity = coalesce(
        (select uuid_send(account_id) from identifiers where kind = ${identity.kind} and value = ${identity.value}),
        ${macOf(key, identity)}
      )`.execute(db);
    const [row] = rows;
    const at = now();
    return {
      failures: row && areRecent(row, at) ? row.failures : 0,
      delay: row ? delayLeft(row, at) : 0,
      locked: row !== undefined && row.consecutive >= LOCK,
    };
  };
};

const macOf = (key: Buffer, { kind, value }: Identifier): Buffer =>
  createHmac('sha256', key).update(`${kind}|${value}`).digest();

/** The 16 bytes of an account's id; a name without an account has 32. */
const bytesOf = (accountId: string): Buffer => Buffer.from(accountId.replaceAll('-', ''), 'hex');

const placeOf = (key: Buffer, { identity, accountId, browser = '' }: Guessed): Place => {
  const mac = macOf(key, identity);
  return { identity: accountId === undefined ? mac : bytesOf(accountId), browser };
};

const findFailures = (db: Kysely<Database>, { identity, browser }: Place): Promise<Failures | undefined> =>
  db
    .selectFrom('sign_in_failures')
    .select(['failures', 'consecutive', 'last_failed_at'])
    .where('identity', '=', identity)
    .where('browser', '=', browser)
    .executeTakeFirst();

/** Whether failures still delay. */
const areRecent = ({ last_failed_at: last }: Failures, at: number): boolean =>
  last.getTime() > at - MEMORY && last.getTime() <= at + SKEW;

/** Milliseconds of the delay that are left; 0 where none runs. */
const delayLeft = (row: Failures, at: number): number =>
  areRecent(row, at) && row.failures >= FREE_FAILURES
    ? Math.max(0, row.last_failed_at.getTime() + delayAfter(row.failures) - at)
    : 0;

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

/** Counts an attempt before it runs. @returns its number in the row. @throws the refusal of the lock */
const reserve = async (
  db: Kysely<Database>,
  { identity, browser }: Place,
  lock: number,
): Promise<number | undefined> => {
  const { rows } = await sql<{ consecutive: number }>`
    update sign_in_failures set consecutive = consecutive + 1
    where identity = ${identity} and browser = ${browser} and consecutive < ${lock}
    returning consecutive`.execute(db);
  if (rows[0]) return rows[0].consecutive;
  // Locked by another attempt, or forgotten after a right one.
  refuseLocked(await findFailures(db, { identity, browser }), lock);
  return undefined;
};

const giveBack = async (db: Kysely<Database>, { identity, browser }: Place): Promise<void> => {
  await db
    .updateTable('sign_in_failures')
    .set(eb => ({ consecutive: eb('consecutive', '-', 1) }))
    .where('identity', '=', identity)
    .where('browser', '=', browser)
    .where('consecutive', '>', 0)
    .execute();
};

const forget = async (db: Kysely<Database>, { identity, browser }: Place): Promise<void> => {
  await db
    .deleteFrom('sign_in_failures')
    .where('identity', '=', identity)
    .where('browser', '=', browser)
    .execute();
};

/** @returns the failures in a row, with this one. */
const countFailure = async (
  db: Kysely<Database>,
  { identity, browser }: Place,
  { at, reserved }: { at: number; reserved: boolean },
): Promise<number> => {
  const moment = sql`${new Date(at)}::timestamptz`;
  const { rows } = await sql<{ consecutive: number }>`
    insert into sign_in_failures as f (identity, browser, failures, consecutive, last_failed_at)
    values (${identity}, ${browser}, 1, 1, ${moment})
    on conflict (identity, browser) do update set
      failures = case
        when f.last_failed_at <= ${new Date(at - MEMORY)}::timestamptz
          or f.last_failed_at > ${new Date(at + SKEW)}::timestamptz then 1
        else f.failures + 1
      end,
      consecutive = f.consecutive + ${reserved ? 0 : 1}::integer,
      last_failed_at = ${moment}
    returning consecutive`.execute(db);
  return rows[0]?.consecutive ?? 0;
};
