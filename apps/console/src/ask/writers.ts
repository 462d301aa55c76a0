/** How figures of questions are written in the page's language. */
import type { FigureUnit } from '@rollcall/contract/console';
import { useConsoleContext, useWords } from '../console-context.ts';
import { useNumberFormat } from '../parts/number-format.ts';
import { durationWriter, type Writers } from './tables.ts';
import { askWords } from './words.ts';

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
