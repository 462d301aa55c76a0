import { type DateFormat, dateFormat } from './date-format.ts';

/** A date in the school's zone, from milliseconds since 1970: in another zone its midnight is on the day before or after. */
export const schoolDay = (locale: string): DateFormat =>
  dateFormat(locale, { dateStyle: 'long', timeZone: 'Asia/Shanghai' });
