/**
 * Who was there on which days, in ClickHouse's SQL. It is a projection of `events`, so it holds after every load, merge and mutation. Of a user there
 * is a row for 64 days with a bit for each; of a device or process without a user one for each day, since what it did after its join
 * is nobody's. That is a twentieth of the rows.
 */
import { HOUR } from '../tables.ts';

/** Hours that the days are ahead of UTC: those of the console, in Asia/Shanghai, where clocks have not changed since 1991. */
export const DAYS_AHEAD = 8;
const DAY = 24 * HOUR;
/** Days of one row. */
export const BLOCK = 64;

/** The number of the day of a time, from 1970-01-01 on. @param time ms since 1970 */
export const dayOf = (time: number): number => Math.floor((time + DAYS_AHEAD * HOUR) / DAY);

const day = `intDiv(time + ${DAYS_AHEAD * HOUR}, ${DAY})`;
const who = 'ifNull(person, 0)';
/** Where a row stands in time: the day, or -1 for a user's first block of days and so on downwards. */
const at = `if(user_id IS NULL, ${day}, -1 - intDiv(${day}, ${BLOCK}))`;
const isActive = 'kind <= 2 AND person IS NOT NULL';
const days = `groupBitOrIf(bitShiftLeft(toUInt64(1), bitAnd(${day}, ${BLOCK - 1})), ${isActive})`;
const firstTime = `minIf(time, ${isActive})`;

export const activeDaysProjection = `(SELECT product, ${at} AS at, ${who} AS who, platform, flags, ${days}, ${firstTime}
   GROUP BY product, at, who, platform, flags)`;

/** Days by their numbers, both included. */
export interface Days {
  readonly first: number;
  readonly last: number;
}

const blockOf = (number: number): number => Math.floor(number / BLOCK);

/**
 * SELECTs of rows about users and about others: `who`, as `person` of events; `block`, the number of the 64 days; `days`, a bit for each day of these on which
 * they were active, also of some outside of what is asked for; `first_time`, when they were first, in ms since 1970; and `platform` if it is asked for.
 * The same person and days may come several times.
 *
 * @param where condition on product, platform and flags
 */
export const activeDays = (
  where: string,
  { first, last }: Days,
  { platform = false }: { readonly platform?: boolean } = {},
): { readonly users: string; readonly others: string } => {
  const more = platform ? ', platform' : '';
  const rows = (block: string, from: number, to: number) => `
    SELECT who, ${block} AS block, days, first_time${more}
    FROM (SELECT ${who} AS who, ${at} AS at, ${days} AS days, ${firstTime} AS first_time${more} FROM events
          WHERE ${where} AND ${at} BETWEEN ${from} AND ${to} GROUP BY who, at${more})
    WHERE days != 0`;
  return {
    users: rows('-1 - at', -1 - blockOf(last), -1 - blockOf(first)),
    others: rows(`intDiv(at, ${BLOCK})`, first, last),
  };
};

/**
 * As `others` of `activeDays`, of a table with `hour` and `first_at`, for all of its rows.
 *
 * @param where condition on the rows
 */
export const activeDaysOfHours = (
  table: string,
  where: string,
  { platform = false }: { readonly platform?: boolean } = {},
): string => `
    SELECT person AS who, intDiv(day, ${BLOCK}) AS block, bitShiftLeft(toUInt64(1), bitAnd(day, ${BLOCK - 1})) AS days, first_at AS first_time${
      platform ? ', platform' : ''
    }
    FROM (SELECT *, intDiv(hour + ${DAYS_AHEAD}, 24) AS day FROM ${table} WHERE ${where})`;
