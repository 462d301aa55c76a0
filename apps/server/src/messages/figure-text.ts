/** Figures of questions in the words of messages to operators, which are Chinese. */
import type { FigureUnit } from '@rollcall/contract/console';

const number = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 2 });
const percent = new Intl.NumberFormat('zh-CN', { style: 'percent', maximumFractionDigits: 1 });

/** A figure in its unit: a duration in milliseconds, a share from 0 to 1. */
export const figureText = (unit: FigureUnit, value: number): string => {
  if (unit === 'share') return percent.format(value);
  if (unit === 'number') return number.format(value);
  if (value < 60_000) return `${number.format(value / 1000)} 秒`;
  return value < 3_600_000
    ? `${number.format(value / 60_000)} 分钟`
    : `${number.format(value / 3_600_000)} 小时`;
};
