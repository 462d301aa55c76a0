/**
 * Wrong passwords as the database counts them, a row for each account, or each name without one, and for each browser that
 * signed in to the account before.
 */
import { createHmac } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../platform/database/schema.ts';
import type { Identifier } from '../platform/identifier.ts';

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

/** Whose failures a row counts. */
export interface Place {
  readonly identity: Buffer;
  readonly browser: string;
}

export interface Failures {
  /** Of the last minutes. */
  readonly failures: number;
  /** Since the last right password. */
  readonly consecutive: number;
  readonly last_failed_at: Date;
}

export const macOf = (key: Buffer, { kind, value }: Identifier): Buffer =>
  createHmac('sha256', key).update(`${kind}|${value}`).digest();

/** The 16 bytes of an account's id; a name without an account has 32. */
const bytesOf = (accountId: string): Buffer => Buffer.from(accountId.replaceAll('-', ''), 'hex');

export const placeOf = (key: Buffer, { identity, accountId, browser = '' }: Guessed): Place => {
  const mac = macOf(key, identity);
  return { identity: accountId === undefined ? mac : bytesOf(accountId), browser };
};

export const findFailures = (
  db: Kysely<Database>,
  { identity, browser }: Place,
): Promise<Failures | undefined> =>
  db
    .selectFrom('sign_in_failures')
    .select(['failures', 'consecutive', 'last_failed_at'])
    .where('identity', '=', identity)
    .where('browser', '=', browser)
    .executeTakeFirst();

/** Whether failures still delay at `at` (ms since 1970). */
export const areRecent = ({ last_failed_at: last }: Failures, at: number): boolean =>
  last.getTime() > at - MEMORY && last.getTime() <= at + SKEW;

/** Milliseconds of the delay that are left at `at` (ms since 1970); 0 where none runs. */
export const delayLeft = (row: Failures, at: number): number =>
  areRecent(row, at) && row.failures >= FREE_FAILURES
    ? Math.max(0, row.last_failed_at.getTime() + delayAfter(row.failures) - at)
    : 0;

/**
 * Counts an attempt before it runs.
 * @returns its number in the row; undefined where nothing is counted: `lock` is reached, or a right password came meanwhile
 */
export const reserve = async (
  db: Kysely<Database>,
  { identity, browser }: Place,
  lock: number,
): Promise<number | undefined> => {
  const { rows } = await sql<{ consecutive: number }>`
    update sign_in_failures set consecutive = consecutive + 1
    where identity = ${identity} and browser = ${browser} and consecutive < ${lock}
    returning consecutive`.execute(db);
  return rows[0]?.consecutive;
};

/** Takes back what `reserve` counted. */
export const giveBack = async (db: Kysely<Database>, { identity, browser }: Place): Promise<void> => {
  await db
    .updateTable('sign_in_failures')
    .set(eb => ({ consecutive: eb('consecutive', '-', 1) }))
    .where('identity', '=', identity)
    .where('browser', '=', browser)
    .where('consecutive', '>', 0)
    .execute();
};

/** Forgets the failures of one place, after a right password there. */
export const deleteFailures = async (db: Kysely<Database>, { identity, browser }: Place): Promise<void> => {
  await db
    .deleteFrom('sign_in_failures')
    .where('identity', '=', identity)
    .where('browser', '=', browser)
    .execute();
};

/** Counts a failure at `at` (ms since 1970); `reserved`: it was counted before it ran. @returns the failures in a row, with this one */
export const countFailure = async (
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

/**
 * Forgets all failures at an account, those of its browsers too: after a code, a passkey, or a new password.
 * @returns how many places had any
 */
export const clearFailures = async (db: Kysely<Database>, accountId: string): Promise<number> => {
  const { numDeletedRows } = await db
    .deleteFrom('sign_in_failures')
    .where('identity', '=', bytesOf(accountId))
    .executeTakeFirst();
  return Number(numDeletedRows);
};
