/** What ClickHouse answers: rows, and errors as the store's. */
import { ClickHouseError, type ClickHouseClient, type ClickHouseSettings } from '@clickhouse/client';
import { StoreUnavailable } from '../../../events/store/errors.ts';
import type { ResultRow, Values } from '../../../events/store/query-client.ts';

/** The rows that a question answers. */
export const rowsOf = async <Row extends ResultRow>(
  client: ClickHouseClient,
  sql: string,
  {
    values = {},
    id,
    signal,
    settings = {},
  }: {
    readonly values?: Values;
    readonly id: string;
    readonly signal?: AbortSignal;
    readonly settings?: ClickHouseSettings;
  },
): Promise<readonly Row[]> => {
  const result = await client.query({
    query: sql,
    query_params: values,
    query_id: id,
    format: 'JSONCompact',
    clickhouse_settings: settings,
    ...(signal ? { abort_signal: signal } : {}),
  });
  // The library hears the signal until the answer begins.
  const stop = () => result.close();
  signal?.addEventListener('abort', stop);
  let answer;
  try {
    signal?.throwIfAborted();
    answer = await result.json<readonly unknown[]>();
  } finally {
    signal?.removeEventListener('abort', stop);
  }
  const { meta = [], data } = answer;
  const convert = meta.map(({ type }) => converted(type));
  return data.map(
    row => Object.fromEntries(meta.map(({ name }, n) => [name, convert[n]?.(row[n]) ?? null])) as Row,
  );
};

/** 64-bit integers travel as text; they become numbers where a number holds them. */
export const converted = (type: string): ((value: unknown) => unknown) =>
  /U?Int(64|128|256)/.test(type) ? plain : value => value;

const plain = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'string') return value;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
};

/** What the server says of values that it can't take; see its list of error codes. */
const CONTENT = new Set(
  // cannot parse text, escape sequence, quoted string, input, date, number, UUID, …; type mismatch; incorrect data; out of bounds; NULL
  [6, 25, 26, 27, 32, 33, 38, 41, 53, 69, 70, 72, 117, 130, 349, 376, 467, 675, 676],
);
/** What a query ended by. */
export const codes = { timeout: 159, tooManyQueries: 202, cancelled: 394 } as const;

export const codeOf = (error: unknown): number | undefined =>
  error instanceof ClickHouseError ? Number(error.code) : undefined;

/** Whether the server can't take a value. */
export const isContent = (error: unknown): error is ClickHouseError => {
  const code = codeOf(error);
  return code !== undefined && CONTENT.has(code);
};

/** Errors of the connection: those of the system have a code, the client's time-out has words. */
const isConnection = (error: Error & { readonly code?: unknown }): boolean =>
  typeof error.code === 'string' || /timeout|socket hang up/i.test(error.message);

/** An error of the connection as StoreUnavailable: the request may be repeated. What the server answers stays. */
export const storeError = (error: unknown): unknown =>
  error instanceof Error && !(error instanceof ClickHouseError) && isConnection(error)
    ? new StoreUnavailable(`ClickHouse can't be reached: ${error.message}`, { cause: error })
    : error;

/** What goes wrong is thrown; the library would write it to the console, too. */
export class Silent {
  trace(): void {}
  debug(): void {}
  info(): void {}
  warn(): void {}
  error(): void {}
}
