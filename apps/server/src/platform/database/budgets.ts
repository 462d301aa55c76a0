/** Budgets: how often something may happen in a window of time. Counted in the database, for all servers together. */
import { createHmac } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Database } from './schema.ts';
import { refuse } from '../refusal.ts';

/** Milliseconds by which servers' clocks may differ; a window that ends later than that was begun by a clock gone wrong. */
const SKEW = 5 * 60_000;

export interface Budget {
  /** What is counted, and of whom. */
  readonly name: string;
  /** How often in a window; 0: without a limit, and not counted. */
  readonly limit: number;
  /** Milliseconds from the first. */
  readonly windowMs: number;
}

/** The name of a budget of one person or thing: a digest under `key`, as the row outlives what it counts. */
export const budgetName = (key: Buffer, use: string, subject: string): string =>
  `${use}|${createHmac('sha256', key).update(`${use} ${subject}`).digest('base64url')}`;

/** What was spent of a budget, for `giveBack`. */
export interface Spent {
  readonly name: string;
  readonly endsAt: Date;
  /** With this one. */
  readonly spent: number;
}

/**
 * Takes one out of each of the budgets, within the transaction `db`. One statement, which locks the rows in the order of
 * their names, so that two spendings never wait for each other.
 * @throws the refusal where one of them is used up, with the seconds until the last such window ends;
 * the transaction must be rolled back then, because the others were spent.
 */
export const spend = async (
  db: Kysely<Database>,
  budgets: readonly Budget[],
  at: number,
  refusal: 'CaptchaLimitReached' | 'TooManyAttempts' = 'CaptchaLimitReached',
): Promise<readonly Spent[]> => {
  const counted = budgets.filter(({ limit }) => limit > 0).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  if (counted.length === 0) return [];
  const rows = counted.map(
    ({ name, limit, windowMs }) =>
      sql`(${name}, ${new Date(at + windowMs)}::timestamptz, 1, ${limit}::integer)`,
  );
  // Over, or begun by a clock that was far ahead.
  const over = sql`(b.ends_at <= ${new Date(at)}::timestamptz
    or b.ends_at > excluded.ends_at + ${SKEW / 1000} * interval '1 second')`;
  const { rows: taken } = await sql<{ name: string; ends_at: Date; spent: number }>`
    insert into budgets as b (name, ends_at, spent, most) values ${sql.join(rows)}
    on conflict (name) do update set
      spent = case when ${over} then 1 else b.spent + 1 end,
      ends_at = case when ${over} then excluded.ends_at else b.ends_at end,
      most = excluded.most
      where ${over} or b.spent < excluded.most
    returning name, ends_at, spent`.execute(db);
  if (taken.length === counted.length) {
    return taken.map(({ name, ends_at: endsAt, spent }) => ({ name, endsAt, spent }));
  }
  const had = new Set(taken.map(({ name }) => name));
  const used = await db
    .selectFrom('budgets')
    .select('ends_at')
    .where(
      'name',
      'in',
      counted.map(({ name }) => name).filter(name => !had.has(name)),
    )
    .execute();
  const end = Math.max(at, ...used.map(row => row.ends_at.getTime()));
  throw refuse(refusal, { data: { retry_after: Math.max(1, Math.ceil((end - at) / 1000)) } });
};

/** Puts back what was spent, of windows that still run. */
export const giveBack = async (db: Kysely<Database>, spent: readonly Spent[]): Promise<void> => {
  for (const { name, endsAt } of spent) {
    await db
      .updateTable('budgets')
      .set(eb => ({ spent: eb('spent', '-', 1) }))
      .where('name', '=', name)
      .where('ends_at', '=', endsAt)
      .where('spent', '>', 0)
      .execute();
  }
};

/** How much of a window is spent; 0 where none runs. */
export const spentOf = async (db: Kysely<Database>, names: readonly string[], at: number) => {
  const rows = await db
    .selectFrom('budgets')
    .select(['name', 'spent'])
    .where('name', 'in', names)
    .where('ends_at', '>', new Date(at))
    .execute();
  return new Map(rows.map(({ name, spent }) => [name, spent]));
};
