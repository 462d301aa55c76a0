/** Tables of the answers, for charts, table view and download. */
import type { AnswerOf, ConsoleCalls } from '../client/calls.ts';
import type { Moment, Tabular, TabularColumn } from '../charts/tabular.ts';

type Trend = AnswerOf<ConsoleCalls['getUsageTrend']>;
type Retention = AnswerOf<ConsoleCalls['getUsageRetention']>;
type Funnel = AnswerOf<ConsoleCalls['getUsageFunnel']>;

/** A row for each time, a column for each series, the remaining ones summed in the last. No rows if all values are 0. */
export const tableOfTrend = (
  { points, series, others }: Pick<Trend, 'points' | 'series' | 'others'>,
  words: {
    readonly point: string;
    readonly moment: (point: string) => Moment;
    /** Name of the only series; undefined if the answer is broken down. */
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
      ? points.map((point, at) => [words.moment(point), ...all.map(({ values }) => values[at] ?? 0)])
      : [],
  };
};

/** A row for each step: persons, share of the first step, share of the step before, median time since the first. */
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

/** A row for each cohort: its first day, its size, then the share that came back in each later period. */
export const tableOfRetention = (
  { cohorts }: Pick<Retention, 'cohorts'>,
  words: {
    readonly cohort: string;
    readonly came: string;
    readonly moment: (point: string) => Moment;
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
      words.moment(point),
      people,
      ...Array.from({ length: long }, (_, at) => {
        const came = back[at];
        return came === undefined ? null : came / people;
      }),
    ]),
  };
};
