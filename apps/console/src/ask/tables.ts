/** Tables of the other kinds of answers, and the names of files. */
import { groupName, type Question, type QuestionAnswer, type QuestionBody } from '@rollcall/contract/console';
import type { Cell, Tabular } from '../charts/tabular.ts';
import { writeDuration } from '../usage/period.ts';
import { dayText } from './period.ts';
import { drawnLines, lineName } from './trend-table.ts';
import type { Writers } from './writers.ts';

type Body<Kind extends QuestionBody['kind']> = Extract<QuestionBody, { readonly kind: Kind }>;

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
