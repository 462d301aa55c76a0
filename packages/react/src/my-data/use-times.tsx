/** Times as the document writes them. */
import { dateFormat } from '../phrases/date-format.ts';
import { localeOf } from '../phrases/locale.ts';
import { schoolDay } from '../phrases/school-day.ts';
import { useRollcall } from '../provider/provider.tsx';

export function useTimes() {
  const locale = localeOf(useRollcall().phrases);
  const full = dateFormat(locale, { dateStyle: 'long', timeStyle: 'short' });
  // a birthday is a day, the same everywhere
  const day = dateFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  return {
    locale,
    day: (seconds: number | null) => (seconds === null ? null : day.format(seconds * 1000)),
    schoolDate: (at: number | null) => (at === null ? null : schoolDay(locale).format(at)),
    text: (at: number) => full.format(at),
    time: (at: number | null) =>
      at === null ? null : <time dateTime={new Date(at).toISOString()}>{full.format(at)}</time>,
  };
}
