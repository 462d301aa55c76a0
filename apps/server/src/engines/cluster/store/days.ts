/**
 * Who was there on which days, in ClickHouse's SQL. It is a projection of `events`, so it holds after every load, merge and mutation. Of a
 * user there is a row for 64 days with a bit for each; of a device or process without a user one for each day, since what it did after
 * its join is nobody's. That is a twentieth of the rows.
 */
import { HOUR } from '../../../events/store/counting.ts';
import { kept, sumsOfKept } from './waiting.ts';

/** Hours that the days are ahead of UTC: those of the console, in Asia/Shanghai, where clocks have not changed since 1991. */
export const DAYS_AHEAD = 8;
const DAY = 24 * HOUR;
/** Days of one row. */
export const BLOCK = 64;

/** The number of the day of a time, from 1970-01-01 on. @param time ms since 1970 */
export const dayOf = (time: number): number => Math.floor((time + DAYS_AHEAD * HOUR) / DAY);

/** The number of the hour in UTC at which a day begins. */
const hourOfDay = (day: number): number => day * 24 - DAYS_AHEAD;

const day = `intDiv(time + ${DAYS_AHEAD * HOUR}, ${DAY})`;
const who = 'ifNull(person, 0)';
/** Where a row stands in time: the day, or -1 for a user's first block of days and so on downwards. */
const at = `if(user_id IS NULL, ${day}, -1 - intDiv(${day}, ${BLOCK}))`;
const isActive = 'kind <= 2 AND person IS NOT NULL';
/** @param number SQL of a day's */
const bitOf = (number: string): string =>
  `bitShiftLeft(toUInt64(1), toUInt8(bitAnd(${number}, ${BLOCK - 1})))`;
const days = `groupBitOrIf(${bitOf(day)}, ${isActive})`;
const firstTime = `minIf(time, ${isActive})`;

export const daysProjection = `PROJECTION days (SELECT product, ${at} AS at, ${who} AS who, platform, flags, ${days}, ${firstTime}
   GROUP BY product, at, who, platform, flags)`;

/** Days by their numbers, both included. */
export interface Days {
  readonly first: number;
  readonly last: number;
}

const blockOf = (number: number): number => Math.floor(number / BLOCK);
/** Columns of a row that has no days. */
const NO_DAYS = 'toInt64(0) AS block, toUInt64(0) AS days';

export interface ActiveDaysOptions {
  /** Condition on a row; elsewhere it has no days, and first times all the same. */
  readonly seen?: string;
  /** Adds rows without days, of when persons were first before these days. */
  readonly firsts: boolean;
}

/**
 * SELECTs of rows about users and about others: `who`, as `person` of events; `block`, the number of the 64 days; `days`, a bit for each
 * day of these on which they were active, also of some outside of what is asked for; `first_time`, when they were first, in ms since 1970.
 * The same person and days may come several times.
 *
 * @param where condition on product, platform and flags
 */
export const activeDays = (
  where: string,
  { first, last }: Days,
  { seen, firsts }: ActiveDaysOptions,
): { readonly users: string; readonly others: string } => {
  const by = seen === undefined ? 'who, at' : 'who, at, seen';
  const rows = (block: string, from: number, to: number) =>
    sumsOfKept(
      condition => `
    SELECT who, ${block} AS block, ${seen === undefined ? 'active' : `if(seen, active, toUInt64(0))`} AS days, first_time
    FROM (SELECT ${who} AS who, ${at} AS at, ${seen === undefined ? '' : `${seen} AS seen, `}${days} AS active, ${firstTime} AS first_time
          FROM events WHERE ${where} AND ${at} BETWEEN ${from} AND ${to} AND ${condition} GROUP BY ${by})
    WHERE active != 0`,
    );
  const withFirsts = (its: string, from: number, to: number) =>
    firsts
      ? `${its} UNION ALL SELECT who, ${NO_DAYS}, first_time FROM (${firstTimes(where, from, to)})`
      : its;
  return {
    users: withFirsts(rows('-1 - at', -1 - blockOf(last), -1 - blockOf(first)), -blockOf(first), -1),
    others: withFirsts(rows(`intDiv(at, ${BLOCK})`, first, last), 0, first - 1),
  };
};

/** A SELECT of `who`, `active`, and `first_time`, when they were first. @param from as in the projection @param to included */
const firstTimes = (where: string, from: number, to: number): string =>
  sumsOfKept(
    condition => `
    SELECT ${who} AS who, ${days} AS active, ${firstTime} AS first_time
    FROM events WHERE ${where} AND ${at} BETWEEN ${from} AND ${to} AND ${condition} GROUP BY who HAVING active != 0`,
  );

/** A SELECT of `who` and `first_time`, when they were first, of all who were there on a day or before. @param where as above */
export const everFirst = (where: string, last: number): string =>
  `SELECT who, first_time FROM (${firstTimes(where, -1 - blockOf(last), last)})`;

/** As `others` of `activeDays`, of the archive of what has expired, for all of its rows. @param where condition on the rows */
export const activeDaysOfArchive = (
  where: string,
  { first, last }: Days,
  { seen, firsts }: ActiveDaysOptions,
): string => {
  const active = bitOf('day');
  const rows = `
    SELECT person AS who, intDiv(day, ${BLOCK}) AS block, ${
      seen === undefined ? active : `if(${seen}, ${active}, toUInt64(0))`
    } AS days, first_at AS first_time
    FROM (SELECT *, intDiv(hour + ${DAYS_AHEAD}, 24) AS day FROM active_persons_archive
          WHERE ${where} AND ${kept.archive} AND hour >= ${hourOfDay(first)} AND hour < ${hourOfDay(last + 1)})`;
  if (!firsts) return rows;
  return `${rows} UNION ALL
    SELECT who, ${NO_DAYS}, first_time
    FROM (SELECT person AS who, min(first_at) AS first_time FROM active_persons_archive WHERE ${where} AND ${kept.archive} AND hour < ${hourOfDay(first)} GROUP BY person)`;
};
