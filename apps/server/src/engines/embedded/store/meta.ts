/** The numbers that the file keeps about itself, in the table `meta`. */
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Offset } from '../../../events/log/event-log.ts';
import { isOlder } from '../log/identity-file.ts';
import { numberOf, rowsOf } from './statements.ts';

/**
 * `schema` the version of the tables · `loaded_to` the offset of the event log up to which events are loaded (for a log without an identity, and until its first load for one that is older than its identity; `loaded_to_1` and so on
 * for its other partitions, `loaded_to` with the identity of a log and the partition for others, made with their first load) · `watermark` the hour
 * before which transitions are counted · `paths_from` the first hour whose transitions are counted with joins; those of earlier hours
 * stay · `rows_from` ms since 1970 from which rows are kept · `rewrite_due` when
 * the first erasure was whose rows are still in the file's bytes (ms since 1970; 1 by an earlier version, 0 where there is none) · `people_at`
 * the number of the last change of `people`, above 0 where everybody is there
 */
export type MetaName =
  | 'schema'
  | 'loaded_to'
  | 'watermark'
  | 'paths_from'
  | 'rows_from'
  | 'rewrite_due'
  | 'people_at';

export const metaOf = async (connection: DuckDBConnection, name: MetaName): Promise<number> =>
  numberOf(connection, 'select value from meta where name = $name', { name });

export const setMeta = async (connection: DuckDBConnection, name: MetaName, value: number): Promise<void> => {
  await rowsOf(connection, 'update meta set value = $value where name = $name', { name, value });
};

const loadedToName = (partition: number, log: string): string =>
  log !== '' ? `loaded_to ${log} ${partition}` : partition === 0 ? 'loaded_to' : `loaded_to_${partition}`;

/**
 * The offset up to which a partition of the event log is loaded; 0 for one that never was. A log that is older than its identity goes on
 * at the position that was kept without one: read once more, it would count what has expired since a second time.
 */
export const loadedToOf = (connection: DuckDBConnection, partition: number, log: string): Promise<Offset> =>
  numberOf(
    connection,
    `select coalesce((select value from meta where name = $name), (select value from meta where name = $before), 0)`,
    {
      name: loadedToName(partition, log),
      before: loadedToName(partition, isOlder(log) ? '' : log),
    },
  );

export const setLoadedTo = async (
  connection: DuckDBConnection,
  partition: number,
  log: string,
  offset: Offset,
): Promise<void> => {
  const values = { name: loadedToName(partition, log), value: offset };
  const updated = await rowsOf(
    connection,
    'update meta set value = $value where name = $name returning 1',
    values,
  );
  if (updated.length === 0) await rowsOf(connection, 'insert into meta values ($name, $value)', values);
};
