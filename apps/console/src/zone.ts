/** The time zone of the console: times and days are those of the school, wherever the operator is. */

export const ZONE = 'Asia/Shanghai';

const HOUR = 3_600_000;
/** The zone's distance from UTC, in milliseconds, since 1991. */
const OFFSET = 8 * HOUR;

/** Start of a day in milliseconds since 1970; undefined for the empty text. */
export const dayStart = (day: string): number | undefined =>
  day === '' ? undefined : Date.parse(day) - OFFSET;

/** End of a day (exclusive) in milliseconds since 1970; undefined for the empty text. */
export const dayEnd = (day: string): number | undefined =>
  day === '' ? undefined : Date.parse(day) + 24 * HOUR - OFFSET;

/** The date of a time, such as `2026-11-21`. @param back days before it */
export const dayOf = (at: number, back = 0): string =>
  new Date(at + OFFSET - back * 24 * HOUR).toISOString().slice(0, 10);

/** The hour of a time, such as `2026-11-21T08`. */
export const hourOf = (at: number): string => new Date(at + OFFSET).toISOString().slice(0, 13);

/** A time of an answer, `2026-11-21` or `2026-11-21T08`, in ISO 8601: an hour has its zone. */
export const isoPoint = (point: string): string => (point.length > 10 ? `${point}:00:00+08:00` : point);

/** Formats times in words, by a clock of 24 hours. */
export const timeFormat = (language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(language, { timeZone: ZONE, hourCycle: 'h23', ...options });
