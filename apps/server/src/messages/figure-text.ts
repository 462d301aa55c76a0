/** Figures of questions in the words of messages to operators. */
import type { FigureUnit } from '@rollcall/contract/console';
import type { Language } from '../http/language.ts';

const units: Readonly<Record<Language, readonly [second: string, minute: string, hour: string]>> = {
  'zh-CN': ['秒', '分钟', '小时'],
  en: ['s', 'min', 'h'],
};
const writer = (language: Language) => {
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  const [second, minute, hour] = units[language];
  return (unit: FigureUnit, value: number): string => {
    if (unit === 'share') return percent.format(value);
    if (unit === 'number') return number.format(value);
    if (value < 60_000) return `${number.format(value / 1000)} ${second}`;
    return value < 3_600_000
      ? `${number.format(value / 60_000)} ${minute}`
      : `${number.format(value / 3_600_000)} ${hour}`;
  };
};
const writers: Readonly<Record<Language, ReturnType<typeof writer>>> = {
  'zh-CN': writer('zh-CN'),
  en: writer('en'),
};

/** A figure in its unit: a duration in milliseconds, a share from 0 to 1. */
export const figureText = (unit: FigureUnit, value: number, language: Language): string =>
  writers[language](unit, value);
