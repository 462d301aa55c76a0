/**
 * Who was there on which days, in ClickHouse's SQL. It is a projection of `events`, so it holds after every load, merge and mutation. Of a
 * user there is a row for 64 days with a bit for each; of a device or process without a user one for each day, since what it did after
 * its join is nobody's. That is a twentieth of the rows.
 */
import { HOUR } from '../../../events/store/counting.ts';
import { SCHOOL_OFFSET } from '../../../platform/school-zone.ts';
import { sumsOfKept } from './waiting.ts';

const DAY = 24 * HOUR;
/** Days of one row. */
const BLOCK = 64;

/** The number of the day of a time, from 1970-01-01 on. @param time ms since 1970 */
export const dayOf = (time: number): number => Math.floor((time + SCHOOL_OFFSET) / DAY);

const day = `intDiv(time + ${SCHOOL_OFFSET}, ${DAY})`;
const who = 'ifNull(person, 0)';
/** Where a row stands in time: the day, or -1 for a user's first block of days and so on downwards. */
const at = `if(user_id IS NULL, ${day}, -1 - intDiv(${day}, ${BLOCK}))`;
const isActive = 'kind <= 2 AND person IS NOT NULL';
const days = `groupBitOrIf(bitShiftLeft(toUInt64(1), toUInt8(bitAnd(${day}, ${BLOCK - 1}))), ${isActive})`;
const firstTime = `minIf(time, ${isActive})`;

export const daysProjection = `PROJECTION days (SELECT product, ${at} AS at, ${who} AS who, platform, flags, ${days}, ${firstTime}
   GROUP BY product, at, who, platform, flags)`;

/**
 * A SELECT of `who`, as `person` of events, and `first_time`, when they were first, in ms since 1970, of all who were there on a day or before.
 * @param where condition on product, platform and flags
 */
export const everFirst = (where: string, last: number): string =>
  sumsOfKept(
    condition => `
    SELECT who, first_time FROM (
      SELECT ${who} AS who, ${days} AS active, ${firstTime} AS first_time FROM events
      WHERE ${where} AND ${at} BETWEEN ${-1 - Math.floor(last / BLOCK)} AND ${last} AND ${condition} GROUP BY who HAVING active != 0
    )`,
  );
