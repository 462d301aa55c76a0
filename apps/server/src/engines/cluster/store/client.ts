/** Statements and queries over ClickHouse's HTTP interface. */
import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { ClickHouseClient, ClickHouseSettings } from '@clickhouse/client';
import { ContentError } from '../../../events/record/content-error.ts';
import { QueryCancelled, QueryQueueFull } from '../../../events/store/errors.ts';
import {
  type ResultRow,
  type Values,
  QUERY_TIMEOUT,
  type QueryClient,
  type QueryOptions,
} from '../../../events/store/query-client.ts';
import { codeOf, codes, converted, isContent, rowsOf, storeError } from './answers.ts';
import {
  CHECK,
  type ClickHouseSettingsOf,
  type Connections,
  openConnections,
  QUERY_TEXT,
} from './connections.ts';
import { processes } from './ddl.ts';
import { withHealthCheck } from './health-check.ts';
import { literal } from './literal.ts';
import type { InsertedRow, RowsText } from './rows-text.ts';

/** Queries of this process that run or wait. */
const QUERIES = 32;

/** What a statement goes with. */
export interface StatementOptions {
  readonly values?: Values;
  readonly settings?: ClickHouseSettings;
  /** By which it is found in the server. @default a new one */
  readonly id?: string;
}

export class ClickHouse implements QueryClient {
  readonly #connections: Connections;
  readonly #checkAfter: number;
  readonly #cluster: string | undefined;
  #running = 0;

  constructor(options: ClickHouseSettingsOf) {
    this.#connections = openConnections(options);
    this.#checkAfter = options.checkAfter ?? CHECK;
    this.#cluster = options.cluster;
  }

  /** Runs a statement, and gives it up where the server does not have it any more, or does not say so. @throws StoreUnavailable */
  #checked<Answer>(id: string, run: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
    return withHealthCheck({ isRunning: () => this.#isRunning(id), every: this.#checkAfter }, run);
  }

  /**
   * Whether the server may have a statement: it says so, or answers without saying it, as where it may not, or a replica hangs.
   */
  async #isRunning(id: string): Promise<boolean> {
    if (!(await this.#connections.checks.ping()).success) return false;
    try {
      const rows = await rowsOf(
        this.#connections.checks,
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
      return await rowsOf<Row>(this.#connections.queries, sql, {
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
    return this.#rows(this.#connections.statements, sql, values, settings);
  }

  /** Rows of a question that a load or an export waits for. @throws StoreUnavailable also where no answer comes in time */
  async lookUp<Row extends ResultRow>(
    sql: string,
    { values = {}, settings = {} }: { readonly values?: Values; readonly settings?: ClickHouseSettings } = {},
  ): Promise<readonly Row[]> {
    return this.#rows(this.#connections.loads, sql, values, settings);
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
    const result = await this.#connections.statements.query({
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
    const { stream } = await this.#connections.statements
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
    await this.#command(this.#connections.statements, sql, options);
  }

  /** As `run`, and waits as long as a step of a load. @throws StoreUnavailable also where no answer comes in time: it may go on, or be done */
  async runBriefly(sql: string, settings: ClickHouseSettings = {}): Promise<void> {
    await this.#command(this.#connections.loads, sql, { settings });
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
      this.#connections.loads.insert({
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
    await Promise.all(Object.values(this.#connections).map(client => client.close()));
  }
}
