/** How figures of questions are written in the page's language. */
import type { FigureUnit, Question } from '@rollcall/contract/console';
import { useConsoleContext, useWords } from '../console-context.ts';
import { useNumberFormat } from '../parts/number-format.ts';
import { writeDuration } from '../usage/period.ts';
import { type AskWords, askWords } from './words.ts';

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

export function useWriters(): Writers {
  const words = useWords(askWords);
  const { language } = useConsoleContext();
  const { whole, percent } = useNumberFormat();
  const decimal = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
  const fine = new Intl.NumberFormat(language, { maximumFractionDigits: 4 });
  return {
    words,
    language,
    whole,
    percent,
    figure: value => decimal.format(value),
    ratio: value => (Math.abs(value) < 1 ? fine : decimal).format(value),
  };
}

/** How figures of a unit are written. */
export const figureWriter = (unit: FigureUnit, writers: Writers): ((value: number) => string) =>
  unit === 'share' ? writers.percent : unit === 'duration' ? durationWriter(writers) : writers.figure;

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
