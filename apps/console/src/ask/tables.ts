/** Tables of the answers, for charts, table view and download. */
import type { Question, QuestionAnswer, QuestionBody } from '@rollcall/contract/console';
import type { Cell, Tabular, TabularColumn } from '../charts/tabular.ts';
import { pointCell, writeDuration } from '../usage/period.ts';
import { groupName, seriesName } from './names.ts';
import { dayText } from './period.ts';
import type { AskWords } from './words.ts';

export interface Writers {
  readonly words: AskWords;
  readonly language: string;
  readonly whole: (value: number) => string;
  readonly percent: (share: number) => string;
  /** A figure that may have decimals. */
  readonly figure: (value: number) => string;
  /** Of one series to another: from point to point it differs by less than a hundredth. */
  readonly ratio: (value: number) => string;
}
type Body<Kind extends QuestionBody['kind']> = Extract<QuestionBody, { readonly kind: Kind }>;

/** Lines of a chart at most that the previous period is drawn beside. */
const COMPARED = 3;

const isDuration = (question: Question, series: number | null): boolean => {
  const measure = series === null ? undefined : question.series[series]?.measure;
  return (
    typeof measure === 'object' && measure.property !== undefined && !measure.property.startsWith('data.')
  );
};

export const durationWriter = (writers: Pick<Writers, 'words'>) => (ms: number) =>
  writeDuration(ms, writers.words.units);

/** How the values of a line are written: durations, or figures. */
export const lineWriter = (question: Question, series: number | null, writers: Writers) =>
  series === null ? writers.ratio : isDuration(question, series) ? durationWriter(writers) : writers.figure;

export const lineName = (
  question: Question,
  { series, by }: { readonly series: number | null; readonly by: readonly (string | null)[] },
  words: AskWords,
): string => {
  const name = series === null ? (question.formula ?? words.formula) : seriesName(question, series, words);
  if (question.breakdowns.length === 0) return name;
  const group = groupName(by, words);
  return question.series.length > 1 || series === null ? `${name} · ${group}` : group;
};

/** The lines that are drawn: of a broken-down question the groups, without everything together. */
export const drawnLines = <Line extends { readonly by: readonly (string | null)[] }>(
  lines: readonly Line[],
) => {
  const groups = lines.filter(({ by }) => by.length > 0);
  return groups.length > 0 ? groups : lines;
};

export const trendTable = (
  question: Question,
  answer: Body<'trend'>,
  previous: Body<'trend'> | undefined,
  writers: Writers,
): Tabular => {
  const lines = drawnLines(answer.lines);
  const { words, language } = writers;
  const before =
    previous && lines.length <= COMPARED
      ? drawnLines(previous.lines).filter(({ series, by }) =>
          lines.some(line => line.series === series && line.by.join('\n') === by.join('\n')),
        )
      : [];
  const something = lines.some(({ values }) => values.some(value => value !== null && value !== 0));
  const columns: TabularColumn[] = [
    { head: words.point },
    ...lines.map(line => ({
      head: lineName(question, line, words),
      write: lineWriter(question, line.series, writers),
    })),
    ...before.map(line => ({
      head: words.previously(lineName(question, line, words)),
      write: lineWriter(question, line.series, writers),
    })),
  ];
  return {
    columns,
    rows: something
      ? answer.points.map((point, at) => [
          pointCell(point, language),
          ...[...lines, ...before].map(({ values }) => values[at] ?? null),
        ])
      : [],
  };
};

const average = (values: readonly (number | null)[]): number | null => {
  const known = values.filter(value => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
};

const changeOf = (now: number | null, before: number | null | undefined): number | null =>
  now === null || before === null || before === undefined || before === 0 ? null : now / before - 1;

/** A row for each line, everything together first: total, average of a point, total before, change. */
export const trendSummary = (
  question: Question,
  answer: Body<'trend'>,
  previous: Body<'trend'> | undefined,
  unfinished: boolean,
) =>
  answer.lines.map(line => {
    const was = previous?.lines.find(
      ({ series, by }) => series === line.series && by.join('\n') === line.by.join('\n'),
    );
    return {
      ...line,
      // a point that is not over would lower it
      average: average(unfinished && line.values.length > 1 ? line.values.slice(0, -1) : line.values),
      before: was?.total ?? null,
      change: changeOf(line.total, was?.total),
    };
  });

const share = (part: number, of: number): number => (of === 0 ? 0 : part / of);

export const funnelTable = (
  question: Question,
  steps: Body<'funnel'>['groups'][number]['steps'],
  { words, whole, percent }: Writers,
): Tabular => {
  const duration = (ms: number) => writeDuration(ms, words.units);
  const first = steps[0]?.people ?? 0;
  return {
    columns: [
      { head: words.step },
      { head: words.people, write: whole },
      { head: words.ofFirst, write: percent },
      { head: words.ofBefore, write: percent },
      { head: words.between, write: duration },
      { head: words.p10, write: duration },
      { head: words.p90, write: duration },
    ],
    rows: steps.map(({ people, between }, at): Cell[] => [
      seriesName(question, at, words),
      people,
      share(people, first),
      at === 0 ? 1 : share(people, steps[at - 1]?.people ?? 0),
      between?.p50 ?? null,
      between?.p10 ?? null,
      between?.p90 ?? null,
    ]),
  };
};

/** A row for each group: people of each step, the conversion, and the time between neighbouring steps. */
export const funnelGroups = (
  question: Question,
  { groups }: Body<'funnel'>,
  { words, whole, percent }: Writers,
): Tabular => ({
  columns: [
    { head: words.group_ },
    ...question.series.map((_, at) => ({
      head: `${at + 1} ${seriesName(question, at, words)}`,
      write: whole,
    })),
    { head: words.conversion, write: percent },
    ...question.series.slice(1).map((_, at) => ({
      head: words.betweenSteps(at + 1, at + 2),
      write: (ms: number) => writeDuration(ms, words.units),
    })),
  ],
  rows: groups.map(({ by, steps }) => [
    groupName(by, words),
    ...steps.map(({ people }) => people),
    share(steps[steps.length - 1]?.people ?? 0, steps[0]?.people ?? 0),
    ...steps.slice(1).map(({ between }) => between?.p50 ?? null),
  ]),
});

export const funnelTrend = (
  { points, trend }: Body<'funnel'>,
  { words, language, percent }: Writers,
): Tabular => ({
  columns: [{ head: words.point }, { head: words.conversion, write: percent }],
  rows: points.map((point, at) => {
    const done = trend[at] ?? [];
    return [pointCell(point, language), share(done[done.length - 1] ?? 0, done[0] ?? 0)];
  }),
});

export const retentionTable = (
  { cohorts, average: mean }: Body<'retention'>['groups'][number],
  { words, language, whole, percent }: Writers,
): Tabular => {
  const shown = cohorts.filter(({ people }) => people > 0);
  const long = Math.max(0, ...shown.map(({ back }) => back.length));
  const places = Array.from({ length: long }, (_, at) => at);
  return {
    columns: [
      { head: words.cohortDay },
      { head: words.people, write: whole },
      ...places.map(at => ({ head: words.after(at), write: percent })),
    ],
    rows:
      shown.length === 0
        ? []
        : [
            [
              words.averageRow,
              shown.reduce((sum, { people }) => sum + people, 0),
              ...places.map(at => mean[at] ?? null),
            ],
            ...shown.map(({ point, people, back }): Cell[] => [
              pointCell(point, language, 'date'),
              people,
              ...places.map(at => {
                const came = back[at];
                return came === undefined ? null : came / people;
              }),
            ]),
          ],
  };
};

/** A triangle as it is read: beside each share how many people it is. */
export const retentionCounts = (table: Tabular, { words, whole, percent }: Writers): Tabular => ({
  ...table,
  rows: table.rows.map((row, line) =>
    // The first row is the average.
    line === 0
      ? row
      : row.map((cell, at): Cell => {
          const [, people] = row;
          if (at < 2 || typeof cell !== 'number' || typeof people !== 'number') return cell;
          return words.countAndShare(whole(Math.round(cell * people)), percent(cell));
        }),
  ),
});

/** The average row of each group. */
export const retentionGroups = (
  { groups }: Body<'retention'>,
  { words, whole, percent }: Writers,
): Tabular => {
  const long = Math.max(0, ...groups.map(({ average: mean }) => mean.length));
  return {
    columns: [
      { head: words.group_ },
      { head: words.people, write: whole },
      ...Array.from({ length: long }, (_, at) => ({ head: words.after(at), write: percent })),
    ],
    rows: groups.map(({ by, cohorts, average: mean }) => [
      groupName(by, words),
      cohorts.reduce((sum, { people }) => sum + people, 0),
      ...Array.from({ length: long }, (_, at) => mean[at] ?? null),
    ]),
  };
};

export const stickinessTable = (
  question: Question,
  answer: Body<'stickiness'>,
  { words, whole }: Writers,
): Tabular => {
  const lines = drawnLines(answer.lines);
  const long = Math.max(0, ...lines.map(({ people }) => people.length));
  const something = lines.some(({ people }) => people.some(value => value > 0));
  return {
    columns: [
      { head: words.daysActive },
      ...lines.map(line => ({ head: lineName(question, line, words), write: whole })),
    ],
    rows: something
      ? Array.from({ length: long }, (_, at): Cell[] => [
          words.daysCount(at + 1),
          ...lines.map(({ people }) => people[at] ?? 0),
        ])
      : [],
  };
};

/** A row for each group: median and 90th percentile first, by which the chart is drawn. */
export const timeTable = ({ rows }: Body<'time'>, { words, whole }: Writers): Tabular => {
  const duration = (ms: number) => writeDuration(ms, words.units);
  return {
    columns: [
      { head: words.event },
      { head: words.p50, write: duration },
      { head: words.p90, write: duration },
      { head: words.average, write: duration },
      { head: words.sum, write: duration },
      { head: words.often, write: whole },
    ],
    rows: rows.map(({ by, times, sum, average: mean, p50, p90 }) => [
      groupName(by, words),
      p50,
      p90,
      mean,
      sum,
      times,
    ]),
  };
};

export const pathsTable = ({ moves }: Body<'paths'>, { words, whole }: Writers): Tabular => ({
  columns: [
    { head: words.fromPage },
    { head: words.toPage },
    { head: words.moves, write: whole },
    { head: words.stepNumber, write: String },
  ],
  rows: moves.map(({ step, from_page: from, to_page: to, moves: count }) => [
    from ?? words.begins,
    to ?? words.ends,
    count,
    step,
  ]),
});

export const peopleTable = ({ people }: Body<'people'>, { words, language, whole }: Writers): Tabular => {
  const moment = (at: number) => ({
    words: new Intl.DateTimeFormat(language, { timeZone: 'Asia/Shanghai', dateStyle: 'medium' }).format(at),
    iso: new Date(at).toISOString(),
  });
  return {
    columns: [
      { head: words.person },
      { head: words.often, write: whole },
      { head: words.first },
      { head: words.last },
    ],
    rows: people.map(({ id, nickname, times, first, last }) => [
      nickname ?? id ?? words.visitor,
      times,
      moment(first),
      moment(last),
    ]),
  };
};

/** The name of a CSV file: the question and its period. */
export const fileName = (name: string, { from, to }: Pick<QuestionAnswer, 'from' | 'to'>): string => {
  const plain = name
    .replaceAll(/[^\p{L}\p{N} _-]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 60);
  return `${plain || 'question'} ${dayText(from)} ${dayText(to - 1)}`;
};
