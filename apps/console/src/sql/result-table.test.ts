import { expect, test } from 'vitest';
import { toCsv } from '../charts/tabular.ts';
import { chartTable, resultTable } from './result-table.ts';

const result = {
  columns: [
    { name: 'day', numeric: false },
    { name: 'key', numeric: false },
    { name: 'n', numeric: true },
    { name: 'on', numeric: false },
  ],
  rows: [
    ['2026-11-20', '=1+1', 3, true],
    ['2026-11-21', null, null, false],
  ],
  cut: false,
  took: 5,
  until: '2026-11-21',
};

test('a result is a table that a spreadsheet reads', () => {
  expect(toCsv(resultTable(result, String))).toBe(
    "\uFEFFday,key,n,on\r\n2026-11-20,'=1+1,3,true\r\n2026-11-21,,,false\r\n",
  );
});

test('a chart has the first column and the numbers', () => {
  const chart = chartTable(resultTable(result, String));
  expect(chart?.columns.map(({ head }) => head)).toEqual(['day', 'n']);
  expect(chart?.rows).toEqual([
    ['2026-11-20', 3],
    ['2026-11-21', null],
  ]);
  expect(chartTable(resultTable({ ...result, columns: result.columns.slice(0, 2) }, String))).toBeUndefined();
});
