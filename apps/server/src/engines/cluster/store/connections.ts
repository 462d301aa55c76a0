/** The HTTP clients of a ClickHouse server, by what waits for their answers. */
import { type ClickHouseClient, createClient } from '@clickhouse/client';
import { Silent } from './answers.ts';
import { json } from './rows-text.ts';

/** Queries of this process that run. */
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
export const CHECK = 5_000;

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

export interface Connections {
  readonly queries: ClickHouseClient;
  readonly statements: ClickHouseClient;
  /** Inserts and look-ups: they do not wait behind mutations, and a server that hangs does not hold them. */
  readonly loads: ClickHouseClient;
  /** Whether a statement still runs. */
  readonly checks: ClickHouseClient;
}

/** Opens them; nothing is sent yet. */
export const openConnections = ({
  url,
  database,
  loadTimeout = LOAD_TIMEOUT,
  checkAfter = CHECK,
  checkTimeout = checkAfter,
}: ClickHouseSettingsOf): Connections => {
  const common = {
    url,
    database,
    application: 'rollcall',
    log: { LoggerClass: Silent },
  };
  const queries = createClient({
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
  const sender = (timeout: number) =>
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
  const checks = createClient({
    ...common,
    request_timeout: checkTimeout,
    // A kept connection says less of a network that changed.
    keep_alive: { enabled: false },
  });
  return { queries, statements: sender(STATEMENT_TIMEOUT), loads: sender(loadTimeout), checks };
};
