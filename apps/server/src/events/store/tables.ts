/**
 * The tables of the embedded event store, as its statements use them; `migrations.ts` makes them.
 *
 * `events` and `reports` hold every row. The others are sums over `events` by hour (of UTC), so that a question costs
 * what its answer holds and not what was ever reported. They are additive: a batch appends its own sums, and rows of
 * the same hour are merged when there is time (`merge.ts`).
 */

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

/** The columns of a staged batch: those of `events`, and the time in the id (ms since 1970). */
export const batchColumns = { ...eventColumns, id_time: 'BIGINT' } as const;

/** Statements that make what one connection stages a batch in; temporary, never in the file. */
export const createStages: readonly string[] = [
  `create temp table batch (${columns(batchColumns)})`,
  `create temp table report_batch (${columns(reportColumns)})`,
];
