/**
 * Takes over what an embedded event store holds: rows, joins, ids of erased events, and the sums of hours whose rows have expired. A
 * run after a sudden end starts again from the beginning: a school moves once.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import type { StoredReport } from '../../events/record/stored-report.ts';
import { metaOf } from '../../engines/embedded/store/meta.ts';
import type { ResultRow } from '../../events/store/query-client.ts';
import { eventOf } from '../../events/store/rows.ts';
import { numberOf, streamOf } from '../../engines/embedded/store/statements.ts';
import { HOUR } from '../../events/store/counting.ts';
import { reportColumns } from '../../events/store/columns.ts';
import type { ClickHouse } from '../../engines/cluster/store/client.ts';
import { type Layout, truncate } from '../../engines/cluster/store/ddl.ts';
import {
  eventNames,
  eventRows,
  joinNames,
  reportNames,
  reportRows,
} from '../../engines/cluster/store/rows.ts';

export interface TakeOver {
  readonly store: ClickHouse;
  readonly layout: Layout;
  /** The file, which nothing changes meanwhile. */
  readonly file: DuckDBConnection;
  /** Told how far it is. @param done of all events */
  readonly progress: (done: number, all: number) => void;
}

/** In words for the operator: the database holds something else. */
export class NotEmpty extends Error {
  override readonly name = 'NotEmpty';
}

const TAKEN = [
  'events',
  'reports',
  'device_users',
  'erased_ids',
  'hourly_archive',
  'active_persons_archive',
  'transitions_archive',
] as const;

/** What is recorded: that a move has begun, and that it is complete. */
type Mark = 'move' | 'moved';

const markOf = async (store: ClickHouse, name: Mark): Promise<number> => {
  const [row] = await store.rows<{ value: number }>(
    `SELECT max(value) AS value FROM meta WHERE name = '${name}'`,
  );
  return row?.value ?? 0;
};

const setMark = (store: ClickHouse, name: Mark | 'rows_from' | 'archived_to', value: number): Promise<void> =>
  store.insert('meta', ['name', 'value'], [[name, value]]);

const isEmpty = async (store: ClickHouse): Promise<boolean> => {
  const [row] = await store.rows<{ rows: number }>(
    `SELECT ${TAKEN.map(table => `(SELECT count() FROM ${table})`).join(' + ')} AS rows`,
  );
  return row?.rows === 0;
};

const refused = (what: string): NotEmpty =>
  new NotEmpty(
    `The database of ClickHouse holds ${what}. Name another one in ROLLCALL_CLICKHOUSE_DATABASE, or drop it.`,
  );

/**
 * Whether the database can take over a file.
 * @returns whether it holds a part of an interrupted move; it is empty otherwise
 * @throws NotEmpty
 */
export const ensureFree = async (store: ClickHouse): Promise<boolean> => {
  if ((await markOf(store, 'moved')) > 0) throw refused('a school that was moved there');
  const begun = (await markOf(store, 'move')) > 0;
  if (!begun && !(await isEmpty(store))) throw refused('events');
  return begun;
};

/**
 * Moves everything. What an interrupted run has left is removed first.
 * @throws NotEmpty where the database holds events of its own, or a finished move
 */
export const takeOver = async (context: TakeOver): Promise<void> => {
  const { store, layout } = context;
  await ensureFree(store);
  for (const table of [...TAKEN, 'meta']) await store.run(truncate(table, layout));
  await setMark(store, 'move', 1);
  await moveEvents(context);
  await moveReports(context);
  await moveDeviceUsers(context);
  await moveIds(context);
  await moveArchives(context);
};

/** Called once the old servers can't go on. Idempotent. */
export const finishTakeOver = (store: ClickHouse): Promise<void> => setMark(store, 'moved', 1);

const moveEvents = async ({ file, store, progress }: TakeOver): Promise<void> => {
  const all = await numberOf(file, 'select count(*) from events');
  let done = 0;
  const sql = 'select * exclude (id, person, x, y, w, h), id::varchar as id from events';
  for await (const rows of streamOf(file, sql)) {
    await store.insert('events', eventNames, eventRows(rows.map(eventOf)));
    done += rows.length;
    progress(done, all);
  }
};

const moveReports = async ({ file, store }: TakeOver): Promise<void> => {
  const sql = `select ${Object.keys(reportColumns).join(', ')} from reports`;
  for await (const rows of streamOf(file, sql))
    await store.insert('reports', reportNames, reportRows(rows.map(reportOf)));
};

const reportOf = (row: ResultRow): StoredReport =>
  Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) =>
      value === null ? [] : [[name, name === 'data' ? (JSON.parse(String(value)) as unknown) : value]],
    ),
  ) as unknown as StoredReport;

/** Those whose rows have expired, too; the earliest event stays, however often it comes. */
const moveDeviceUsers = async ({ file, store }: TakeOver): Promise<void> => {
  const sql = 'select device, person, flags, time, sequence, id::varchar as id from device_users';
  for await (const rows of streamOf(file, sql))
    await store.insert(
      'device_users',
      joinNames,
      rows.map(({ device, person, flags, time, sequence, id }) => [
        String(device),
        String(person),
        flags as number,
        [time as number, sequence as number, String(id)],
      ]),
    );
};

/** Ids that are known without a row, of erased events and late ones. */
export const IDS_WITHOUT_ROWS = 'known_ids where id not in (select id from events)';

const moveIds = async ({ file, store }: TakeOver): Promise<void> => {
  for await (const rows of streamOf(file, `select id::varchar as id, received from ${IDS_WITHOUT_ROWS}`))
    await store.insert(
      'erased_ids',
      ['id', 'received'],
      rows.map(({ id, received }) => [String(id), received as number]),
    );
};

/** The hour before which sums are in the archives, as an expiry leaves it; 0 where nothing has expired. */
export const archivedTo = async (file: DuckDBConnection): Promise<number> => {
  const from = await metaOf(file, 'rows_from');
  return from === 0 ? 0 : Math.floor(from / HOUR) + 1;
};

const place = 'hour, product, platform, kind, key, flags';

/** SELECTs of what each archive takes, in the order of its columns: sums of the embedded store up to an hour. */
const archives = (hour: number) => ({
  // A row for what has no duration, and one for each step; the first step bears the sum of durations.
  hourly_archive: `
    with sums as (
      select ${place}, sum(events) as events, sum(timed) as timed, sum(duration) as duration
      from hourly where hour < ${hour} group by all having sum(events) <> 0
    ), steps as (
      select ${place}, step, sum(events) as events from durations where hour < ${hour} group by all having sum(events) <> 0
    )
    select ${place}, -1 as step, (events - timed)::bigint as events, 0::bigint as duration from sums where events > timed
    union all
    select ${place}, step, s.events::bigint as events,
      (case when row_number() over (partition by ${place} order by step) = 1 then sums.duration else 0 end)::bigint as duration
    from steps s join sums using (${place})`,
  active_persons_archive: `
    select hour, product, platform, flags, person, min(first_at) as first_at from active_persons
    where hour < ${hour} group by all having sum(events) <> 0`,
  transitions_archive: `
    select hour, product, platform, flags, from_page, to_page, sum(transitions)::bigint as transitions from transitions
    where hour < ${hour} group by all having sum(transitions) <> 0`,
});

const moveArchives = async ({ file, store }: TakeOver): Promise<void> => {
  const hour = await archivedTo(file);
  if (hour === 0) return;
  for (const [table, sql] of Object.entries(archives(hour)))
    for await (const rows of streamOf(file, sql)) {
      const [first = {}] = rows;
      const names = Object.keys(first);
      await store.insert(
        table,
        names,
        rows.map(row => names.map(name => row[name] as string | number)),
      );
    }
  await setMark(store, 'rows_from', await metaOf(file, 'rows_from'));
  await setMark(store, 'archived_to', hour);
};
