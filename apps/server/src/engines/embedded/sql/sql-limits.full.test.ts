/** SQL that would take all time or memory ends, and the next statement is answered. */
import { afterAll, expect, test } from 'vitest';
import { SqlProcesses } from './sql-processes.ts';
import { nightlyFiles } from './testing/files.ts';

const { files, remove } = await nightlyFiles();
// No test waits for it.
const sql = new SqlProcesses({ timeout: 600_000 });
afterAll(async () => {
  await sql.close();
  await remove();
});
const stay = new AbortController().signal;
const answers = async () =>
  expect((await sql.run('select count(*) from events', files, 'admin', stay)).rows).toEqual([[4]]);

test.each([
  // Only one side is kept, whatever a fast machine gets through.
  'select count(*) from range(1000000) a, range(1000000000) b where hash(a.range, b.range) = 0',
  'with recursive r as (select 1 as a union all select a + 1 from r) select max(a) from r',
])('one that never ends is ended with its process: %s', async text => {
  const short = new SqlProcesses({ timeout: 2_000 });
  await expect(short.run(text, files, 'admin', stay)).rejects.toMatchObject({ why: 'time' });
  expect(short.children).toEqual([]);
  await answers();
});

test.each([
  "select list(repeat('a', 1000) || range) from range(100000000)",
  'select * from range(1000000000) order by hash(range) desc',
  'select list(range) from range(15000000)',
  "select string_agg(repeat('a', 10000), '') from range(1000000)",
])('one that takes too much memory is refused: %s', async text => {
  await expect(sql.run(text, files, 'admin', stay)).rejects.toMatchObject({ why: 'memory' });
  await answers();
});
