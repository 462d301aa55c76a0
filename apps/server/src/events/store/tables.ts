/**
 * The tables of the embedded event store.
 *
 * `events` and `reports` hold every row. The others are sums over `events` by hour (of UTC), so that a question costs
 * what its answer holds and not what was ever reported. They are additive: a batch appends its own sums, and rows of
 * the same hour are merged when there is time (`merge.ts`).
 */

/** Grows when the tables change; a file of a later version is not opened. */
export const SCHEMA = 1;

/** Milliseconds of the span that sums are kept by. */
export const HOUR = 3_600_000;

/** Bits of `flags`, which stand in every table, so that each can be left out of every answer. */
export const flag = { sample: 1, bot: 2, dev: 4 } as const;

/** The columns of `events` in the order of the table, with their types. */
export const eventColumns = {
  id: 'UUID',
  product: 'VARCHAR',
  time: 'BIGINT',
  device_time: 'BIGINT',
  received: 'BIGINT',
  sequence: 'BIGINT',
  kind: 'UTINYINT',
  key: 'VARCHAR',
  data: 'VARCHAR',
  duration: 'BIGINT',
  open: 'BOOLEAN',
  flags: 'UTINYINT',
  process: 'VARCHAR',
  library: 'VARCHAR',
  user_id: 'VARCHAR',
  platform: 'VARCHAR',
  language: 'VARCHAR',
  user_agent: 'VARCHAR',
  network: 'VARCHAR',
  density: 'DOUBLE',
  cpu: 'INTEGER',
  resolution: 'VARCHAR',
  device: 'VARCHAR',
  ip: 'VARCHAR',
  // Who it was: a hash of the user id, else of the device, else of the process; null where none is known.
  person: 'BIGINT',
  // Of a click, so that a heat map reads no JSON: thousandths of the width, CSS pixels from the top, document's size.
  x: 'DOUBLE',
  y: 'DOUBLE',
  w: 'DOUBLE',
  h: 'DOUBLE',
} as const;

export const reportColumns = {
  id: 'VARCHAR',
  product: 'VARCHAR',
  received: 'BIGINT',
  kind: 'VARCHAR',
  release: 'VARCHAR',
  page: 'VARCHAR',
  weight: 'DOUBLE',
  name: 'VARCHAR',
  value: 'DOUBLE',
  status: 'INTEGER',
  data: 'VARCHAR',
  sample: 'BOOLEAN',
} as const;

/** The sums: what a row is told apart by, and what it adds up. */
export const sums = {
  hourly: {
    by: {
      hour: 'INTEGER',
      product: 'VARCHAR',
      platform: 'VARCHAR',
      kind: 'UTINYINT',
      key: 'VARCHAR',
      flags: 'UTINYINT',
    },
    add: ['events', 'timed', 'duration'],
  },
  /** Durations in steps of 5 %, for medians. */
  durations: {
    by: {
      hour: 'INTEGER',
      product: 'VARCHAR',
      platform: 'VARCHAR',
      kind: 'UTINYINT',
      key: 'VARCHAR',
      flags: 'UTINYINT',
      step: 'SMALLINT',
    },
    add: ['events'],
  },
  /** Who was there. */
  presence: {
    by: {
      hour: 'INTEGER',
      product: 'VARCHAR',
      platform: 'VARCHAR',
      flags: 'UTINYINT',
      person: 'BIGINT',
    },
    add: ['events'],
  },
  /** From page to page; '' is outside. Only of hours before `paths_to`. */
  moves: {
    by: {
      hour: 'INTEGER',
      product: 'VARCHAR',
      platform: 'VARCHAR',
      flags: 'UTINYINT',
      from_page: 'VARCHAR',
      to_page: 'VARCHAR',
    },
    add: ['moves'],
  },
} as const;
export type SumTable = keyof typeof sums;
export const sumTables = Object.keys(sums) as readonly SumTable[];

const columns = (types: Readonly<Record<string, string>>): string =>
  Object.entries(types)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ');

/** Statements that make every table of the file. */
export const createTables: readonly string[] = [
  'create table meta (name varchar not null, value bigint not null)',
  `create table events (${columns(eventColumns)})`,
  `create table reports (${columns(reportColumns)})`,
  ...sumTables.map(name => {
    const { by, add } = sums[name];
    return `create table ${name} (${columns(by)}, ${add.map(sum => `${sum} bigint`).join(', ')})`;
  }),
  // The first hour that a person was seen in.
  'create table first_seen (product varchar, person bigint, flags utinyint, hour integer)',
  // Hours with sums that are not merged yet.
  'create table touched (hour integer)',
  `insert into meta values ('schema', ${SCHEMA}), ('loaded_to', 0), ('paths_to', 0), ('rows_from', 0), ('rewrite_due', 0)`,
];

/** Statements that make what one connection stages a batch in; temporary, never in the file. */
export const createStages: readonly string[] = [
  `create temp table batch (${columns(eventColumns)})`,
  `create temp table report_batch (${columns(reportColumns)})`,
];

/** The names of the numbers in `meta`. */
export type MetaName = 'schema' | 'loaded_to' | 'paths_to' | 'rows_from' | 'rewrite_due';
