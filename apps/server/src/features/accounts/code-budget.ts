/** How many codes an address may be sent in a day, whatever they are for. The day begins with the first. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import { refuse } from '../../platform/refusal.ts';

const DAY = 24 * 3600 * 1000;
/** Milliseconds by which servers' clocks may differ; a day that begins later than that was begun by a clock gone wrong. */
const SKEW = 5 * 60_000;

/**
 * Takes one code out of the day's budget.
 * @returns when the day began, for `giveBack`.
 * @throws the refusal CaptchaLimitReached, with the seconds until the day ends.
 */
export const spend = async (
  db: Kysely<Database>,
  recipient: string,
  at: number,
  limit: number,
): Promise<Date> => {
  const moment = sql`${new Date(at)}::timestamptz`;
  const over = sql`(b.day_started_at <= ${new Date(at - DAY)}::timestamptz or b.day_started_at > ${new Date(at + SKEW)}::timestamptz)`;
  const { rows } = await sql<{ day_started_at: Date }>`
    insert into code_budgets as b (address, day_started_at, sent) values (${recipient}, ${moment}, 1)
    on conflict (address) do update set
      sent = case when ${over} then 1 else b.sent + 1 end,
      day_started_at = case when ${over} then ${moment} else b.day_started_at end
      where ${over} or b.sent < ${limit}
    returning day_started_at`.execute(db);
  if (rows[0]) return rows[0].day_started_at;
  const day = await db
    .selectFrom('code_budgets')
    .select('day_started_at')
    .where('address', '=', recipient)
    .executeTakeFirst();
  const left = Math.ceil(((day?.day_started_at.getTime() ?? at) + DAY - at) / 1000);
  throw refuse('CaptchaLimitReached', { data: { retry_after: Math.max(1, left) } });
};

/** Puts one code back, if its day is still running. */
export const giveBack = async (
  db: Kysely<Database>,
  recipient: string,
  dayStartedAt: Date,
): Promise<void> => {
  await db
    .updateTable('code_budgets')
    .set(eb => ({ sent: eb('sent', '-', 1) }))
    .where('address', '=', recipient)
    .where('day_started_at', '=', dayStartedAt)
    .where('sent', '>', 0)
    .execute();
};
