import { expect, test } from 'vitest';
import { toCsv } from '../charts/tabular.ts';
import {
  type CallRow,
  type GroupRow,
  judgedRows,
  lackingScale,
  orderedCalls,
  sumOfCalls,
  tableOfCalls,
  tableOfGroups,
  tableOfResources,
  tableOfVitals,
  type VitalRow,
} from './tables.ts';
import { monitorWords } from './words.ts';

const words = monitorWords.en;
const write = {
  whole: String,
  share: String,
  ms: String,
  moment: (at: number) => ({ words: String(at), iso: new Date(at).toISOString() }),
};
const call = (given: Partial<CallRow> & Pick<CallRow, 'call'>): CallRow => ({
  total: 0,
  succeeded: 0,
  business: 0,
  failed: 0,
  aborted: 0,
  success_share: null,
  statuses: [],
  p50: null,
  p75: null,
  p95: null,
  p99: null,
  ...given,
});
const often = call({
  call: 'GET /often',
  total: 100,
  succeeded: 80,
  failed: 15,
  aborted: 5,
  success_share: 80 / 95,
  p95: 90,
  statuses: [
    { status: 200, count: 80 },
    { status: 604, count: 15 },
  ],
});
const slow = call({ call: 'GET /slow', total: 10, succeeded: 10, success_share: 1, p95: 900 });
const left = call({ call: 'GET /left', total: 3, aborted: 3 });

test('the scale of what did not succeed ends at the most of any call, at a tenth at least', () => {
  expect(lackingScale([often, slow, left])).toBeCloseTo(15 / 95);
  expect(lackingScale([slow, left])).toBe(0.1);
  expect(lackingScale([])).toBe(0.1);
});

test('orders calls by count, success or latency, those without a value last', () => {
  const names = (by: 'total' | 'success' | 'p95') =>
    orderedCalls([often, slow, left], by).map(row => row.call.slice(5));
  expect(names('total')).toEqual(['often', 'slow', 'left']);
  expect(names('success')).toEqual(['often', 'slow', 'left']);
  expect(names('p95')).toEqual(['slow', 'often', 'left']);
});

test('leaves calls that the page aborted out of the sum', () => {
  expect(sumOfCalls([often, slow, left])).toEqual({ total: 113, business: 0, failed: 15, share: 90 / 105 });
  expect(sumOfCalls([left]).share).toBeNull();
  expect(sumOfCalls([]).share).toBeNull();
});

test('puts each value of a call into its column', () => {
  const { columns, rows } = tableOfCalls([often], words, write);
  const read = Object.fromEntries(columns.map(({ head }, at) => [head, rows[0]?.[at]]));
  expect(read).toMatchObject({
    Call: 'GET /often',
    Success: 80 / 95,
    p95: 90,
    Calls: 100,
    Failed: 15,
    Cancelled: 5,
    Statuses: '200\u00A0×\u00A080 · Fetch\u00A0error\u00A0×\u00A015',
  });
});

const vital = (given: Partial<VitalRow>): VitalRow => ({
  page: '/',
  release: 'r1',
  metric: 'LCP',
  samples: 10,
  p75: 3000,
  rating: 'needs-improvement',
  good: 5,
  needs_improvement: 4,
  poor: 1,
  ...given,
});

test('vitals: those with thresholds, of the chosen metric, page and release', () => {
  const rows = [
    vital({}),
    vital({ release: 'r2' }),
    vital({ metric: 'CLS', p75: 0.123_4 }),
    vital({ metric: 'loadEventEnd', rating: null }),
    vital({ page: '/b' }),
  ];
  const all = { metric: '', page: '', release: '' } as const;
  expect(judgedRows(rows, all)).toHaveLength(4);
  expect(judgedRows(rows, { ...all, metric: 'LCP', release: 'r2' })).toEqual([rows[1]]);
  expect(judgedRows(rows, { ...all, page: '/b' })).toEqual([rows[4]]);
  const table = tableOfVitals(judgedRows(rows, { ...all, metric: 'CLS' }), words, write);
  expect(table.rows).toEqual([['/', 'r1', 'CLS', 0.123_4, 'Needs improvement', 0.5, 0.4, 0.1, 10]]);
  expect(table.columns[3]?.write?.(0.123_4)).toBe('0.12');
});

test('a group whose page views were not counted has no number of them', () => {
  const group: GroupRow = {
    id: 'a',
    product: 'school',
    name: 'RangeError',
    message: 'm',
    culprit: '',
    status: 'open',
    first_seen: 1,
    last_seen: 3,
    first_release: 'r1',
    last_release: 'r1',
    count: 9,
    pages: 0,
    pages_since: null,
    regressed_at: null,
    note: null,
  };
  const { rows } = tableOfGroups(
    [group, { ...group, pages: 2, pages_since: 2 }],
    [],
    words.statusNames,
    String,
  );
  expect(rows.map(row => row.slice(4, 7))).toEqual([
    [9, '', ''],
    [9, 2, '2'],
  ]);
});

test('names a chunk by its number, another file by its URL', () => {
  const row = {
    element: 'chunk',
    address: '/static/12.js',
    chunk: '12',
    count: 3,
    timeouts: 1,
    pages: ['/a', '/b'],
    releases: ['r1'],
    last_seen: 5,
  } as const;
  const table = tableOfResources(
    [
      { ...row, pages: [...row.pages], releases: [...row.releases] },
      { ...row, element: 'img', chunk: '', address: '/p.png', pages: [], releases: [] },
      { ...row, chunk: '', address: '/', pages: [], releases: [] },
    ],
    words,
    write,
  );
  expect(table.rows.map(([first, count, timeouts]) => [first, count, timeouts])).toEqual([
    ['Chunk 12', 3, 1],
    ['/p.png', 3, 1],
    ['A chunk that the browser does not name', 3, 1],
  ]);
  // the file has no formula out of what a page reported
  expect(toCsv({ columns: [{ head: 'a' }], rows: [['=1+1']] })).toContain("'=1+1");
});
