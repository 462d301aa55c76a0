import { expect, test } from 'vitest';
import { tableOfFunnel, tableOfRetention, tableOfTrend } from './tables.ts';

const words = {
  point: 'When',
  moment: (point: string) => ({ words: `<${point}>`, iso: point }),
  alone: 'Events',
  none: '(none)',
  others: 'Others',
  write: String,
};
const heads = (table: { columns: readonly { head: string }[] }) => table.columns.map(({ head }) => head);

test('a trend that is not split has one series under its measure’s name', () => {
  const table = tableOfTrend(
    {
      points: ['2026-11-20', '2026-11-21'],
      series: [{ name: null, total: 3, values: [1, 2] }],
      others: null,
    },
    words,
  );
  expect(heads(table)).toEqual(['When', 'Events']);
  expect(table.rows).toEqual([
    [{ words: '<2026-11-20>', iso: '2026-11-20' }, 1],
    [{ words: '<2026-11-21>', iso: '2026-11-21' }, 2],
  ]);
});

test('names missing values of a split trend, and adds up the others', () => {
  const table = tableOfTrend(
    {
      points: ['2026-11-21'],
      series: [
        { name: 'web', total: 5, values: [5] },
        { name: null, total: 2, values: [2] },
      ],
      others: { total: 1, values: [1] },
    },
    { ...words, alone: undefined },
  );
  expect(heads(table)).toEqual(['When', 'web', '(none)', 'Others']);
  expect(table.rows).toEqual([[{ words: '<2026-11-21>', iso: '2026-11-21' }, 5, 2, 1]]);
});

test('makes an empty table of zeros, so that the page says that there is nothing', () => {
  const zeros = { points: ['2026-11-21'], series: [{ name: null, total: 0, values: [0] }], others: null };
  expect(tableOfTrend(zeros, words).rows).toEqual([]);
});

test('a funnel’s shares, also without people', () => {
  const columns = [{ head: 'a' }, { head: 'b' }, { head: 'c' }, { head: 'd' }, { head: 'e' }] as const;
  const step = (people: number, median: number | null) => ({
    kind: 'custom' as const,
    key: 'k',
    people,
    median,
  });
  expect(tableOfFunnel({ steps: [step(8, null), step(4, 10), step(1, 20)] }, columns).rows).toEqual([
    ['k', 8, 1, 1, null],
    ['k', 4, 0.5, 0.5, 10],
    ['k', 1, 0.125, 0.25, 20],
  ]);
  expect(tableOfFunnel({ steps: [step(0, null), step(0, null)] }, columns).rows).toEqual([
    ['k', 0, 0, 0, null],
    ['k', 0, 0, 0, null],
  ]);
});

test('retention: leaves out empty cohorts, and gives no number for the future', () => {
  const table = tableOfRetention(
    {
      cohorts: [
        { point: '2026-11-02', people: 10, back: [10, 5, 0] },
        { point: '2026-11-09', people: 0, back: [0, 0] },
        { point: '2026-11-16', people: 4, back: [4] },
      ],
    },
    {
      cohort: 'First',
      came: 'People',
      moment: point => ({ words: point, iso: point }),
      after: at => `+${at}`,
      whole: String,
      percent: String,
    },
  );
  expect(heads(table)).toEqual(['First', 'People', '+0', '+1', '+2']);
  expect(table.rows).toEqual([
    [{ words: '2026-11-02', iso: '2026-11-02' }, 10, 1, 0.5, 0],
    [{ words: '2026-11-16', iso: '2026-11-16' }, 4, 1, null, null],
  ]);
});
