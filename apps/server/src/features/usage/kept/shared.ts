/** What saved questions, dashboards and cohorts share: their limits, who sees them, and changes of the version that was read. */
import { type ConsoleCalls, type Role, roles } from '@rollcall/contract/console';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { ConsoleInput } from '../../../http/console-handler.ts';
import type { Database } from '../../../platform/database/schema.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { refuse } from '../../../platform/refusal.ts';

export interface KeptContext {
  readonly db: Kysely<Database>;
  readonly now: () => number;
}

type LimitedTable =
  | 'dashboard_subscriptions'
  | 'question_alerts'
  | 'usage_questions'
  | 'usage_dashboards'
  | 'usage_cohorts'
  | 'usage_annotations'
  | 'usage_sql';

/** The roles whose things an operator of a role finds in lists. */
export const sharedWith = (role: Role): Role[] => roles.slice(0, roles.indexOf(role) + 1);

/**
 * Locks a table until the transaction ends, so that concurrent creations keep its limit.
 * @throws the refusal IllegalOperation where it is full
 */
export const requireRoom = async (
  trx: Transaction<Database>,
  table: LimitedTable,
  most: number,
): Promise<void> => {
  await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(trx);
  const { count } = await trx
    .selectFrom(table)
    .select(eb => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count >= most)
    throw refuse('IllegalOperation', {
      message: `There are ${most}, which is as many as there may be; delete one first.`,
    });
};

/**
 * Checks that a row is there, and unchanged since it was read.
 * @throws the refusals NotFound, Conflict
 */
export function requireRevision<Row extends { readonly revision: number }>(
  row: Row | undefined,
  revision: number,
): asserts row is Row {
  if (!row) throw refuse('NotFound');
  if (row.revision !== revision) throw refuse('Conflict');
}

type VersionedTable = 'usage_questions' | 'usage_dashboards' | 'usage_cohorts' | 'usage_sql';

/** Locks a row of the version that was read until the transaction ends. @throws the refusals NotFound, Conflict */
export const lockRevision = async <T extends VersionedTable>(
  trx: Transaction<Database>,
  table: T,
  { id, revision }: { readonly id: string; readonly revision: number },
): Promise<Selectable<Database[T]>> => {
  const row = await trx
    .selectFrom<VersionedTable>(table)
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  requireRevision(row, revision);
  return row as Selectable<Database[T]>;
};

/** The columns that lists and single answers read. */
export const said = ['k.id', 'k.name', 'k.about', 'k.revision', 'k.changed_at', 'o.name as owner'] as const;
export const shown = ['k.shared', 'k.by_link', 'k.template'] as const;

/** A row as it is answered: its time in milliseconds. */
export const answered = <Row extends { readonly changed_at: Date }>(row: Row) => ({
  ...row,
  changed_at: row.changed_at.getTime(),
});

/** What the audit log keeps of a change: names, and who sees it. */
export const auditedFields = (row: {
  readonly name: string;
  readonly shared?: Role;
  readonly by_link?: boolean;
}) => ({
  name: row.name,
  ...(row.shared === undefined ? {} : { shared: row.shared, by_link: row.by_link }),
});

/** Deletes a saved question or a dashboard of the version that was read. @throws the refusals NotFound, Conflict */
export const deleteShared = (
  db: Kysely<Database>,
  table: 'usage_questions' | 'usage_dashboards',
  {
    body,
    audit,
  }: Pick<ConsoleInput<ConsoleCalls['deleteSavedQuestion' | 'deleteDashboard']>, 'body' | 'audit'>,
) =>
  transaction(db, async trx => {
    const row = await lockRevision(trx, table, body);
    await trx.deleteFrom(table).where('id', '=', body.id).execute();
    await audit(trx, { subject: body.id, before: auditedFields(row) });
    return {};
  });
