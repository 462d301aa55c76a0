/** Removes rows by mutations, which are waited for and proved by counting: rows are deleted, or marked as deleted (a lightweight deletion). */
import type { ClickHouse } from './client.ts';
import { deleteRows, markRows } from './ddl.ts';
import { type HeldContext, runMutation } from './run-mutation.ts';

/** Times that rows are removed while a load brings more of them. */
const TIMES = 5;

/** How many rows there are of each name; of none, of all together. */
export type Counts = Map<string, number>;

const countsOf = async (store: ClickHouse, table: string, where: string, by: string): Promise<Counts> => {
  // A condition would take the name of a column for that of an answer.
  const rows = await store.lookUp<{ counted_by: string; counted: number }>(
    `SELECT ${by} AS counted_by, count() AS counted FROM ${table} WHERE ${where} GROUP BY counted_by HAVING counted > 0`,
  );
  return new Map(rows.map(({ counted_by, counted }) => [counted_by, counted]));
};

export interface Removal {
  readonly where: string;
  /** An expression by whose value the rows are counted. */
  readonly by: string;
  /** The rows stay on the disk, and no statement sees them, until `clearDeleted`. */
  readonly lightweight?: boolean;
}

/** Deletes rows. @param before is called ahead of each mutation. @returns how many, by the value of an expression. @throws where some are left */
export const removeBy = async (
  context: HeldContext,
  table: string,
  { where, by, lightweight }: Removal,
  before: () => Promise<unknown> = async () => {},
): Promise<Counts> => {
  const statement = (lightweight ? markRows : deleteRows)(table, where, context.layout);
  const count = () => countsOf(context.store, table, where, by);
  const removed = new Map<string, number>();
  let left = await count();
  for (let time = 0; left.size > 0; time += 1) {
    if (time > TIMES) throw new Error(`Rows of ${table} are left after ${TIMES} mutations.`);
    await before();
    const answered = await runMutation(context, table, statement);
    const still = await count();
    for (const [name, n] of left) {
      const gone = answered ? n : Math.max(0, n - (still.get(name) ?? 0));
      removed.set(name, (removed.get(name) ?? 0) + gone);
    }
    left = still;
  }
  return removed;
};

/** As `removeBy`. @returns how many in all */
export const remove = async (
  context: HeldContext,
  table: string,
  where: string,
  before?: () => Promise<unknown>,
): Promise<number> => (await removeBy(context, table, { where, by: "''" }, before)).get('') ?? 0;
