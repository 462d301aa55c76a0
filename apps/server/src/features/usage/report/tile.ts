/** What a sent dashboard says of a question: figures and bars; never who the people are. */
import {
  figureUnit,
  type Question,
  type QuestionAnswer,
  type QuestionBody,
} from '@rollcall/contract/console';
import { figureText } from '../../../messages/figure-text.ts';
import { groupName, running, seriesName } from './words.ts';

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

const count = (value: number): string => figureText('number', value);
const share = (part: number, of: number): number => (of === 0 ? 0 : part / of);
const bars = (rows: readonly { name: string; value: number; text: string }[]): Bars => {
  const most = Math.max(0, ...rows.map(({ value }) => value));
  return {
    kind: 'bars',
    rows: rows.map(({ name, value, text }) => ({ name, share: share(value, most), text })),
  };
};

const changeText = (now: number | null, before: number | null | undefined): string => {
  if (now === null || before === null || before === undefined || before === 0) return '';
  const change = now / before - 1;
  return `（比上一周期 ${change > 0 ? '+' : ''}${figureText('share', change)}）`;
};

const trend = (question: Question, { answer, previous, unfinished }: QuestionAnswerLike): TileContent => {
  const body = answer as Body<'trend'>;
  const groups = body.lines.filter(({ by }) => by.length > 0);
  const lines = groups.length > 0 ? groups : body.lines;
  const earlier = previous?.answer.kind === 'trend' ? previous.answer.lines : [];
  const parts = lines.slice(0, LINES).map((line): Columns => {
    const unit = figureUnit(question, line.series);
    const text = (value: number | null): string => (value === null ? '—' : figureText(unit, value));
    const was = earlier.find(
      ({ series, by }) => series === line.series && by.join('\n') === line.by.join('\n'),
    );
    const name = seriesName(question, line.series);
    return {
      kind: 'columns',
      label: line.by.length === 0 ? name : `${name} · ${groupName(line.by)}`,
      total: text(line.total) + changeText(line.total, was?.total),
      points: body.points
        .map((point, at) => {
          const value = line.values[at] ?? null;
          return { name: point.replace('T', ' '), value, text: text(value) };
        })
        .slice(-POINTS),
      running: unfinished ? running[question.grain] : undefined,
    };
  });
  return { summary: parts.map(({ label, total }) => `${label} ${total}`).join('；'), parts };
};

const funnel = (question: Question, body: Body<'funnel'>): TileContent => {
  const steps = body.groups[0]?.steps ?? [];
  const first = steps[0]?.people ?? 0;
  const rows = steps.map(({ people }, at) => ({
    name: `${at + 1} ${seriesName(question, at)}`,
    value: people,
    text: `${count(people)} 人（${figureText('share', share(people, first))}）`,
  }));
  const last = steps.at(-1)?.people ?? 0;
  return {
    summary: `${count(first)} 人开始，${count(last)} 人完成，转化率 ${figureText('share', share(last, first))}`,
    parts: [bars(rows)],
  };
};

const retention = (body: Body<'retention'>): TileContent => {
  const [everybody] = body.groups;
  const average = everybody?.average ?? [];
  const rows = average.flatMap((value, at) =>
    value === null
      ? []
      : [{ name: at === 0 ? '当期' : `${at} 期后`, value, text: figureText('share', value) }],
  );
  const next = average[1] ?? null;
  return {
    summary: next === null ? '还没有可以计算的留存' : `下一期平均留存 ${figureText('share', next)}`,
    parts: [bars(rows)],
  };
};

const stickiness = (body: Body<'stickiness'>): TileContent => {
  const people = body.lines.find(({ by }) => by.length === 0)?.people ?? [];
  const rows = people.map((value, at) => ({ name: `活跃 ${at + 1} 期`, value, text: `${count(value)} 人` }));
  const all = people.reduce((sum, value) => sum + value, 0);
  return { summary: `共 ${count(all)} 人`, parts: [bars(rows.slice(0, 31))] };
};

const timeSpent = (body: Body<'time'>): TileContent => {
  const rows = body.rows.slice(0, ROWS).map(({ by, p50, p90 }) => ({
    name: groupName(by),
    value: p50,
    text: `中位数 ${figureText('duration', p50)} · P90 ${figureText('duration', p90)}`,
  }));
  const [first] = rows;
  return { summary: first ? `${first.name}：${first.text}` : '没有数据', parts: [bars(rows)] };
};

const paths = (body: Body<'paths'>): TileContent => ({
  summary: `共 ${count(body.total)} 次跳转`,
  parts: [
    bars(
      body.moves.slice(0, ROWS).map(({ from_page: from, to_page: to, moves }) => ({
        name: `${from ?? '（进入）'} → ${to ?? '（离开）'}`,
        value: moves,
        text: `${count(moves)} 次`,
      })),
    ),
  ],
});

type QuestionAnswerLike = Pick<QuestionAnswer, 'answer' | 'previous' | 'unfinished'>;

/** What is said of an answer. */
export const contentOf = (question: Question, answered: QuestionAnswerLike): TileContent => {
  const body = answered.answer;
  switch (body.kind) {
    case 'trend':
      return trend(question, answered);
    case 'funnel':
      return funnel(question, body);
    case 'retention':
      return retention(body);
    case 'stickiness':
      return stickiness(body);
    case 'time':
      return timeSpent(body);
    case 'paths':
      return paths(body);
    default:
      return { summary: `共 ${count(body.total)} 人，名单不会发送`, parts: [] };
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
