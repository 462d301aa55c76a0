/** Parquet files that the console makes of answers, read by DuckDB. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { readParquet } from '../apps/server/src/engines/embedded/sql/testing/read-parquet.ts';
import { type ParquetTable, toParquet } from '../apps/console/src/charts/parquet.ts';

const folder = await mkdtemp(join(tmpdir(), 'rollcall-parquet-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const read = async (table: ParquetTable) => {
  const path = join(folder, 'table.parquet');
  await writeFile(path, toParquet(table));
  return readParquet(path);
};

test('numbers are doubles, times and words text, and nothing is null', async () => {
  const moment = { iso: '2026-11-21' };
  expect(
    await read({
      columns: [{ head: '日期' }, { head: 'n', write: String }, { head: 'n' }, { head: 'empty' }],
      rows: [
        [moment, 1.5, '=1+1', null],
        [null, -3, '数学\n"a"', null],
        ['later', null, '', null],
      ],
    }),
  ).toEqual({
    names: ['日期', 'n', 'n 2', 'empty'],
    types: ['VARCHAR', 'DOUBLE', 'VARCHAR', 'VARCHAR'],
    rows: [
      ['2026-11-21', 1.5, '=1+1', null],
      [null, -3, '数学\n"a"', null],
      ['later', null, '', null],
    ],
  });
});

test('any table comes back as it was', async () => {
  const column = fc.oneof(
    fc.constant(fc.option(fc.double({ noNaN: true }), { nil: null })),
    fc.constant(fc.option(fc.string({ unit: 'grapheme' }), { nil: null })),
  );
  const tables = fc
    .tuple(fc.array(column, { minLength: 1, maxLength: 20 }), fc.integer({ min: 1, max: 300 }))
    .chain(([columns, length]) =>
      fc.tuple(
        ...columns.map(cell =>
          fc.array<string | number | null>(cell, { minLength: length, maxLength: length }),
        ),
      ),
    );
  await fc.assert(
    fc.asyncProperty(tables, async given => {
      const rows = (given[0] ?? []).map((_, at) => given.map(cells => cells[at] ?? null));
      const found = await read({ columns: given.map((_, at) => ({ head: `c${at}` })), rows });
      expect(found.rows).toEqual(rows);
    }),
    { numRuns: 30 },
  );
});
