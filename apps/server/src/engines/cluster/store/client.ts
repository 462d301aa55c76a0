/** Statements and queries over ClickHouse's HTTP interface. */
import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { type ClickHouseClient, type ClickHouseSettings, createClient } from '@clickhouse/client';
import { ContentError } from '../../../events/record/content-error.ts';
import { QueryCancelled, QueryQueueFull } from '../../../events/store/errors.ts';
import {
  type ResultRow,
  type Values,
  QUERY_TIMEOUT,
  type QueryClient,
  type QueryOptions,
} from '../../../events/store/query-client.ts';
import type { Cell } from '../../../events/store/rows.ts';
import { codeOf, codes, converted, isContent, rowsOf, Silent, storeError } from './answers.ts';
import { processes } from './ddl.ts';
import { withHealthCheck } from './health-check.ts';
import { literal } from './literal.ts';

/** Queries of this process that run or wait, and those that run. */
const QUERIES = 32;
const RUNNING = 8;
/** Rows of an answer: beyond them a query fails. */
const ROWS = 200_000;
/** Bytes of a query's text, which names what waits to be erased. */
export const QUERY_TEXT = 16 * 2 ** 20;
/** Bytes of memory that a query may take in the server. */
const MEMORY = 4 * 2 ** 30;
/** Bytes of groups, or of rows to be sorted, beyond which a query uses the disk: merging groups takes as much again. */
const IN_MEMORY = MEMORY * 0.375;
/** Milliseconds that a statement may take: a mutation rewrites what it touches. */
const STATEMENT_TIMEOUT = 3_600_000;
/** Milliseconds of silence after which a step of a load is given up, to be repeated. */
const LOAD_TIMEOUT = 60_000;
/** Milliseconds after which a statement is looked for in the server. */
const CHECK = 5_000;

export interface ClickHouseSettingsOf {
  /** With user and password, if it needs them. */
  readonly url: string;
  readonly database: string;
  /** Milliseconds of silence after which a step of a load is given up. @default 60000 */
  readonly loadTimeout?: number;
  /** Milliseconds after which a statement is looked for in the server. @default 5000 */
  readonly checkAfter?: number;
  /** Milliseconds that a look may take. @default checkAfter */
  readonly checkTimeout?: number;
  /** The cluster's name in the servers' configuration; undefined for one server. */
  readonly cluster?: string | undefined;
}

/** What a statement goes with. */
export interface StatementOptions {
  readonly values?: Values;
  readonly settings?: ClickHouseSettings;
  /** By which it is found in the server. @default a new one */
  readonly id?: string;
}

/** A list of values in the order of the columns. */
export type InsertedRow = readonly (Cell | readonly Cell[])[];

/** Rows as the text that is sent, which can be written while the server is at other work. */
export class RowsText {
  readonly text: string;

  constructor(rows: readonly InsertedRow[]) {
    this.text = rows.map(row => JSON.stringify(row)).join('\n');
  }
}
/** The client writes one value after the other. */
const json = {
  parse: JSON.parse,
  stringify: (value: unknown) => (value instanceof RowsText ? value.text : JSON.stringify(value)),
};

export class ClickHouse implements QueryClient {
  readonly #queries: ClickHouseClient;
  readonly #statements: ClickHouseClient;
  /** Inserts and look-ups: they do not wait behind mutations, and a server that hangs does not hold them. */
  readonly #loads: ClickHouseClient;
  readonly #checks: ClickHouseClient;
  readonly #checkAfter: number;
  readonly #cluster: string | undefined;
  #running = 0;

  constructor({
    url,
    database,
    loadTimeout = LOAD_TIMEOUT,
    checkAfter = CHECK,
    checkTimeout = checkAfter,
    cluster,
  }: ClickHouseSettingsOf) {
    const common = {
      url,
      database,
      application: 'rollcall',
      log: { LoggerClass: Silent },
    };
    this.#queries = createClient({
      ...common,
      max_open_connections: RUNNING,
      // Each query has its own, shorter one.
      request_timeout: STATEMENT_TIMEOUT,
      clickhouse_settings: {
        readonly: '2',
        cancel_http_readonly_queries_on_client_close: 1,
        max_memory_usage: String(MEMORY),
        max_bytes_before_external_group_by: String(IN_MEMORY),
        max_bytes_before_external_sort: String(IN_MEMORY),
        max_query_size: String(QUERY_TEXT),
        max_result_rows: String(ROWS),
        result_overflow_mode: 'throw',
        output_format_json_quote_64bit_integers: 1,
      },
    });
    const statements = (timeout: number) =>
      createClient({
        ...common,
        json,
        // Partitions and jobs bound them; one that waited here to be sent would be looked for in the server in vain.
        max_open_connections: Number.POSITIVE_INFINITY,
        request_timeout: timeout,
        clickhouse_settings: {
          output_format_json_quote_64bit_integers: 1,
          // A load looks for ids where the load before has put them, whichever server answers.
          load_balancing: 'in_order',
          prefer_localhost_replica: 0,
          // In a cluster the shards have the rows when the answer comes.
          distributed_foreground_insert: 1,
        },
      });
    this.#statements = statements(STATEMENT_TIMEOUT);
    this.#loads = statements(loadTimeout);
    this.#checks = createClient({
      ...common,
      request_timeout: checkTimeout,
      // A kept connection says less of a network that changed.
      keep_alive: { enabled: false },
    });
    this.#checkAfter = checkAfter;
    this.#cluster = cluster;
  }

  /** Runs a statement, and gives it up where the server does not have it any more, or does not say so. @throws StoreUnavailable */
  #checked<Answer>(id: string, run: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
    return withHealthCheck({ isRunning: () => this.#isRunning(id), every: this.#checkAfter }, run);
  }

  /**
   * Whether the server may have a statement: it says so, or answers without saying it, as where it may not, or a replica hangs.
   */
  async #isRunning(id: string): Promise<boolean> {
    if (!(await this.#checks.ping()).success) return false;
    try {
      const rows = await rowsOf(
        this.#checks,
        `SELECT 1 FROM ${processes({ cluster: this.#cluster })} WHERE query_id = ${literal(id)}`,
        { id: randomUUID(), settings: { skip_unavailable_shards: 1 } },
      );
      return rows.length > 0;
    } catch {
      return true;
    }
  }

  async query<Row extends ResultRow>(
    sql: string,
    values: Values = {},
    { timeout = QUERY_TIMEOUT, signal }: QueryOptions = {},
  ): Promise<readonly Row[]> {
    if (signal?.aborted) throw new QueryCancelled('caller');
    if (this.#running >= QUERIES) throw new QueryQueueFull();
    this.#running += 1;
    const timer = AbortSignal.timeout(timeout);
    const ended = signal ? AbortSignal.any([signal, timer]) : timer;
    try {
      return await rowsOf<Row>(this.#queries, sql, {
        values,
        id: randomUUID(),
        signal: ended,
        settings: { max_execution_time: timeout / 1000 },
      });
    } catch (error) {
      if (timer.aborted || codeOf(error) === codes.timeout) throw new QueryCancelled('time');
      if (signal?.aborted || codeOf(error) === codes.cancelled) throw new QueryCancelled('caller');
      if (codeOf(error) === codes.tooManyQueries) throw new QueryQueueFull();
      throw storeError(error);
    } finally {
      this.#running -= 1;
    }
  }

  /** Rows of the store's own questions, without the limits of a query. */
  async rows<Row extends ResultRow>(
    sql: string,
    values: Values = {},
    settings: ClickHouseSettings = {},
  ): Promise<readonly Row[]> {
    return this.#rows(this.#statements, sql, values, settings);
  }

  /** Rows of a question that a load or an export waits for. @throws StoreUnavailable also where no answer comes in time */
  async lookUp<Row extends ResultRow>(
    sql: string,
    { values = {}, settings = {} }: { readonly values?: Values; readonly settings?: ClickHouseSettings } = {},
  ): Promise<readonly Row[]> {
    return this.#rows(this.#loads, sql, values, settings);
  }

  #rows<Row extends ResultRow>(
    client: ClickHouseClient,
    sql: string,
    values: Values,
    settings: ClickHouseSettings,
  ): Promise<readonly Row[]> {
    const id = randomUUID();
    return this.#checked(id, signal => rowsOf<Row>(client, sql, { values, id, settings, signal })).catch(
      (error: unknown) => {
        throw storeError(error);
      },
    );
  }

  /** As `rows`, in pieces, for more rows than memory holds. */
  async *stream<Row extends ResultRow>(sql: string): AsyncGenerator<readonly Row[]> {
    const result = await this.#statements.query({
      query: sql,
      format: 'JSONCompactEachRowWithNamesAndTypes',
    });
    let names: readonly string[] | undefined;
    let convert: readonly ((value: unknown) => unknown)[] | undefined;
    for await (const piece of result.stream<readonly unknown[]>()) {
      const rows: Row[] = [];
      for (const each of piece) {
        const values = each.json<readonly string[]>();
        if (!names) names = values;
        else if (!convert) convert = values.map(converted);
        else {
          const made = convert;
          rows.push(Object.fromEntries(names.map((name, n) => [name, made[n]?.(values[n]) ?? null])) as Row);
        }
      }
      if (rows.length > 0) yield rows;
    }
  }

  /** The rows of a SELECT as the bytes of a Parquet file. The stream fails where the server does not send all of it. */
  async parquet(sql: string): Promise<Readable> {
    const { stream } = await this.#statements
      .exec({
        query: `${sql} FORMAT Parquet`,
        query_id: randomUUID(),
        clickhouse_settings: {
          max_query_size: String(QUERY_TEXT),
          output_format_parquet_string_as_string: 1,
          output_format_parquet_compression_method: 'zstd',
          // An error on the way would else stand within the file.
          wait_end_of_query: 1,
          // The statement has a key.
          log_queries: 0,
        },
      })
      .catch((error: unknown) => {
        if (error instanceof Error) error.message = error.message.replaceAll(/'[\da-f]{64}'/g, "'…'");
        throw storeError(error);
      });
    return stream;
  }

  /** Runs a statement that answers nothing. */
  async run(sql: string, options: StatementOptions = {}): Promise<void> {
    await this.#command(this.#statements, sql, options);
  }

  /** As `run`, and waits as long as a step of a load. @throws StoreUnavailable also where no answer comes in time: it may go on, or be done */
  async runBriefly(sql: string, settings: ClickHouseSettings = {}): Promise<void> {
    await this.#command(this.#loads, sql, { settings });
  }

  async #command(
    client: ClickHouseClient,
    sql: string,
    { values = {}, settings = {}, id = randomUUID() }: StatementOptions,
  ): Promise<void> {
    await this.#checked(id, signal =>
      client.command({
        query: sql,
        query_params: values,
        query_id: id,
        clickhouse_settings: settings,
        abort_signal: signal,
      }),
    ).catch((error: unknown) => {
      throw storeError(error);
    });
  }

  /**
   * Inserts rows as one block, so that those of a month are stored all or none.
   * @param rows in one list, or in pieces of text
   * @param token by which a block that comes again is left out; without one it is stored, also if it equals an earlier one
   * @throws ContentError where a value can't be stored; StoreUnavailable also where no answer comes in time: it may be stored yet
   */
  async insert(
    table: string,
    columns: readonly string[],
    rows: readonly InsertedRow[] | readonly RowsText[],
    token?: string,
  ): Promise<void> {
    if (rows.length === 0) return;
    const id = randomUUID();
    await this.#checked(id, signal =>
      this.#loads.insert({
        table,
        abort_signal: signal,
        query_id: id,
        columns: [...columns] as [string, ...string[]],
        values: rows as readonly unknown[],
        format: 'JSONCompactEachRow',
        clickhouse_settings: {
          // Without a token a table goes by the content.
          insert_deduplication_token: token ?? randomUUID(),
          // Several readers would make several blocks of it.
          input_format_parallel_parsing: 0,
          async_insert: 0,
        },
      }),
    ).catch((error: unknown) => {
      if (isContent(error)) throw new ContentError(error.message, { cause: error });
      throw storeError(error);
    });
  }

  async close(): Promise<void> {
    await Promise.all(
      [this.#queries, this.#statements, this.#loads, this.#checks].map(client => client.close()),
    );
  }
}
