/** What a message says of an alert on a saved question, in Chinese. */
import type { AlertCondition, AlertProblem, FigureUnit, WatchedPeriod } from '@rollcall/contract/console';
import { figureText } from '../../messages/figure-text.ts';
import { SCHOOL_ZONE } from '../../platform/school-zone.ts';

export interface AlertedQuestion {
  /** The id of the saved question. */
  readonly id: string;
  readonly name: string;
  readonly condition: AlertCondition;
  /** What value and threshold are measured in. */
  readonly unit: FigureUnit;
  readonly every: WatchedPeriod;
  /** The period that was evaluated; null: none. */
  readonly from: number | null;
  readonly to: number | null;
  /** The figure seven days before. */
  readonly before: number | null;
  /** Why it can't be evaluated. */
  readonly problem: AlertProblem | null;
}

const problems: Readonly<Record<AlertProblem, string>> = {
  'too-large': '数据量过大或计算时间过长，请缩小问题的范围',
  'cohort-gone': '问题中的人群已被删除',
  changed: '问题已修改，不再有提醒所用的指标',
  busy: '事件库没有及时响应',
  behind: '数据没有及时入库',
  'own-field': '问题使用了学校的人员字段，提醒无法使用',
};

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('zh-CN', { timeZone: SCHOOL_ZONE, hourCycle: 'h23', ...options });
const day = format({ month: 'numeric', day: 'numeric' });
const moment = format({ month: 'numeric', day: 'numeric', hour: '2-digit', minute: '2-digit' });
const hour = format({ hour: '2-digit', minute: '2-digit' });

/** A period that has ended; its end is exclusive. */
const periodText = (every: WatchedPeriod, from: number, to: number): string => {
  if (every === 'hour') return `${moment.format(from)}–${hour.format(to)}`;
  return every === 'day' ? day.format(from) : `${day.format(from)}–${day.format(to - 1)}`;
};

const limitText = ({ condition, unit }: AlertedQuestion, threshold: number): string => {
  if (condition === 'no-data') return '没有数据时提醒';
  if (condition === 'dropped') return `比 7 天前同期下降 ${figureText('share', threshold)} 时提醒`;
  return `${condition === 'above' ? '高于' : '低于'} ${figureText(unit, threshold)} 时提醒`;
};

export const questionLines = (
  {
    state,
    value,
    threshold,
  }: { readonly state: string; readonly value: number | null; readonly threshold: number },
  question: AlertedQuestion,
): readonly string[] => {
  const { name, unit, every, from, to, before, problem } = question;
  const lines = [`问题：${name}`];
  if (state === 'unevaluated') {
    lines.push(`无法计算：${problem === null ? '' : problems[problem]}。恢复之前不会再判断是否需要提醒。`);
  } else if (state === 'changed') {
    lines.push('提醒已暂停或修改，警报到此结束，但不代表问题已经解决。');
  } else {
    const of = from === null || to === null ? '' : `${periodText(every, from, to)}：`;
    lines.push(`${of}${value === null ? '没有数据' : figureText(unit, value)}`);
    if (before !== null) lines.push(`7 天前同期：${figureText(unit, before)}`);
  }
  lines.push(limitText(question, threshold));
  return lines;
};
