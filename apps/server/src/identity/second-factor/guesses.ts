/**
 * Limits guesses of an owner's codes. The count is in PostgreSQL, so it holds for all servers of an installation, and is
 * raised before the code is compared, so that parallel guesses share it.
 */
import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import { refuse } from '../../platform/refusal.ts';
import { type Owner, ownerColumn, ownerColumns } from './owner.ts';

/** Wrong codes in a row before the first delay. */
export const FREE_GUESSES = 5;
/** Wrong codes in a row after which only a passkey, a recovery code or a reset helps (NIST SP 800-63B-4, 3.2.2). */
export const MOST_GUESSES = 100;
const FIRST_DELAY = 30;
const LONGEST_DELAY = 3600;
/** Milliseconds by which servers' clocks may differ; a failure further ahead came from a wrong clock. */
const SKEW = 5 * 60_000;
const RETRY_AFTER_LOCK = 24 * 3600;

/** Seconds to wait after the n-th wrong code: 30 s after the fifth, then twice as long each time, an hour at most. */
export const delayAfter = (failures: number): number =>
  failures < FREE_GUESSES
    ? 0
    : Math.min(FIRST_DELAY * 2 ** Math.min(failures - FREE_GUESSES, 10), LONGEST_DELAY);

/**
 * Counts a guess, before the code is compared.
 * @param capped whether `MOST_GUESSES` applies; recovery codes have too many values to be found by guessing
 * @throws the refusal TooManyAttempts with `retry_after` in seconds
 */
export const countGuess = async (
  db: Kysely<Database>,
  owner: Owner,
  { at, capped }: { readonly at: number; readonly capped: boolean },
): Promise<void> => {
  const column = ownerColumn(owner);
  const moment = new Date(at);
  const { account_id: account, operator_id: operator } = ownerColumns(owner);
  const counted = await sql`
    insert into second_factor_failures as f (id, account_id, operator_id, failures, last_failed_at)
    values (${randomUUID()}, ${account}, ${operator}, 1, ${moment}::timestamptz)
    on conflict (${sql.ref(column)}) do update set failures = f.failures + 1, last_failed_at = excluded.last_failed_at
    where (not ${capped} or f.failures < ${MOST_GUESSES}) and (
      f.failures < ${FREE_GUESSES}
      or f.last_failed_at > ${new Date(at + SKEW)}::timestamptz
      or f.last_failed_at + make_interval(secs =>
        least(${FIRST_DELAY} * 2 ^ least(f.failures - ${FREE_GUESSES}, 10), ${LONGEST_DELAY})) <= ${moment}::timestamptz)
    returning failures`.execute(db);
  if (counted.rows.length > 0) return;
  const row = await db
    .selectFrom('second_factor_failures')
    .select(['failures', 'last_failed_at'])
    .where(column, '=', owner.id)
    .executeTakeFirst();
  const locked = capped && (row?.failures ?? 0) >= MOST_GUESSES;
  const left = row ? Math.ceil((row.last_failed_at.getTime() - at) / 1000) + delayAfter(row.failures) : 1;
  throw refuse('TooManyAttempts', { data: { retry_after: locked ? RETRY_AFTER_LOCK : Math.max(1, left) } });
};

/** Forgets the wrong codes after a right one, in the transaction `db`. */
export const forgetGuesses = async (db: Kysely<Database>, owner: Owner): Promise<void> => {
  await db.deleteFrom('second_factor_failures').where(ownerColumn(owner), '=', owner.id).execute();
};
