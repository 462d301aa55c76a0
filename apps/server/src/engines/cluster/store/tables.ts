/**
 * The tables of the event store in ClickHouse.
 *
 * `events` and `reports` hold every row, and rows alone are the truth: the sums of hours are projections, which ClickHouse computes for
 * each part of `events` as it is written, merged or mutated, so they hold after any load, repeated load or erasure. Only where rows expire, their
 * sums are put into the tables `…_archive` first. Queries read both through the view `hourly`, and who was there on which days by
 * `days.ts`.
 */
import type { ColumnType } from '@rollcall/contract';
import { DURATION_STEPS, HOUR } from '../../../events/store/counting.ts';
import { plainColumns, reportColumns } from '../../../events/store/columns.ts';
import { derivedColumns } from '../../../events/store/derived.ts';
import { daysProjection } from './days.ts';
import { type Layout, table, type TableForm, view } from './ddl.ts';

const columnTypes: Readonly<Record<ColumnType, string>> = {
  uuid: 'UUID',
  text: 'String',
  json: 'String',
  int: 'Int32',
  bigint: 'Int64',
  double: 'Float64',
  bool: 'Bool',
};
/** Columns that have a value in every row. */
const always = new Set(['id', 'product', 'time', 'device_time', 'received', 'sequence', 'kind', 'key']);
/** Columns of few values. */
const few = new Set(['product', 'library', 'platform', 'language', 'user_agent', 'network', 'resolution']);
/** Columns that grow with the rows around them. */
const rising = new Set(['time', 'device_time', 'received']);

const typeOf = (name: string, type: ColumnType): string => {
  const plain = name === 'kind' ? 'UInt8' : columnTypes[type];
  const nullable = always.has(name) ? plain : `Nullable(${plain})`;
  const stored = few.has(name) ? `LowCardinality(${nullable})` : nullable;
  if (rising.has(name)) return `${stored} CODEC(Delta, ZSTD(1))`;
  return type === 'json' ? `${stored} CODEC(ZSTD(1))` : stored;
};

/** Of `derivedColumns`; rows from before form 12 have none. */
export const derivedTypes: Readonly<Record<string, string>> = Object.fromEntries(
  derivedColumns.map(name => [name, 'LowCardinality(Nullable(String))']),
);

/** The columns of `events` that a load writes: those of the contract, those derived of it, the flags, and who it was (`personOf`). */
export const eventColumns: Readonly<Record<string, string>> = {
  ...Object.fromEntries(plainColumns.map(({ name, type }) => [name, typeOf(name, type)])),
  flags: 'UInt8',
  person: 'Nullable(Int64)',
  ...derivedTypes,
};

const reportTypes: Readonly<Record<keyof typeof reportColumns, string>> = {
  id: 'String',
  product: 'LowCardinality(String)',
  received: 'Int64 CODEC(Delta, ZSTD(1))',
  kind: 'LowCardinality(String)',
  release: 'LowCardinality(String)',
  page: 'String',
  weight: 'Float64',
  name: 'String',
  value: 'Nullable(Float64)',
  status: 'Nullable(Int32)',
  data: 'Nullable(String) CODEC(ZSTD(1))',
  sample: 'Nullable(Bool)',
};

const monthOf = (time: string): string => `toYYYYMM(toDateTime(intDiv(${time}, 1000), 'UTC'))`;
const monthOfHour = `toYYYYMM(toDateTime(hour * 3600, 'UTC'))`;

/** What is known of people beside their events, read by the view `people`; and the number of its last change. */
const peopleTables: readonly TableForm[] = [
  {
    name: 'people_rows',
    columns: {
      person: 'Int64',
      grade: 'Nullable(Int32)',
      signed_up: 'Int64',
      site: 'LowCardinality(Nullable(String))',
      fields: 'String CODEC(ZSTD(1))',
      changed: 'Int64',
    },
    engine: 'ReplacingMergeTree',
    version: 'changed',
    order: 'person',
    shard: 'person',
  },
  {
    name: 'people_at',
    columns: { at: 'Int64' },
    engine: 'ReplacingMergeTree',
    version: 'at',
    order: 'tuple()',
    shard: '0',
  },
];

const people = view('people', 'SELECT person, grade, signed_up, site, fields FROM people_rows FINAL');

/** The statements that make what is known of people. */
export const createPeople = (layout: Layout): readonly string[] => [
  ...peopleTables.flatMap(form => table(form, layout)),
  people(layout),
];

const eventsTable: TableForm = {
  name: 'events',
  columns: eventColumns,
  more: [
    `hour Int64 ALIAS intDiv(time, ${HOUR})`,
    // The step of the durations' histogram; -1 where there is none.
    `step Int16 ALIAS ifNull(toInt16(floor(log(duration + 1) * ${DURATION_STEPS})), -1)`,
    'INDEX of_user user_id TYPE bloom_filter(0.01) GRANULARITY 1',
    'INDEX of_device device TYPE bloom_filter(0.01) GRANULARITY 1',
    // Ids begin with a time: those of a batch stand together.
    'PROJECTION by_id (SELECT id ORDER BY toUInt128(id))',
    `PROJECTION hours (SELECT product, hour, platform, kind, key, flags, step, count(), sum(duration)
       GROUP BY product, hour, platform, kind, key, flags, step)`,
    daysProjection,
  ],
  engine: 'MergeTree',
  partition: monthOf('time'),
  order: 'product, key, time',
  shard: "cityHash64(coalesce(device, user_id, process, ''))",
  deduplicates: true,
};

/** Every table. `shard` is what the rows of a cluster are spread by. */
const tables: readonly TableForm[] = [
  eventsTable,
  // Takes the events of `check`, which are removed immediately.
  { ...eventsTable, name: 'checks', more: [] },
  {
    name: 'reports',
    columns: reportTypes,
    more: ['PROJECTION by_id (SELECT received, id ORDER BY received, id)'],
    engine: 'MergeTree',
    partition: monthOf('received'),
    order: 'product, kind, name, received',
    shard: 'cityHash64(id)',
    deduplicates: true,
  },
  /**
   * The earliest event of each device and user that bears both (`personOf` of each). A device is joined to the user of the
   * earliest of its rows. `first` is time, sequence and id. All events of a row are erased together, so a row is deleted or stays.
   */
  {
    name: 'device_users',
    columns: {
      device: 'Int64',
      person: 'Int64',
      flags: 'UInt8',
      first: 'SimpleAggregateFunction(min, Tuple(Int64, Int64, String))',
    },
    // `first` as a number, by which the earliest row of a device is found in a fifth of the time.
    more: [
      `place SimpleAggregateFunction(min, UInt256)
       MATERIALIZED bitShiftLeft(toUInt256(bitShiftLeft(toUInt128(first.1), 64) + toUInt64(first.2 + ${2 ** 53})), 128) + toUInt128(toUUID(first.3))`,
    ],
    engine: 'AggregatingMergeTree',
    order: 'device, person, flags',
    shard: 'device',
    // A join that arrives after its block was stored, and perhaps erased, is left out as its events are.
    deduplicates: true,
  },
  /** Ids of erased events, and of rows that expired soon after they came, which are left out if they come again. */
  {
    name: 'erased_ids',
    columns: { id: 'UUID', received: 'Int64' },
    engine: 'ReplacingMergeTree',
    order: 'toUInt128(id)',
    shard: 'cityHash64(id)',
  },
  /** Sums of hours whose rows have expired, as the projections have them. */
  {
    name: 'hourly_archive',
    columns: {
      hour: 'Int64',
      product: 'LowCardinality(String)',
      platform: 'LowCardinality(String)',
      kind: 'UInt8',
      key: 'String',
      flags: 'UInt8',
      step: 'Int16',
      events: 'Int64',
      duration: 'Int64',
    },
    engine: 'MergeTree',
    partition: monthOfHour,
    order: 'product, hour, key',
    shard: 'cityHash64(key)',
    deduplicates: true,
  },
  {
    name: 'active_persons_archive',
    columns: {
      hour: 'Int64',
      product: 'LowCardinality(String)',
      platform: 'LowCardinality(String)',
      flags: 'UInt8',
      person: 'Int64',
      first_at: 'Int64',
    },
    engine: 'MergeTree',
    partition: monthOfHour,
    order: 'product, hour, person',
    shard: 'person',
    deduplicates: true,
  },
  /** Transitions from page to page of hours whose rows have expired; '' is outside of the site. */
  {
    name: 'transitions_archive',
    columns: {
      hour: 'Int64',
      product: 'LowCardinality(String)',
      platform: 'LowCardinality(String)',
      flags: 'UInt8',
      from_page: 'String',
      to_page: 'String',
      transitions: 'Int64',
    },
    engine: 'MergeTree',
    partition: monthOfHour,
    order: 'product, hour, from_page, to_page',
    shard: 'cityHash64(from_page, to_page)',
  },
  ...peopleTables,
  /**
   * Numbers of which the greatest of a name is valid. `rows_from`: ms since 1970 from which rows are kept. `archived_to`: the
   * hour before which sums are in the archives, an hour after `rows_from`, since a path begins half an hour before. `ids_from`: ms since
   * 1970 from which `erased_ids` are kept, by when they were received.
   */
  {
    name: 'meta',
    columns: { name: 'LowCardinality(String)', value: 'Int64' },
    engine: 'MergeTree',
    order: 'name',
    shard: '0',
  },
];

/** The hour before which sums are read from the archives; 0 where nothing has expired. */
export const archivedTo = "(SELECT max(value) FROM meta WHERE name = 'archived_to')";

/**
 * What queries read of the sums of hours, with the columns of the embedded store's tables: hour, product, platform, kind, key, flags, step (-1 where
 * untimed), events, timed, duration. Rows of the same columns but the sums may be several. A condition on hour, product or platform
 * reaches the projection.
 */
const hourly = view(
  'hourly',
  `SELECT hour, product, ifNull(platform, '') AS platform, kind, key, flags, step, rows AS events,
          if(step >= 0, rows, 0) AS timed, spent AS duration
   FROM (SELECT hour, product, platform, kind, key, flags, step, toInt64(count()) AS rows, ifNull(sum(duration), 0) AS spent
         FROM events WHERE hour >= ${archivedTo} GROUP BY product, hour, platform, kind, key, flags, step)
   UNION ALL
   SELECT hour, product, platform, kind, key, flags, step, events, if(step >= 0, events, 0) AS timed, duration
   FROM hourly_archive WHERE hour < ${archivedTo}`,
);

/** The statements that make the database. */
export const createTables = (layout: Layout): readonly string[] => [
  ...tables.flatMap(form => table(form, layout)),
  hourly(layout),
  people(layout),
];
