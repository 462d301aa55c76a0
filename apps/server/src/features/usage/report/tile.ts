/** What a sent dashboard says of a question: figures and bars; never who the people are. */
import {
  figureUnit,
  type FigureUnit,
  groupName,
  type Question,
  type QuestionAnswer,
  type QuestionBody,
} from '@rollcall/contract/console';
import type { Language } from '../../../http/language.ts';
import { figureText } from '../../../messages/figure-text.ts';
import { type ReportWords, reportWords, seriesName } from './words.ts';

/** Lines of a trend, their newest points, and rows of other kinds, at most: a phone shows them side by side. */
const LINES = 4;
const POINTS = 62;
const ROWS = 10;

/** Columns over time. */
export interface Columns {
  readonly kind: 'columns';
  readonly label: string;
  readonly total: string;
  readonly points: readonly { readonly name: string; readonly value: number | null; readonly text: string }[];
  /** Says that the last point has not ended. */
  readonly running: string | undefined;
}
/** Rows with a bar each; `share` is of the longest. */
export interface Bars {
  readonly kind: 'bars';
  readonly rows: readonly { readonly name: string; readonly share: number; readonly text: string }[];
}

export interface TileContent {
  /** In one line. */
  readonly summary: string;
  readonly parts: readonly (Columns | Bars)[];
}

type Body<Kind extends QuestionBody['kind']> = Extract<QuestionBody, { readonly kind: Kind }>;
export type Answered = Pick<QuestionAnswer, 'answer' | 'previous' | 'unfinished'>;

/** How figures are written, and the words beside them. */
interface Writers {
  readonly words: ReportWords;
  readonly figure: (unit: FigureUnit, value: number) => string;
  readonly people: (value: number) => string;
}

const share = (part: number, of: number): number => (of === 0 ? 0 : part / of);
const bars = (rows: readonly { name: string; value: number; text: string }[]): Bars => {
  const most = Math.max(0, ...rows.map(({ value }) => value));
  return {
    kind: 'bars',
    rows: rows.map(({ name, value, text }) => ({ name, share: share(value, most), text })),
  };
};

const changeText = (
  now: number | null,
  before: number | null | undefined,
  { words, figure }: Writers,
): string => {
  if (now === null || before === null || before === undefined || before === 0) return '';
  const change = now / before - 1;
  return words.change(`${change > 0 ? '+' : ''}${figure('share', change)}`);
};

const trend = (
  question: Question,
  { answer, previous, unfinished }: Answered,
  writers: Writers,
): TileContent => {
  const { words, figure } = writers;
  const body = answer as Body<'trend'>;
  const groups = body.lines.filter(({ by }) => by.length > 0);
  const lines = groups.length > 0 ? groups : body.lines;
  const earlier = previous?.answer.kind === 'trend' ? previous.answer.lines : [];
  const parts = lines.slice(0, LINES).map((line): Columns => {
    const unit = figureUnit(question, line.series);
    const text = (value: number | null): string => (value === null ? '—' : figure(unit, value));
    const was = earlier.find(
      ({ series, by }) => series === line.series && by.join('\n') === line.by.join('\n'),
    );
    const name = seriesName(question, line.series, words);
    return {
      kind: 'columns',
      label: line.by.length === 0 ? name : `${name} · ${groupName(line.by, words)}`,
      total: text(line.total) + changeText(line.total, was?.total, writers),
      points: body.points
        .map((point, at) => {
          const value = line.values[at] ?? null;
          return { name: point.replace('T', ' '), value, text: text(value) };
        })
        .slice(-POINTS),
      running: unfinished ? words.running[question.grain] : undefined,
    };
  });
  return { summary: parts.map(({ label, total }) => `${label} ${total}`).join(words.semicolon), parts };
};

const funnel = (
  question: Question,
  body: Body<'funnel'>,
  { words, figure, people }: Writers,
): TileContent => {
  const steps = body.groups[0]?.steps ?? [];
  const first = steps[0]?.people ?? 0;
  const rows = steps.map(({ people: done }, at) => ({
    name: `${at + 1} ${seriesName(question, at, words)}`,
    value: done,
    text: words.share(people(done), figure('share', share(done, first))),
  }));
  const last = steps.at(-1)?.people ?? 0;
  return {
    summary: words.converted(people(first), people(last), figure('share', share(last, first))),
    parts: [bars(rows)],
  };
};

const retention = (body: Body<'retention'>, { words, figure }: Writers): TileContent => {
  const [everybody] = body.groups;
  const average = everybody?.average ?? [];
  const rows = average.flatMap((value, at) =>
    value === null ? [] : [{ name: words.cameBack(at), value, text: figure('share', value) }],
  );
  const next = average[1] ?? null;
  return {
    summary: next === null ? words.noRetention : words.nextRetention(figure('share', next)),
    parts: [bars(rows)],
  };
};

const stickiness = (body: Body<'stickiness'>, { words, people }: Writers): TileContent => {
  const counts = body.lines.find(({ by }) => by.length === 0)?.people ?? [];
  const rows = counts.map((value, at) => ({ name: words.activeFor(at + 1), value, text: people(value) }));
  const all = counts.reduce((sum, value) => sum + value, 0);
  return { summary: words.allPeople(people(all)), parts: [bars(rows.slice(0, 31))] };
};

const timeSpent = (body: Body<'time'>, { words, figure }: Writers): TileContent => {
  const rows = body.rows.slice(0, ROWS).map(({ by, p50, p90 }) => ({
    name: groupName(by, words),
    value: p50,
    text: words.spread(figure('duration', p50), figure('duration', p90)),
  }));
  const [first] = rows;
  return { summary: first ? first.name + words.colon + first.text : words.noData, parts: [bars(rows)] };
};

const paths = (body: Body<'paths'>, { words, figure }: Writers): TileContent => ({
  summary: words.moves(figure('number', body.total)),
  parts: [
    bars(
      body.moves.slice(0, ROWS).map(({ from_page: from, to_page: to, moves }) => ({
        name: `${from ?? words.begins} → ${to ?? words.ends}`,
        value: moves,
        text: words.times(figure('number', moves), moves),
      })),
    ),
  ],
});

/** What is said of an answer. */
export const contentOf = (question: Question, answered: Answered, language: Language): TileContent => {
  const words = reportWords[language];
  const figure = (unit: FigureUnit, value: number) => figureText(unit, value, language);
  const people = (value: number) => words.people(figure('number', value), value);
  const writers: Writers = { words, figure, people };
  const body = answered.answer;
  switch (body.kind) {
    case 'trend':
      return trend(question, answered, writers);
    case 'funnel':
      return funnel(question, body, writers);
    case 'retention':
      return retention(body, writers);
    case 'stickiness':
      return stickiness(body, writers);
    case 'time':
      return timeSpent(body, writers);
    case 'paths':
      return paths(body, writers);
    default:
      return { summary: words.notListed(people(body.total)), parts: [] };
  }
};

/** Properties of people that say nothing of one person. */
const ofMany = /^(?:cohort\.|person\.(?:site|known)$)/;

/**
 * The question as it is sent: groups by who people are, such as their grade, are left out, since few may be in one.
 */
export const sentQuestion = (question: Question): Question => ({
  ...question,
  breakdowns: question.breakdowns.some(each => each.startsWith('person.') && !ofMany.test(each))
    ? []
    : question.breakdowns,
  // Nobody is listed.
  ...(question.kind === 'people' ? { top: 1 } : {}),
});
