/** Where queries run in the SQL of a store. */

/** A value of a statement: whole numbers go as 64-bit integers, others as floating point. */
export type Value = string | number | boolean | null;
export type Values = Readonly<Record<string, Value>>;
export type ResultRow = Readonly<Record<string, unknown>>;

/** Milliseconds that a query may take, waiting included. */
export const QUERY_TIMEOUT = 10_000;

export interface QueryOptions {
  /** Milliseconds instead of the store's own limit, waiting included. */
  readonly timeout?: number;
  /** Cancels the query: a waiting one leaves the queue, a running one is interrupted. */
  readonly signal?: AbortSignal;
  /** A query of a few rows, which every view needs: it does not wait behind the others. */
  readonly light?: boolean;
}

/** Whole numbers go in and come out as 64-bit integers, text beyond 2^53. */
export interface QueryClient {
  /** @throws QueryQueueFull, QueryCancelled, StoreUnavailable */
  query<Row extends ResultRow>(sql: string, values?: Values, options?: QueryOptions): Promise<readonly Row[]>;
}
