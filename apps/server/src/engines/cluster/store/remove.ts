/** Removes rows by mutations. */
import { deleteRows, killMutations } from './ddl.ts';
import type { Maintenance } from './maintenance.ts';

/** Stands in the command of each removal, by which one that was not finished is found. */
const MARK = "'removal' = 'removal'";

/** Removes rows, and waits for it. @returns how many there were */
export const remove = async (
  { store, layout }: Pick<Maintenance, 'store' | 'layout'>,
  table: string,
  where: string,
): Promise<number> => {
  const [row] = await store.rows<{ rows: number }>(`SELECT count() AS rows FROM ${table} WHERE ${where}`);
  const rows = row?.rows ?? 0;
  if (rows === 0) return 0;
  // ClickHouse would try one that failed, or that a process left, again and again.
  await store.run(killMutations(table, MARK, layout));
  await store.run(deleteRows(table, `${MARK} AND (${where})`, layout), {
    settings: { mutations_sync: '2' },
  });
  return rows;
};
