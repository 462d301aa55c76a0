/** Writes Parquet files out of ClickHouse: the server reads them over HTTP. */
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
import type { ResultRow } from '../../../events/store/query-client.ts';
import { clickHouseDialect } from './dialect.ts';
import { literal } from './literal.ts';
import { joinsOf } from './people.ts';
import { kept } from './waiting.ts';

export const parquetDialect: ParquetDialect = {
  sha256: text => `lower(hex(SHA256(${text})))`,
  text: value => `toString(${value})`,
  bool: condition => `(${condition})::Bool`,
  masked: clickHouseDialect.masked,
};

/** Runs a SELECT of the store's own, without what waits to be erased. */
type Rows = <Row extends ResultRow>(sql: string) => Promise<readonly Row[]>;

export const exportedDays = async (rows: Rows, before: string): Promise<readonly DayOfEvents[]> => {
  const found = await rows<{ number: number; mark: string }>(
    `SELECT ${dayNumber((value, by) => `intDiv(${value}, ${by})`)} AS number, concat(toString(count()), '-', toString(groupBitXor(sipHash64(id)))) AS mark
     FROM events WHERE ${isExported} AND time < ${spanOf(before).from} AND ${kept.rows} GROUP BY number ORDER BY number`,
  );
  return found.map(({ number, mark }) => ({ day: dayOfNumber(number), mark }));
};

/** A SELECT of what a file holds, with the conditions of `kept`. The rows are a relation of their own, since names of results hide columns. */
export const parquetSelect = (content: ParquetContent, secret: string): string => {
  const key = literal(secret);
  if (content === 'people')
    return `SELECT ${peopleSelected(key, parquetDialect)} FROM (SELECT * FROM people)`;
  if (content === 'devices')
    return `SELECT ${devicesSelected(key, parquetDialect)} FROM (SELECT device, user AS person, time FROM ${joinsOf()})`;
  const { from, to } = spanOf(content.day);
  return `SELECT ${eventsSelected(key, parquetDialect)} FROM (
    SELECT * FROM events WHERE ${isExported} AND time >= ${from} AND time < ${to} AND ${kept.rows}) ORDER BY time, sequence`;
};
