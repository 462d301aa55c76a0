/** What a message says of an alert on a saved question. */
import {
  type AlertCondition,
  type AlertProblem,
  type FigureUnit,
  savedName,
  type WatchedPeriod,
} from '@rollcall/contract/console';
import type { Language } from '../../http/language.ts';
import { figureText } from '../../messages/figure-text.ts';
import { SCHOOL_ZONE } from '../../platform/school-zone.ts';
import { alertWords } from './alert-words.ts';

export interface AlertedQuestion {
  /** The id of the saved question. */
  readonly id: string;
  readonly name: string;
  /** Of one that came with the installation: by which it is called in each language. */
  readonly template?: string | null | undefined;
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

const writers = (language: Language) => {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { timeZone: SCHOOL_ZONE, hourCycle: 'h23', ...options });
  // Which of two numbers is the month is not the same in all of English.
  const month = language === 'en' ? 'short' : 'numeric';
  return {
    day: format({ month, day: 'numeric' }),
    moment: format({ month, day: 'numeric', hour: '2-digit', minute: '2-digit' }),
    hour: format({ hour: '2-digit', minute: '2-digit' }),
  };
};
const times: Readonly<Record<Language, ReturnType<typeof writers>>> = {
  'zh-CN': writers('zh-CN'),
  en: writers('en'),
};

/** A day and a time of it, in the school's zone. */
export const momentText = (at: number, language: Language): string => times[language].moment.format(at);

/** A period that has ended; its end is exclusive. */
const periodText = (
  { every, from, to }: Pick<AlertedQuestion, 'every' | 'from' | 'to'>,
  language: Language,
): string => {
  if (from === null || to === null) return '';
  const { day, moment, hour } = times[language];
  if (every === 'hour') return `${moment.format(from)}–${hour.format(to)}`;
  return every === 'day' ? day.format(from) : `${day.format(from)}–${day.format(to - 1)}`;
};

export const questionLines = (
  {
    state,
    value,
    threshold,
  }: { readonly state: string; readonly value: number | null; readonly threshold: number },
  question: AlertedQuestion,
  language: Language,
): readonly string[] => {
  const { question: words } = alertWords[language];
  const { unit, condition, before, problem } = question;
  const figure = (of: FigureUnit, amount: number) => figureText(of, amount, language);
  const lines = [words.name(savedName(question, language))];
  if (state === 'unevaluated') {
    lines.push(words.unevaluated(problem === null ? '' : words.problems[problem]));
  } else if (state === 'changed') {
    lines.push(words.changed);
  } else {
    lines.push(
      words.figure(periodText(question, language), value === null ? words.nothing : figure(unit, value)),
    );
    if (before !== null) lines.push(words.before(figure(unit, before)));
  }
  lines.push(
    condition === 'no-data'
      ? words.noData
      : condition === 'dropped'
        ? words.dropped(figure('share', threshold))
        : words[condition](figure(unit, threshold)),
  );
  return lines;
};
