/**
 * Limits guesses of codes. Counts are in PostgreSQL, so they hold for all servers of an installation, and are raised
 * before the code is compared, so that parallel guesses share them.
 */
import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import { refuse } from '../../platform/refusal.ts';
import { type Owner, ownerColumn, ownerColumns } from './owner.ts';

/** Methods whose codes can be guessed. Each has a count of its own, so that neither locks the other. */
export type GuessedMethod = 'totp' | 'recovery_code';

/** Wrong codes in a row before the first delay. */
export const FREE_GUESSES = 5;
/**
 * Wrong codes of the app in a row after which only a passkey, a recovery code or a reset helps (NIST SP 800-63B-4,
 * 3.2.2). Recovery codes have too many values to be found by guessing.
 */
export const MOST_GUESSES = 100;
const FIRST_DELAY = 30;
const LONGEST_DELAY = 3600;
/** Milliseconds by which servers' clocks may differ; a failure further ahead came from a wrong clock. */
const SKEW = 5 * 60_000;
const RETRY_AFTER_LOCK = 24 * 3600;

/** A limit on the guesses of one prover. */
export interface Guesses {
  /** Counts a guess, before the code is compared. @param at ms @throws the refusal of a guess beyond the limit */
  count(method: GuessedMethod, at: number): Promise<void>;
  /** Called after a counted guess was wrong. */
  missed(at: number): Promise<void>;
  /** Forgets the wrong ones after a right one, in the transaction `db`. */
  clear(db: Kysely<Database>): Promise<void>;
}

/** Seconds to wait after the n-th wrong code: 30 s after the fifth, then twice as long each time, an hour at most. */
export const delayAfter = (failures: number): number =>
  failures < FREE_GUESSES
    ? 0
    : Math.min(FIRST_DELAY * 2 ** Math.min(failures - FREE_GUESSES, 10), LONGEST_DELAY);

const mostOf = (method: GuessedMethod): number =>
  method === 'totp' ? MOST_GUESSES : Number.POSITIVE_INFINITY;

/** Wrong codes in a row of a method. */
export interface WrongCodes {
  readonly method: GuessedMethod;
  /** None is compared any more. */
  readonly locked: boolean;
  /** Until when none is compared, milliseconds since 1970; null: the next one is, or none ever. */
  readonly until: number | null;
}

/** The wrong codes in a row of an owner, counted at `at` (ms). */
export const readWrongCodes = async (
  db: Kysely<Database>,
  owner: Owner,
  at: number,
): Promise<WrongCodes[]> => {
  const rows = await db
    .selectFrom('second_factor_failures')
    .select(['method', 'failures', 'last_failed_at'])
    .where(ownerColumn(owner), '=', owner.id)
    .orderBy('method')
    .execute();
  return rows.map(({ method, failures, last_failed_at: last }) => {
    const locked = failures >= mostOf(method);
    const until = last.getTime() + delayAfter(failures) * 1000;
    const waits = !locked && last.getTime() <= at + SKEW && until > at;
    return { method, locked, until: waits ? until : null };
  });
};

/** The limit of an owner, at the second step of a sign-in: `count` throws TooManyAttempts with `retry_after` in seconds. */
export const ownerGuesses = (db: Kysely<Database>, owner: Owner): Guesses => ({
  count: async (method, at) => {
    const column = ownerColumn(owner);
    const moment = new Date(at);
    const { account_id: account, operator_id: operator } = ownerColumns(owner);
    const most = Math.min(mostOf(method), 2_147_483_647);
    const counted = await sql`
      insert into second_factor_failures as f (id, account_id, operator_id, method, failures, last_failed_at)
      values (${randomUUID()}, ${account}, ${operator}, ${method}, 1, ${moment}::timestamptz)
      on conflict (${sql.ref(column)}, method)
        do update set failures = f.failures + 1, last_failed_at = excluded.last_failed_at
      where f.failures < ${most} and (
        f.failures < ${FREE_GUESSES}
        or f.last_failed_at > ${new Date(at + SKEW)}::timestamptz
        or f.last_failed_at + make_interval(secs =>
          least(${FIRST_DELAY} * 2 ^ least(f.failures - ${FREE_GUESSES}, 10), ${LONGEST_DELAY})) <= ${moment}::timestamptz)
      returning failures`.execute(db);
    if (counted.rows.length > 0) return;
    const wrong = (await readWrongCodes(db, owner, at)).find(one => one.method === method);
    const wait = wrong?.locked
      ? RETRY_AFTER_LOCK
      : Math.max(1, Math.ceil(((wrong?.until ?? at) - at) / 1000));
    throw refuse('TooManyAttempts', { data: { retry_after: wait } });
  },
  missed: async () => {},
  clear: async trx => {
    await trx.deleteFrom('second_factor_failures').where(ownerColumn(owner), '=', owner.id).execute();
  },
});
