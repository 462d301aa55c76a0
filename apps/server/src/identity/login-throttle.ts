/**
 * Throttles sign-ins with a password. After five failures for one identifier each next attempt waits longer, up to
 * five minutes. Failures are counted by identifier and never by IP address alone, since a whole school shares one.
 */
import { createHmac } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../platform/database/schema.ts';
import { refuse } from '../platform/refusal.ts';
import type { Identifier } from '../platform/identifier.ts';
import { deriveKey, type Secret } from '../platform/derive-key.ts';

/** Wrong passwords before the first delay. */
export const FREE_FAILURES = 5;
/** Milliseconds after the last failure when all of them expire. */
export const MEMORY = 15 * 60_000;
const FIRST_DELAY = 10_000;
const LONGEST_DELAY = 5 * 60_000;
/** Milliseconds by which servers' clocks may differ; a failure further ahead came from a wrong clock. */
const SKEW = 5 * 60_000;

/** Milliseconds to wait after the n-th failure: 10 s after the fifth, then twice as long each time, 5 minutes at most. */
export const delayAfter = (failures: number): number =>
  failures < FREE_FAILURES
    ? 0
    : Math.min(FIRST_DELAY * 2 ** Math.min(failures - FREE_FAILURES, 10), LONGEST_DELAY);

export interface LoginThrottle {
  /**
   * Runs an attempt. At most as many attempts of one identifier run at once as it has failures left, so that a burst
   * learns no more than the same number of attempts in sequence.
   * @param attempt resolves with undefined where the password was wrong; that is counted. What it throws is not.
   * @throws the refusal TooManyAttempts with `retry_after` in seconds, without running `attempt`; TooBusy where too
   * many wait for the same identity.
   * @param options.verified a human was verified for this attempt: it runs without the delay, and a failure counts.
   */
  run<T>(
    identity: Identifier,
    attempt: () => Promise<T | undefined>,
    options?: { readonly verified?: boolean },
  ): Promise<T | undefined>;
}

/** The attempts of one identifier in this process. */
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
  /** Maximum attempts of one identifier that wait. */
  readonly queue: number;
}): LoginThrottle => {
  const { db, now, queue } = deps;
  const key = deriveKey(deps.secret, 'sign-in failures');
  const gates = new Map<string, Gate>();

  /** Resolves with the failures so far, when there is a place among those that are left. */
  const enter = async (gate: Gate, mac: Buffer, verified: boolean): Promise<number> => {
    for (;;) {
      const seen = gate.ended;
      const failures = await readFailures(db, mac, now(), verified);
      if (seen !== gate.ended) continue;
      if (gate.running < Math.max(1, FREE_FAILURES - failures)) {
        gate.running += 1;
        // There may be room for another: failures can have become fewer.
        gate.waiting.shift()?.();
        return failures;
      }
      // At least one attempt runs, and its end wakes one that waits.
      await new Promise<void>(resolve => gate.waiting.push(resolve));
    }
  };

  return {
    run: async (identity, attempt, { verified = false } = {}) => {
      const mac = macOf(key, identity);
      const name = mac.toString('base64');
      const gate = gates.get(name) ?? { running: 0, ended: 0, inside: 0, waiting: [] };
      if (gate.inside > queue + FREE_FAILURES) throw refuse('TooBusy', { data: { retry_after: 1 } });
      gates.set(name, gate);
      gate.inside += 1;
      try {
        const failures = await enter(gate, mac, verified);
        try {
          const result = await attempt();
          if (result === undefined) await countFailure(db, mac, now());
          else if (failures > 0)
            await db.deleteFrom('sign_in_failures').where('identity', '=', mac).execute();
          return result;
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

interface Failures {
  readonly failures: number;
  readonly last_failed_at: Date;
}

const findFailures = (db: Kysely<Database>, mac: Buffer): Promise<Failures | undefined> =>
  db
    .selectFrom('sign_in_failures')
    .select(['failures', 'last_failed_at'])
    .where('identity', '=', mac)
    .executeTakeFirst();

/** Whether failures still count. */
const areRecent = ({ last_failed_at: last }: Failures, at: number): boolean =>
  last.getTime() > at - MEMORY && last.getTime() <= at + SKEW;

/** Milliseconds of the delay that are left; 0 where none runs. */
const delayLeft = (row: Failures, at: number): number =>
  areRecent(row, at) && row.failures >= FREE_FAILURES
    ? Math.max(0, row.last_failed_at.getTime() + delayAfter(row.failures) - at)
    : 0;

/** Failures that still count. @throws the refusal TooManyAttempts while the delay runs, unless `verified`. */
const readFailures = async (
  db: Kysely<Database>,
  mac: Buffer,
  at: number,
  verified: boolean,
): Promise<number> => {
  const row = await findFailures(db, mac);
  if (!row || !areRecent(row, at)) return 0;
  const left = delayLeft(row, at);
  if (left > 0 && !verified) {
    throw refuse('TooManyAttempts', { data: { retry_after: Math.ceil(left / 1000) } });
  }
  return row.failures;
};

/** Counts the recent wrong passwords of an identifier; a right password resets the count. */
export const createWrongPasswords = (deps: {
  readonly db: Kysely<Database>;
  readonly now: () => number;
  readonly secret: Secret;
}): ((identity: Identifier) => Promise<number>) => {
  const key = deriveKey(deps.secret, 'sign-in failures');
  return identity => readFailures(deps.db, macOf(key, identity), deps.now(), true);
};

const macOf = (key: Buffer, { kind, value }: Identifier): Buffer =>
  createHmac('sha256', key).update(`${kind}|${value}`).digest();

const countFailure = async (db: Kysely<Database>, mac: Buffer, at: number): Promise<void> => {
  const moment = sql`${new Date(at)}::timestamptz`;
  await sql`
    insert into sign_in_failures as f (identity, failures, last_failed_at) values (${mac}, 1, ${moment})
    on conflict (identity) do update set
      failures = case
        when f.last_failed_at <= ${new Date(at - MEMORY)}::timestamptz
          or f.last_failed_at > ${new Date(at + SKEW)}::timestamptz then 1
        else f.failures + 1
      end,
      last_failed_at = ${moment}`.execute(db);
};

/** Milliseconds until the next try of an identity is taken; 0: now. */
export const createDelays = (deps: {
  readonly db: Kysely<Database>;
  readonly now: () => number;
  readonly secret: Secret;
}): ((identity: Identifier) => Promise<number>) => {
  const key = deriveKey(deps.secret, 'sign-in failures');
  return async identity => {
    const at = deps.now();
    const row = await findFailures(deps.db, macOf(key, identity));
    return row ? delayLeft(row, at) : 0;
  };
};
