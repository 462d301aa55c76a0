/** Numbers in the operator's language. */
import { useConsoleContext } from '../console-context.ts';

export function useNumberFormat(): {
  readonly whole: (value: number) => string;
  /** @param share 1 is 100 % */
  readonly percent: (share: number) => string;
  /** In few characters, such as `12K`. */
  readonly short: (value: number) => string;
} {
  const { language } = useConsoleContext();
  const whole = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  const short = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 });
  return {
    whole: value => whole.format(value),
    percent: share => percent.format(share),
    short: value => short.format(value),
  };
}
