import { expect, test } from 'vitest';
import { toCsv } from '../charts/tabular.ts';
import { chartTable, resultTable, stepsEvenly } from './result-table.ts';

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

test('columns with long texts are broken into lines, others stay on one', () => {
  const data = JSON.stringify({ subject: 'mathematics', score: 80 });
  const { columns } = resultTable(
    { ...result, rows: [...result.rows, ['2026-11-22', data, 1, true]] },
    String,
  );
  expect(columns.map(({ long }) => long === true)).toEqual([false, true, false, false]);
});

const withNumbers = (...numbers: (number | string | null)[]) =>
  chartTable(
    resultTable({ ...result, rows: numbers.map((n, at) => [`2026-11-2${at}`, null, n, true]) }, String),
  );

test('a chart has the first column and the numbers', () => {
  const chart = withNumbers(3, 0);
  expect(chart?.columns.map(({ head }) => head)).toEqual(['day', 'n']);
  expect(chart?.rows).toEqual([
    ['2026-11-20', 3],
    ['2026-11-21', 0],
  ]);
  expect(chartTable(resultTable({ ...result, columns: result.columns.slice(0, 2) }, String))).toBeUndefined();
});

test.each([null, '9007199254740993', -1])('a chart that would draw %j elsewhere is none', n => {
  expect(withNumbers(3, n)).toBeUndefined();
});

test.each<[boolean, (string | number | null)[]]>([
  [true, ['2026-11-29', '2026-11-30', '2026-12-01']],
  [true, ['2026-11', '2026-12', '2027-01', '2027-02']],
  [true, ['2026-11-20 08:00:00', '2026-11-20 09:00:00', '2026-11-20 10:00:00.000']],
  [true, [1, 3, 5]],
  [false, [1, 2, 10]],
  [false, ['2026-11-20', '2026-11-21', '2026-11-25']],
  [false, ['2026-11-21', '2026-11-20']],
  [false, [1, 1]],
  [false, ['2026-11-20', null]],
  [false, ['/a', '/b']],
])('%s: a line goes through %j', (up, firsts) => {
  expect(
    stepsEvenly({ columns: [{ head: 'x' }, { head: 'n' }], rows: firsts.map(first => [first, 1]) }),
  ).toBe(up);
});
