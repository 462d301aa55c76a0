/** Puts rows into a table through the database's appender, which is several times as fast as statements. */
import type { DuckDBAppender, DuckDBConnection } from '@duckdb/node-api';
import { idTime } from '../../../events/record/event-time.ts';
import { asValueError } from '../../../events/store/errors.ts';
import { type Cell, type Columns, personOf } from '../../../events/store/rows.ts';
import { batchColumns } from './tables.ts';
import { reportColumns } from '../../../events/store/columns.ts';

type Append = (appender: DuckDBAppender, value: NonNullable<Cell>) => void;
const append: Readonly<Record<string, Append>> = {
  UUID: (appender, value) => appender.appendVarchar(value as string),
  VARCHAR: (appender, value) => appender.appendVarchar(value as string),
  BIGINT: (appender, value) => appender.appendBigInt(BigInt(value)),
  INTEGER: (appender, value) => appender.appendInteger(value as number),
  UTINYINT: (appender, value) => appender.appendUTinyInt(value as number),
  DOUBLE: (appender, value) => appender.appendDouble(value as number),
  BOOLEAN: (appender, value) => appender.appendBoolean(value as boolean),
};

export const appendRows = async (
  writer: DuckDBConnection,
  table: string,
  types: Readonly<Record<string, string>>,
  columns: Columns,
): Promise<void> => {
  const length = Object.values(columns)[0]?.length ?? 0;
  if (length === 0) return;
  const puts = Object.entries(types).map(([name, type]) => {
    const put = append[type];
    const cells = columns[name];
    if (!put || !cells) throw new Error(`no cells of ${type} for ${name}`);
    return [cells, put] as const;
  });
  const appender = await writer.createAppender(table, 'main', 'temp');
  try {
    for (let row = 0; row < length; row += 1) {
      for (const [cells, put] of puts) {
        const value = cells[row] ?? null;
        if (value === null) appender.appendNull();
        else put(appender, value);
      }
      appender.endRow();
    }
  } catch (error) {
    throw asValueError(error);
  } finally {
    appender.closeSync();
  }
};

/** What a batch has beyond the events: who they are of, which devices they join, and the times in their ids. */
const withDerived = (events: Columns): Columns => {
  const { id = [], user_id: users = [], device: devices = [], process: processes = [] } = events;
  const text = (cell: Cell | undefined) => (typeof cell === 'string' ? cell : undefined);
  return {
    ...events,
    person: id.map(
      (_, row) =>
        personOf({ user: text(users[row]), device: text(devices[row]), process: text(processes[row]) }) ??
        null,
    ),
    identified: users.map(user => typeof user === 'string'),
    id_time: id.map(each => idTime(String(each))),
    joined_device: users.map((user, row) =>
      typeof user === 'string' ? (personOf({ device: text(devices[row]) }) ?? null) : null,
    ),
  };
};

/** Adds events and reports to what is put aside for the next load. */
export const stage = async (writer: DuckDBConnection, events: Columns, reports: Columns): Promise<void> => {
  await appendRows(writer, 'batch', batchColumns, withDerived(events));
  await appendRows(writer, 'report_batch', reportColumns, reports);
};

/** Empties what was put aside. */
export const clearStage = async (writer: DuckDBConnection): Promise<void> => {
  await writer.run('truncate batch');
  await writer.run('truncate report_batch');
};
