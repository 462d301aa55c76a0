/** Tables of a trend, and the names of its lines. */
import { groupName, type Question, type QuestionBody } from '@rollcall/contract/console';
import type { Tabular, TabularColumn } from '../charts/tabular.ts';
import { pointCell } from '../usage/period.ts';
import { seriesName } from './names.ts';
import type { AskWords } from './words.ts';
import { lineWriter, type Writers } from './writers.ts';

type Trend = Extract<QuestionBody, { readonly kind: 'trend' }>;

/** Lines of a chart at most that the previous period is drawn beside. */
const COMPARED = 3;

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
  answer: Trend,
  previous: Trend | undefined,
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
  answer: Trend,
  previous: Trend | undefined,
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
