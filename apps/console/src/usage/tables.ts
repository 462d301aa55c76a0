/** Each answer as the table that is drawn, read and downloaded. */
import type { AnswerOf, ConsoleCalls } from '../client/calls.ts';
import type { Tabular, TabularColumn } from '../charts/tabular.ts';

type Trend = AnswerOf<ConsoleCalls['getUsageTrend']>;
type Retention = AnswerOf<ConsoleCalls['getUsageRetention']>;
type Funnel = AnswerOf<ConsoleCalls['getUsageFunnel']>;

/** A line for each moment; a column for each series, the others last. Nothing at all: no line. */
export const tableOfTrend = (
  { points, series, others }: Pick<Trend, 'points' | 'series' | 'others'>,
  words: {
    readonly point: string;
    readonly pointWords: (point: string) => string;
    /** Names the one series of a question that was not split; undefined: it was split. */
    readonly alone: string | undefined;
    readonly none: string;
    readonly others: string;
    readonly write: (value: number) => string;
  },
): Tabular => {
  const all = [
    ...series.map(({ name, values }) => ({ name: words.alone ?? (name || words.none), values })),
    ...(others ? [{ name: words.others, values: others.values }] : []),
  ];
  const something = all.some(({ values }) => values.some(value => value !== 0));
  return {
    columns: [{ head: words.point }, ...all.map(({ name }) => ({ head: name, write: words.write }))],
    rows: something
      ? points.map((point, at) => [words.pointWords(point), ...all.map(({ values }) => values[at] ?? 0)])
      : [],
  };
};

/** A line for each step: how many, of the first, of the one before, and how long after the first. */
export const tableOfFunnel = (
  { steps }: Pick<Funnel, 'steps'>,
  columns: readonly [TabularColumn, TabularColumn, TabularColumn, TabularColumn, TabularColumn],
): Tabular => {
  const first = steps[0]?.people ?? 0;
  return {
    columns,
    rows: steps.map(({ key, people, median }, at) => {
      const before = at === 0 ? people : (steps[at - 1]?.people ?? 0);
      return [key, people, first === 0 ? 0 : people / first, before === 0 ? 0 : people / before, median];
    }),
  };
};

/** A line for each cohort: its point, its size, then the share that was there in each period after it. */
export const tableOfRetention = (
  { cohorts }: Pick<Retention, 'cohorts'>,
  words: {
    readonly cohort: string;
    readonly came: string;
    readonly pointWords: (point: string) => string;
    readonly after: (at: number) => string;
    readonly whole: (value: number) => string;
    readonly percent: (share: number) => string;
  },
): Tabular => {
  const shown = cohorts.filter(({ people }) => people > 0);
  const long = Math.max(0, ...shown.map(({ back }) => back.length));
  return {
    columns: [
      { head: words.cohort },
      { head: words.came, write: words.whole },
      ...Array.from({ length: long }, (_, at) => ({ head: words.after(at), write: words.percent })),
    ],
    rows: shown.map(({ point, people, back }) => [
      words.pointWords(point),
      people,
      ...Array.from({ length: long }, (_, at) => {
        const came = back[at];
        return came === undefined ? null : came / people;
      }),
    ]),
  };
};
