/** Merges the sums of hours that several batches added to; rows that came to nothing go. */
import type { DuckDBConnection } from '@duckdb/node-api';
import { rowsOf } from './statements.ts';
import { sums, sumTables } from './tables.ts';

/** Runs within the caller's transaction. */
export const mergeTouched = async (writer: DuckDBConnection): Promise<void> => {
  const [bounds] = await rowsOf(writer, 'select min(hour) as least, max(hour) as most from touched');
  const { least, most } = bounds ?? {};
  if (typeof least !== 'number' || typeof most !== 'number') return;
  // The bounds let the database skip everything older; the list says which exactly.
  const touched = `hour between ${least} and ${most} and hour in (select hour from touched)`;
  for (const table of sumTables) {
    const { by, add } = sums[table];
    const keys = Object.keys(by).join(', ');
    await writer.run(`create or replace temp table merged as
      select ${keys}, ${add.map(sum => `sum(${sum}) as ${sum}`).join(', ')}
      from ${table} where ${touched} group by ${keys} having sum(${add[0]}) <> 0 order by ${keys}`);
    await writer.run(`delete from ${table} where ${touched}`);
    await writer.run(`insert into ${table} select * from merged`);
  }
  await writer.run('drop table merged');
  await writer.run('delete from touched');
};
