/** Running statements on a connection: transactions, bound values, rows as plain values. */
import { BIGINT, BOOLEAN, DOUBLE, type DuckDBConnection, type DuckDBType, VARCHAR } from '@duckdb/node-api';
import type { ResultRow, Value, Values } from '../../../events/store/query-client.ts';

/** All or nothing. */
export const inTransaction = async <T>(connection: DuckDBConnection, work: () => Promise<T>): Promise<T> => {
  await connection.run('begin transaction');
  try {
    const result = await work();
    await connection.run('commit');
    return result;
  } catch (error) {
    // A commit that failed has ended the transaction already.
    await connection.run('rollback').catch(() => undefined);
    throw error;
  }
};

/** What DuckDB says while a query runs that began before the last checkpoint; "write transactions" are not meant. */
const QUERY_RUNS = /Cannot CHECKPOINT/;

/**
 * Brings the write-ahead log into the file.
 * @returns false where that has to wait for a query; nothing is lost, a later checkpoint does it
 */
export const checkpoint = async (connection: DuckDBConnection): Promise<boolean> => {
  try {
    await connection.run('checkpoint');
    return true;
  } catch (error) {
    if (error instanceof Error && QUERY_RUNS.test(error.message)) return false;
    throw error;
  }
};

const typeOf = (value: Value): DuckDBType => {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BIGINT : DOUBLE;
  return typeof value === 'boolean' ? BOOLEAN : VARCHAR;
};

/** Rows as plain values; 64-bit integers become numbers, and text where a number can't hold them. */
export const rowsOf = async (
  connection: DuckDBConnection,
  sql: string,
  values: Values = {},
): Promise<readonly ResultRow[]> => {
  const names = Object.keys(values);
  const types: Record<string, DuckDBType> = {};
  const bound: Record<string, string | number | bigint | boolean | null> = {};
  for (const name of names) {
    const value = values[name] ?? null;
    types[name] = typeOf(value);
    bound[name] = typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : value;
  }
  const reader = await (names.length > 0
    ? connection.runAndReadAll(sql, bound, types)
    : connection.runAndReadAll(sql));
  return plainRows(reader.getRowObjectsJS());
};

/** Rows of a piece, or some more: an insert of each is an insert of some size. */
const PIECE = 20_000;

/** As `rowsOf`, in pieces, for more rows than memory holds. */
export async function* streamOf(
  connection: DuckDBConnection,
  sql: string,
): AsyncGenerator<readonly ResultRow[]> {
  const result = await connection.stream(sql);
  let piece: ResultRow[] = [];
  for await (const rows of result.yieldRowObjectJs()) {
    piece.push(...plainRows(rows));
    if (piece.length < PIECE) continue;
    yield piece;
    piece = [];
  }
  if (piece.length > 0) yield piece;
}

const plainRows = (rows: Record<string, unknown>[]): readonly ResultRow[] => {
  for (const row of rows) for (const name of Object.keys(row)) row[name] = plain(row[name]);
  return rows;
};

const plain = (value: unknown): unknown => {
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : String(value);
  }
  return Array.isArray(value) ? value.map(plain) : value;
};

/** A single number; 0 where there is no row or it is null. */
export const numberOf = async (
  connection: DuckDBConnection,
  sql: string,
  values: Values = {},
): Promise<number> => {
  const [row] = await rowsOf(connection, sql, values);
  const value = row && Object.values(row)[0];
  return typeof value === 'number' ? value : 0;
};
