/**
 * Days whose transitions are counted already, in ClickHouse's SQL. What a view adds to them depends on the views around it and on joins: a day
 * is counted with a checksum of these, and its counts are valid while the checksum of what is stored now is the same. So loads, erasures and
 * expiry need not know of it.
 */
import { HOUR } from '../tables.ts';
import { type Days, DAYS_AHEAD, hourOfDay, othersOfDays } from './active-days.ts';
import type { TableForm } from './ddl.ts';
import { joinsOf } from './people.ts';
import { archivedTo } from './tables.ts';

/** A view with all that its transitions depend on: an id that was erased may come again with other content. */
const VIEW =
  "cityHash64(id, time, sequence, key, ifNull(person, 0), user_id IS NULL, ifNull(platform, ''), flags)";
const hour = `intDiv(time, ${HOUR})`;

export const viewsProjection = `(SELECT product, kind, ${hour} AS view_hour, count(), sum(${VIEW})
   GROUP BY product, kind, view_hour)`;

export const countedTables: readonly TableForm[] = [
  /**
   * Days of a product that are counted: of how many views, with which checksum, and into how many rows of `daily_transitions`. A
   * version is ms since 1970 × 1024 and a number, and is of one day of one product.
   */
  {
    name: 'counted_days',
    columns: {
      product: 'LowCardinality(String)',
      day: 'Int64',
      version: 'Int64',
      views: 'UInt64',
      checksum: 'UInt64',
      counts: 'Int64',
    },
    engine: 'MergeTree',
    order: 'product, day, version',
    shard: 'day',
  },
  /** Transitions from page to page of a day; '' is outside of the site. */
  {
    name: 'daily_transitions',
    columns: {
      day: 'Int64',
      version: 'Int64',
      platform: 'LowCardinality(String)',
      flags: 'UInt8',
      from_page: 'String',
      to_page: 'String',
      transitions: 'Int64',
    },
    engine: 'MergeTree',
    partition: "toYYYYMM(toDateTime(day * 86400, 'UTC'))",
    order: 'day, version, from_page, to_page',
    shard: 'day',
  },
];

/**
 * A SELECT of `product`, `day`, and what the transitions of that day depend on: `views`, the number of the views of the day and of the hours before and
 * after it, and `checksum`, a sum over these and over the joins of devices that were there without a user then or on the days before
 * and after. A day without views is left out.
 *
 * @param where condition on the product
 */
const checksums = (where: string, { first, last }: Days): string => {
  const devices = othersOfDays(where, { first: first - 1, last: last + 1 });
  return `
  SELECT product, day, sum(number) AS views, sum(part) AS checksum
  FROM (
    SELECT product, arrayJoin(arrayDistinct([${[-1, 0, 1].map(near => `intDiv(view_hour + ${DAYS_AHEAD + near}, 24)`).join(', ')}])) AS day, number, part
    FROM (SELECT product, ${hour} AS view_hour, count() AS number, sum(${VIEW}) AS part FROM events
          WHERE ${where} AND kind = 1 AND view_hour BETWEEN ${hourOfDay(first)} - 1 AND ${hourOfDay(last + 1)}
          GROUP BY product, view_hour)
    UNION ALL
    SELECT product, arrayJoin([its - 1, its, its + 1]) AS day, toUInt64(0) AS number, part
    FROM (SELECT d.product AS product, d.day AS its, sum(cityHash64(d.who, j.time, j.user)) AS part
          FROM (${devices}) AS d INNER JOIN ${joinsOf()} AS j ON d.who = j.device GROUP BY product, its)
  )
  WHERE day BETWEEN ${first} AND ${last} GROUP BY product, day HAVING views > 0`;
};

/**
 * A SELECT of the days with views whose rows are kept: `product`, `day`, `views` and `checksum` as above; and `version` and `counts`
 * of the latest valid counts, 0 where there are none. The latest days come first.
 *
 * @param where as above
 */
export const countedDays = (where: string, days: Days): string => `
  SELECT product, day, views, checksum, max(c.version) AS version, argMax(c.counts, c.version) AS counts
  FROM (${checksums(where, days)}) AS s
  LEFT JOIN (SELECT product, day, views, checksum, version, counts FROM counted_days WHERE ${where}) AS c USING (product, day, views, checksum)
  WHERE ${hourOfDay('day')} >= ${archivedTo}
  GROUP BY product, day, views, checksum ORDER BY day DESC, product`;
