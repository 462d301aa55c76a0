/** Compares what ClickHouse holds with the file that it took over: each row by its digest, and the sums that questions are answered from. */
import { createHash } from 'node:crypto';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { ResultRow } from '../../events/store/query-client.ts';
import { rowsOf, streamOf } from '../../engines/embedded/store/statements.ts';
import { plainColumns, reportColumns } from '../../events/store/columns.ts';
import type { ClickHouse } from '../../engines/cluster/store/client.ts';
import { archivedTo, IDS_WITHOUT_ROWS } from './take-over.ts';

/** One thing that was counted on both sides. */
export interface Compared {
  readonly what: string;
  readonly there: string;
  readonly here: string;
}

const eventNames = [
  ...plainColumns.flatMap(({ name, record }) => (record === undefined ? [] : [name])),
  'flags',
];
const reportNames = Object.keys(reportColumns);

/** Rows and a sum over their digests, in whatever order they come. */
const digestOf = async (
  pieces: AsyncIterable<readonly ResultRow[]>,
  names: readonly string[],
): Promise<string> => {
  let [rows, sum] = [0, 0n];
  for await (const piece of pieces)
    for (const row of piece) {
      const text = JSON.stringify(names.map(name => row[name] ?? null));
      sum = (sum + createHash('sha256').update(text).digest().readBigUInt64BE(0)) & 0xffff_ffff_ffff_ffffn;
      rows += 1;
    }
  return `${rows}, digest ${sum.toString(16).padStart(16, '0')}`;
};

const listed = (row: ResultRow | undefined): string =>
  Object.values(row ?? {})
    .map(String)
    .join(', ');

/** @returns what was compared; it is the same where every `there` is its `here` */
export const compareStores = async (
  file: DuckDBConnection,
  store: ClickHouse,
): Promise<readonly Compared[]> => {
  const hour = await archivedTo(file);
  const sums: readonly (readonly [string, string, string])[] = [
    [
      'events, timed events and milliseconds in the sums of hours',
      'select sum(events)::varchar as a, sum(timed)::varchar as b, sum(duration)::varchar as c from hourly',
      'SELECT toString(sum(events)) AS a, toString(sum(timed)) AS b, toString(sum(duration)) AS c FROM hourly',
    ],
    [
      'persons by hour',
      `select count(*) as a, sum(hour)::varchar as b from (
        select hour from active_persons group by hour, product, platform, flags, person having sum(events) <> 0)`,
      `SELECT count() AS a, toString(sum(hour)) AS b FROM (
        SELECT hour FROM (
          SELECT hour, product, ifNull(platform, '') AS place, flags, assumeNotNull(person) AS who FROM events
          WHERE kind <= 2 AND person IS NOT NULL AND hour >= ${hour}
          UNION ALL SELECT hour, product, platform, flags, person FROM active_persons_archive)
        GROUP BY hour, product, place, flags, who)`,
    ],
    [
      'transitions of hours whose rows have expired',
      `select coalesce(sum(transitions), 0)::varchar as a from transitions where hour < ${hour}`,
      'SELECT toString(sum(transitions)) AS a FROM transitions_archive',
    ],
    [
      'users of devices',
      'select count(*) as a, coalesce(sum(time), 0)::varchar as b from device_users',
      'SELECT count() AS a, toString(sum(toInt128(first.1))) AS b FROM device_users FINAL',
    ],
    [
      'ids of erased events',
      `select count(distinct id) as a from ${IDS_WITHOUT_ROWS}`,
      'SELECT uniqExact(id) AS a FROM erased_ids',
    ],
  ];
  const compared: Compared[] = [
    {
      what: 'events',
      there: await digestOf(streamOf(file, `select ${asText(eventNames)} from events`), eventNames),
      here: await digestOf(store.stream(`SELECT ${eventNames.join(', ')} FROM events`), eventNames),
    },
    {
      what: 'monitoring reports',
      there: await digestOf(streamOf(file, `select ${reportNames.join(', ')} from reports`), reportNames),
      here: await digestOf(store.stream(`SELECT ${reportNames.join(', ')} FROM reports`), reportNames),
    },
  ];
  for (const [what, there, here] of sums)
    compared.push({
      what,
      there: listed((await rowsOf(file, there))[0]),
      here: listed((await store.rows(here))[0]),
    });
  return compared;
};

const asText = (names: readonly string[]): string =>
  names.map(name => (name === 'id' ? 'id::varchar as id' : name)).join(', ');
