/**
 * The tables of the embedded event store, as its statements use them; `migrations.ts` makes them.
 *
 * `events` and `reports` hold every row. The others are sums over `events` by hour (of UTC), so that a question costs
 * what its answer holds and not what was ever reported. They are additive: a batch appends its own sums, and rows of
 * the same hour are merged when there is time (`merge.ts`).
 */
import { type ColumnType, storedColumns } from '@rollcall/contract';

/** Milliseconds of the span that sums are kept by. */
export const HOUR = 3_600_000;

/** Bits of `flags`, which stand in every table, so that each can be left out of every answer. */
export const flag = { sample: 1, bot: 2, dev: 4 } as const;
const flagOf: Readonly<Record<string, number>> = flag;

const columnTypes: Readonly<Record<ColumnType, string>> = {
  uuid: 'UUID',
  text: 'VARCHAR',
  json: 'VARCHAR',
  int: 'INTEGER',
  bigint: 'BIGINT',
  double: 'DOUBLE',
  bool: 'BOOLEAN',
};

/** The contract's columns that stand in `events` as they are; three booleans are packed into `flags`. */
export const plainColumns = storedColumns.filter(({ name }) => !Object.hasOwn(flagOf, name));

/** The columns of `events` with their types. */
export const eventColumns: Readonly<Record<string, string>> = {
  ...Object.fromEntries(plainColumns.map(({ name, type }) => [name, columnTypes[type]])),
  kind: 'UTINYINT',
  flags: 'UTINYINT',
  // Who it was: a hash of the user id, else of the device, else of the process; null where none is known.
  person: 'BIGINT',
};

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
export const batchColumns: Readonly<Record<string, string>> = { ...eventColumns, id_time: 'BIGINT' };

/** Statements that make what one connection stages a batch in; temporary, never in the file. */
export const createStages: readonly string[] = [
  `create temp table batch (${columns(batchColumns)})`,
  `create temp table report_batch (${columns(reportColumns)})`,
];
