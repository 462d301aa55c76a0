/**
 * How many messages may go, in an hour, to the numbers of one prefix: they lie side by side, and whoever sends to all
 * of them means none. A fifth is kept back for numbers that have an account, so that an attack on a prefix leaves
 * these able to sign in. Counted with the message itself, on every server at once.
 */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../platform/database/schema.ts';
import { refuse } from '../platform/refusal.ts';

const HOUR = 3600 * 1000;
/** Milliseconds by which servers' clocks may differ; an hour that begins later than that was begun by a clock gone wrong. */
const SKEW = 5 * 60_000;
/** Digits of a number that its neighbours share: ten thousand of them. */
const PREFIX = 7;
/** Of the budget, what numbers without an account may use up. */
const OPEN_SHARE = 0.8;

/** The prefix of a phone number; undefined for an e-mail address. */
export const prefixOf = (recipient: string): string | undefined =>
  /^\d{8,}$/.test(recipient) ? recipient.slice(0, PREFIX) : undefined;

/** What was spent, for `giveBackMessage`; undefined: nothing is counted. */
export type SpentMessage = { readonly prefix: string; readonly hourStartedAt: Date } | undefined;

/**
 * Takes one message out of the budget of a number's prefix, within the transaction `db`.
 * @param limit messages in an hour; 0: without a limit
 * @throws the refusal CaptchaLimitReached, with the seconds until the hour ends.
 */
export const spendMessage = async (
  db: Kysely<Database>,
  recipient: string,
  at: number,
  limit: number,
): Promise<SpentMessage> => {
  const prefix = prefixOf(recipient);
  if (prefix === undefined || limit === 0) return undefined;
  const known = await db
    .selectFrom('identifiers')
    .select('account_id')
    .where('kind', '=', 'phone')
    .where('value', '=', recipient)
    .executeTakeFirst();
  const most = known ? limit : Math.max(1, Math.floor(limit * OPEN_SHARE));
  const moment = sql`${new Date(at)}::timestamptz`;
  const over = sql`(b.hour_started_at <= ${new Date(at - HOUR)}::timestamptz or b.hour_started_at > ${new Date(at + SKEW)}::timestamptz)`;
  const { rows } = await sql<{ hour_started_at: Date }>`
    insert into message_budgets as b (prefix, hour_started_at, sent) values (${prefix}, ${moment}, 1)
    on conflict (prefix) do update set
      sent = case when ${over} then 1 else b.sent + 1 end,
      hour_started_at = case when ${over} then ${moment} else b.hour_started_at end
      where ${over} or b.sent < ${most}
    returning hour_started_at`.execute(db);
  if (rows[0]) return { prefix, hourStartedAt: rows[0].hour_started_at };
  const hour = await db
    .selectFrom('message_budgets')
    .select('hour_started_at')
    .where('prefix', '=', prefix)
    .executeTakeFirst();
  const left = Math.ceil(((hour?.hour_started_at.getTime() ?? at) + HOUR - at) / 1000);
  throw refuse('CaptchaLimitReached', { data: { retry_after: Math.max(1, left) } });
};

/** Puts one message back, if its hour is still running. */
export const giveBackMessage = async (db: Kysely<Database>, spent: SpentMessage): Promise<void> => {
  if (!spent) return;
  await db
    .updateTable('message_budgets')
    .set(eb => ({ sent: eb('sent', '-', 1) }))
    .where('prefix', '=', spent.prefix)
    .where('hour_started_at', '=', spent.hourStartedAt)
    .where('sent', '>', 0)
    .execute();
};
