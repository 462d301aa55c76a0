/**
 * The tables of the embedded event store, as its statements use them; `migrations.ts` makes them.
 *
 * `events` and `reports` hold every row, and `people` what is known of people beside them. The others are rollups over `events` by hour (UTC), so that a query
 * costs what its answer holds and not what was ever reported. They are additive: a batch appends its own contributions, and rows of the same
 * hour are merged by `compact`.
 */
import type { ColumnType } from '@rollcall/contract';
import { plainColumns, reportColumns } from '../../../events/store/columns.ts';
import { derivedColumns } from '../../../events/store/derived.ts';
import { peopleColumns } from '../../../events/store/people.ts';
import { joinColumns } from './joins.ts';

const columnTypes: Readonly<Record<ColumnType, string>> = {
  uuid: 'UUID',
  text: 'VARCHAR',
  json: 'VARCHAR',
  int: 'INTEGER',
  bigint: 'BIGINT',
  double: 'DOUBLE',
  bool: 'BOOLEAN',
};

/** The columns of `events` with their types. */
const eventColumns: Readonly<Record<string, string>> = {
  ...Object.fromEntries(plainColumns.map(({ name, type }) => [name, columnTypes[type]])),
  kind: 'UTINYINT',
  flags: 'UTINYINT',
  // Who it was: a hash of the user id, else of the device, else of the process; null where none is known.
  person: 'BIGINT',
  // Whether that is a user, of whom no join is looked up; null in rows from before version 5.
  identified: 'BOOLEAN',
  ...Object.fromEntries(derivedColumns.map(name => [name, 'VARCHAR'])),
};

/** The rollups: the columns that identify a row, those that are added up, and those of which the least stays. */
export const rollups = {
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
    least: [],
  },
  /** Durations in steps of 5 %, of which medians are told, also where rows have expired. */
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
    least: [],
  },
  /**
   * Persons with activity in the hour, by the name in their rows; `first_at` (ms since 1970) is when it began, by which a device's
   * join is told (`peopleOf`). A user may have rows of both kinds in an hour from before version 5. Rows of a device
   * without a user are only erased together, so the least stays right.
   */
  active_persons: {
    by: {
      hour: 'INTEGER',
      product: 'VARCHAR',
      platform: 'VARCHAR',
      flags: 'UTINYINT',
      person: 'BIGINT',
      identified: 'BOOLEAN',
    },
    add: ['events'],
    least: ['first_at'],
  },
  /** Transitions from page to page; '' is outside of the site. Only of hours before `watermark`. */
  transitions: {
    by: {
      hour: 'INTEGER',
      product: 'VARCHAR',
      platform: 'VARCHAR',
      flags: 'UTINYINT',
      from_page: 'VARCHAR',
      to_page: 'VARCHAR',
    },
    add: ['transitions'],
    least: [],
  },
} as const;
export type RollupTable = keyof typeof rollups;
export const rollupTables = Object.keys(rollups) as readonly RollupTable[];

const columns = (types: Readonly<Record<string, string>>): string =>
  Object.entries(types)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ');

/**
 * The columns of a staged batch: those of `events`, the time in the id (ms since 1970), and the device as `person` has it, where the event
 * bears a user, too.
 */
export const batchColumns: Readonly<Record<string, string>> = {
  ...eventColumns,
  id_time: 'BIGINT',
  joined_device: 'BIGINT',
};

/** Statements that make what one connection stages a batch and changes of joins in; temporary, never in the file. */
export const createStages: readonly string[] = [
  `create temp table batch (${columns(batchColumns)})`,
  `create temp table report_batch (${columns(reportColumns)})`,
  `create temp table people_batch (${columns(peopleColumns)})`,
  `create temp table join_changes (${columns(joinColumns)})`,
  `create temp table device_user_changes (${columns({ ...joinColumns, known: 'BOOLEAN' })})`,
];
