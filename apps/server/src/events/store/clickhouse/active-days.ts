/**
 * Who was there on which days: a table that each load adds to, and the SQL that reads it. Of a user there is a row for 64 days with a bit for each; of
 * a device or process without a user one for each day, since what it did after its join is nobody's. That is a thirtieth of the rows of events.
 *
 * A row says the same however often it is added, so a load that is repeated does no harm. All events of a row are erased together, by
 * user or by device, so a row is deleted or stays. Rows stay when events expire; a user's days on a device that is erased after that stay, too, as the
 * archive has them, without the device.
 */
import type { StoredEvent } from '../../record/stored-event.ts';
import { flagsOf, personOf } from '../rows.ts';
import { HOUR } from '../tables.ts';
import type { TableForm } from './ddl.ts';
import { wellFormed } from './rows.ts';
import { archivedTo } from './tables.ts';

/** Hours that the days are ahead of UTC: those of the console, in Asia/Shanghai, where clocks have not changed since 1991. */
export const DAYS_AHEAD = 8;
const DAY = 24 * HOUR;
/** Days of one row. */
export const BLOCK = 64;

/** The number of the day of a time, from 1970-01-01 on. @param time ms since 1970 */
export const dayOf = (time: number): number => Math.floor((time + DAYS_AHEAD * HOUR) / DAY);

/** The number of the hour in UTC at which a day begins, in SQL as well. @param day its number, or SQL of it */
export const hourOfDay = (day: number | string): string => `(${day} * 24 - ${DAYS_AHEAD})`;

const blockOf = (day: number): number => Math.floor(day / BLOCK);

export const activeDaysTable: TableForm = {
  name: 'active_days',
  columns: {
    product: 'LowCardinality(String)',
    // The day, or -1 for a user's first block of days and so on downwards.
    at: 'Int32',
    // `personOf` of the events.
    who: 'Int64',
    // `personOf` of their device alone; 0 where there is none.
    device: 'Int64',
    platform: 'LowCardinality(String)',
    flags: 'UInt8',
    days: 'SimpleAggregateFunction(groupBitOr, UInt64)',
    first_time: 'SimpleAggregateFunction(min, Int64)',
  },
  engine: 'AggregatingMergeTree',
  partition: `if(at < 0, -1 - at, intDiv(at, ${BLOCK}))`,
  order: 'product, at, who, device, platform, flags',
  shard: 'who',
  deduplicates: true,
};

export const activeDayNames: readonly string[] = Object.keys(activeDaysTable.columns);

/** Rows of `active_days` that events make, in the order of `activeDayNames`. */
export const activeDayRows = (events: readonly StoredEvent[]): readonly (readonly (string | number)[])[] => {
  const rows = new Map<
    string,
    { readonly of: StoredEvent; readonly at: number; days: bigint; first: number }
  >();
  for (const event of events) {
    const { user, device, process, product, platform, time, kind } = event;
    const who = user ?? device ?? process;
    if (kind > 2 || who === undefined) continue;
    const day = dayOf(time);
    const at = user === undefined ? day : -1 - blockOf(day);
    const bit = 1n << BigInt(day % BLOCK);
    // A device and a process may have the same name.
    const its = device === undefined ? 'p' : `d${device.length}`;
    const name = `${at} ${flagsOf(event)} ${its} ${product.length} ${who.length} ${device}${product}${who}${platform ?? ''}`;
    const row = rows.get(name);
    if (row) {
      row.days |= bit;
      row.first = Math.min(row.first, time);
    } else rows.set(name, { of: event, at, days: bit, first: time });
  }
  return Array.from(rows.values(), ({ of: event, at, days, first }) => [
    wellFormed(event.product),
    at,
    String(personOf(event)),
    event.device === undefined ? '0' : String(personOf({ device: event.device })),
    wellFormed(event.platform ?? ''),
    flagsOf(event),
    String(days),
    first,
  ]);
};

const day = `intDiv(time + ${DAYS_AHEAD * HOUR}, ${DAY})`;
const bitOf = (number: string): string =>
  `bitShiftLeft(toUInt64(1), toUInt8(bitAnd(${number}, ${BLOCK - 1})))`;
/** `personOf` of a device alone. */
const hashOf = (device: string): string =>
  `reinterpretAsInt64(reverse(substring(SHA256(concat('d', ${device})), 1, 8)))`;

/** Equal blocks are none of the same load. Groups above these bytes are put on the disk. */
const INSERT = `INSERT INTO active_days (${activeDayNames.join(', ')})
  SETTINGS insert_deduplicate = 0, max_partitions_per_insert_block = 0, max_bytes_before_external_group_by = 1500000000`;

/** Adds the rows of stored events, of which some may be there. @param where condition on `events` */
export const addDaysOfEvents = (where: string): string => `${INSERT}
  SELECT product, at, who, ifNull(${hashOf('its_device')}, 0), place, flags, seen, earliest
  FROM (SELECT product, if(user_id IS NULL, ${day}, -1 - intDiv(${day}, ${BLOCK})) AS at, assumeNotNull(person) AS who, device AS its_device,
          ifNull(platform, '') AS place, flags, groupBitOr(${bitOf(day)}) AS seen, min(time) AS earliest
        FROM events WHERE ${where} AND kind <= 2 AND person IS NOT NULL
        GROUP BY product, at, who, its_device, place, flags)`;

/**
 * Adds the rows of events that have expired, of which the archive has the persons of each hour, and not their devices: users stand there as others
 * do. @param where condition on the archive
 */
export const addDaysOfArchive = (where: string): string => `${INSERT}
  SELECT product, day AS at, person, 0, platform, flags, groupBitOr(${bitOf('day')}), min(first_at)
  FROM (SELECT *, intDiv(hour + ${DAYS_AHEAD}, 24) AS day FROM active_persons_archive WHERE hour < ${archivedTo} AND ${where})
  GROUP BY product, day, person, platform, flags`;

/** Days by their numbers, both included. */
export interface Days {
  readonly first: number;
  readonly last: number;
}

export interface ActiveDaysOptions {
  /** Condition on a row; elsewhere it has no days, and first times all the same. */
  readonly seen?: string;
  /** Adds rows of the time before these days, of when persons were first. */
  readonly firsts: boolean;
}

/**
 * SELECTs of rows about users and about others: `who`, as `person` of events; `block`, the number of the 64 days; `days`, a bit for each day of these on which
 * they were active, also of some outside of what is asked for; `first_time`, when they were first, in ms since 1970.
 * The same person and days may come several times.
 *
 * @param where condition on product, platform and flags
 */
export const activeDays = (
  where: string,
  { first, last }: Days,
  { seen, firsts }: ActiveDaysOptions,
): { readonly users: string; readonly others: string } => {
  const rows = (block: string, from: number, to: number) => `
    SELECT who, ${block} AS block, ${seen === undefined ? 'days' : `if(${seen}, d.days, toUInt64(0)) AS days`}, first_time
    FROM active_days AS d WHERE ${where} AND at BETWEEN ${from} AND ${to}`;
  return {
    users: rows('-1 - at', -1 - blockOf(last), firsts ? -1 : -1 - blockOf(first)),
    others: rows(`intDiv(at, ${BLOCK})`, firsts ? 0 : first, last),
  };
};

/** A SELECT of `who` and `first_time`, when they were first, of all who were there on a day or before; several rows of some. @param where as above */
export const everFirst = (where: string, last: number): string =>
  `SELECT who, first_time FROM active_days WHERE ${where} AND at BETWEEN ${-1 - blockOf(last)} AND ${last}`;

/** A SELECT of `product`, `day` and `who`: devices and processes that were there without a user. @param where as above */
export const othersOfDays = (where: string, { first, last }: Days): string => `
  SELECT product, at AS day, who FROM active_days
  WHERE ${where} AND at BETWEEN ${first} AND ${last} GROUP BY product, day, who`;
