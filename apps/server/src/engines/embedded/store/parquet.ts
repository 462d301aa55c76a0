/** Writes Parquet files out of the embedded store. A statement of a reader: loads go on meanwhile. */
import {
  type DayOfEvents,
  dayNumber,
  dayOfNumber,
  devicesSelected,
  eventsSelected,
  isExported,
  type ParquetContent,
  type ParquetDialect,
  peopleSelected,
  spanOf,
} from '../../../events/store/parquet-source.ts';
import type { QueryClient } from '../../../events/store/query-client.ts';
import { duckDialect } from './dialect.ts';
import { literal } from './literal.ts';

/** Milliseconds for one file or the list of days, waiting included. */
export const TIMEOUT = { timeout: 600_000 } as const;

const dialect: ParquetDialect = {
  sha256: text => `sha256(${text})`,
  text: value => `(${value})::varchar`,
  bool: condition => `(${condition})`,
  masked: duckDialect.masked,
};

export const exportedDays = async (store: QueryClient, before: string): Promise<readonly DayOfEvents[]> => {
  const rows = await store.query<{ day: number; mark: string }>(
    `select ${dayNumber((value, by) => `${value} // ${by}`)} as day, concat(count(*), '-', bit_xor(hash(id))) as mark
     from events where ${isExported} and time < ${spanOf(before).from} group by day order by day`,
    {},
    TIMEOUT,
  );
  return rows.map(({ day, mark }) => ({ day: dayOfNumber(day), mark }));
};

/** @param key SQL of it */
const selected = (content: ParquetContent, key: string): string => {
  if (content === 'people') return `select ${peopleSelected(key, dialect)} from people`;
  if (content === 'devices')
    return `select ${devicesSelected(key, dialect)} from joins where person is not null`;
  const { from, to } = spanOf(content.day);
  return `select ${eventsSelected(key, dialect)} from (
    from events where ${isExported} and time >= ${from} and time < ${to}) order by time, sequence`;
};

/** The statement that writes a file. It has the key, and belongs into no trace. */
export const copyToParquet = (path: string, content: ParquetContent, key: string): string =>
  `copy (${selected(content, literal(key))}) to ${literal(path)} (format parquet, compression zstd)`;
