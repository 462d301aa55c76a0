/** Merges the rollups of hours that several batches added to; rows that add up to nothing are deleted. */
import type { DuckDBConnection } from '@duckdb/node-api';
import { rowsOf } from './statements.ts';
import { rollups, rollupTables } from './tables.ts';

/**
 * Runs within the caller's transaction.
 * @param only a SELECT of the persons whose activity is merged, where that of all others is merged already; absent: of all
 */
export const mergeDirtyHours = async (writer: DuckDBConnection, only?: string): Promise<void> => {
  const [bounds] = await rowsOf(writer, 'select min(hour) as least, max(hour) as most from dirty_hours');
  const { least: first, most: last } = bounds ?? {};
  if (typeof first !== 'number' || typeof last !== 'number') return;
  // The bounds let the database skip everything older; the list says which exactly.
  const hours = `hour between ${first} and ${last} and hour in (select hour from dirty_hours)`;
  for (const table of rollupTables) {
    const { by, add, least } = rollups[table];
    const dirty = only !== undefined && 'person' in by ? `${hours} and person in (${only})` : hours;
    const keys = Object.keys(by).join(', ');
    await writer.run(`create or replace temp table merged as
      select ${[keys, ...add.map(sum => `sum(${sum}) as ${sum}`), ...least.map(each => `min(${each}) as ${each}`)].join(', ')}
      from ${table} where ${dirty} group by ${keys} having sum(${add[0]}) <> 0 order by ${keys}`);
    await writer.run(`delete from ${table} where ${dirty}`);
    await writer.run(`insert into ${table} by name select * from merged`);
  }
  await writer.run('drop table merged');
  await writer.run('delete from dirty_hours');
};
