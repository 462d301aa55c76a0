/** Tables of answers: what is drawn, read and downloaded. */
import { questionDefaults } from '@rollcall/contract/console';
import { expect, test } from 'vitest';
import { funnelGroups, funnelTrend } from './funnel-table.ts';
import { retentionCounts, retentionTable } from './retention-table.ts';
import { fileName } from './tables.ts';
import { trendSummary, trendTable } from './trend-table.ts';
import { askWords } from './words.ts';
import type { Writers } from './writers.ts';

const writers: Writers = {
  words: askWords.en,
  language: 'en',
  whole: String,
  percent: share => `${Math.round(share * 100)}%`,
  figure: String,
  ratio: value => `${value}:1`,
};
const trend = questionDefaults('trend');
const line = (by: (string | null)[], values: (number | null)[]) => ({
  series: 0 as number | null,
  by,
  total: values.reduce<number>((sum, value) => sum + (value ?? 0), 0),
  values,
});
const body = (...lines: ReturnType<typeof line>[]) => ({
  kind: 'trend' as const,
  points: ['2026-11-20', '2026-11-21'],
  lines,
  more: 0,
});

test('of a broken-down trend the groups are drawn, and everything together is in the totals', () => {
  const question = { ...trend, breakdowns: ['device.class' as const] };
  const answer = body(line([], [3, 4]), line(['phone'], [1, 3]), line([null], [2, 1]));
  const table = trendTable(question, answer, undefined, writers);
  expect(table.columns.map(({ head }) => head)).toEqual(['When', 'phone', '(none)']);
  expect(table.rows.map(([, ...values]) => values)).toEqual([
    [1, 2],
    [3, 1],
  ]);
  expect(trendSummary(question, answer, undefined, false).map(({ total }) => total)).toEqual([7, 4, 3]);
});

test('the period before stands beside it; an unfinished point lowers no average', () => {
  const table = trendTable(trend, body(line([], [3, 1])), body(line([], [2, 2])), writers);
  expect(table.columns.map(({ head }) => head)).toEqual(['When', 'Any activity', 'Any activity (before)']);
  expect(table.rows.map(([, ...values]) => values)).toEqual([
    [3, 2],
    [1, 2],
  ]);
  const [all] = trendSummary(trend, body(line([], [3, 1])), body(line([], [2, 2])), true);
  expect(all).toMatchObject({ total: 4, average: 3, before: 4, change: 0 });
  const [none] = trendSummary(trend, body(line([], [3, 1])), body(line([], [0, 0])), false);
  expect(none?.change).toBeNull();
});

test('a formula is written finer than its series', () => {
  const formula = { ...line([], [0.5, 0.25]), series: null };
  const { columns } = trendTable(
    { ...trend, formula: 'A / 2' },
    body(line([], [1, 2]), formula),
    undefined,
    writers,
  );
  expect(columns.map(({ write }) => write?.(0.25))).toEqual([undefined, '0.25', '0.25:1']);
});

test('the conversion of a point is that of the attempts that began there, and none where nobody began', () => {
  const answer = {
    kind: 'funnel' as const,
    groups: [],
    more: 0,
    points: ['2026-11-20', '2026-11-21'],
    trend: [
      [4, 3, 1],
      [0, 0, 0],
    ],
  };
  expect(funnelTrend(answer, writers).rows.map(([, share]) => share)).toEqual([0.25, null]);
});

test('a retention begins with its average, and leaves out who had no time to return', () => {
  const table = retentionTable(
    {
      by: [],
      cohorts: [
        { point: '2026-11-20', people: 4, back: [4, 1] },
        { point: '2026-11-21', people: 2, back: [2] },
      ],
      average: [1, 0.25],
    },
    writers,
  );
  expect(table.rows.map(([, ...cells]) => cells)).toEqual([
    [6, 1, 0.25],
    [4, 1, 0.25],
    [2, 1, null],
  ]);
  // As it is read, each share tells of how many people.
  expect(retentionCounts(table, writers).rows.map(([, ...cells]) => cells)).toEqual([
    [6, 1, 0.25],
    [4, '4 (100%)', '1 (25%)'],
    [2, '2 (100%)', null],
  ]);
});

test('of each group of a funnel the time between neighbouring steps is told', () => {
  const spread = (p50: number) => ({ p10: 0, p25: 0, p50, p75: 0, p90: 0 });
  const step = (people: number, p50?: number) => ({
    people,
    between: p50 === undefined ? null : spread(p50),
  });
  const question = {
    ...questionDefaults('funnel'),
    series: Array.from({ length: 3 }, () => ({ event: null, measure: 'times' as const })),
  };
  const { columns, rows } = funnelGroups(
    question,
    {
      kind: 'funnel',
      groups: [
        { by: [], steps: [step(4), step(2, 60_000), step(1, 5000)] },
        { by: ['Edge'], steps: [step(2), step(1, 30_000), step(0)] },
      ],
      more: 0,
      points: [],
      trend: [],
    },
    writers,
  );
  expect(columns.slice(-2).map(({ head }) => head)).toEqual(['Median 1 → 2', 'Median 2 → 3']);
  expect(rows).toEqual([
    ['All', 4, 2, 1, 0.25, 60_000, 5000],
    ['Edge', 2, 1, 0, 0, 30_000, null],
  ]);
});

test('a file is named by question and period, without what a file system refuses', () => {
  const period = { from: Date.UTC(2026, 10, 19, 16), to: Date.UTC(2026, 10, 21, 16) };
  expect(fileName('趋势 /a:b|c', period)).toBe('趋势 a b c 2026-11-20 2026-11-21');
  expect(fileName('///', period)).toBe('question 2026-11-20 2026-11-21');
});
