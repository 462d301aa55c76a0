/** Deletes many rows a batch at a time: one statement must not hold locks for long. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from './schema.ts';

/** Rows that one statement deletes. */
const BATCH = 1_000;

/**
 * Deletes the rows of a table that a condition selects. Rows that another transaction holds are left out.
 * @returns how many rows were deleted
 */
export const batchDelete = async (
  db: Kysely<Database>,
  table: keyof Database,
  condition: RawBuilder<unknown>,
): Promise<number> => {
  let total = 0;
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ctid = any (array(
        select ctid from ${sql.table(table)} where ${condition} limit ${BATCH} for update skip locked
      ))`.execute(db);
    const deleted = Number(numAffectedRows ?? 0);
    total += deleted;
    if (deleted < BATCH) return total;
  }
};
