/** Runs operators' SQL in ClickHouse, by a user who reads the views of `views.ts` and nothing else. */
import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { ClickHouseError, type ClickHouseClient, createClient } from '@clickhouse/client';
import { sqlLimits } from '@rollcall/contract/console';
import {
  type SqlAnswer,
  type SqlData,
  type SqlEngine,
  SqlFault,
  type SqlOff,
} from '../../../features/usage/sql/engine.ts';
import { SqlRows } from '../../../features/usage/sql/rows.ts';
import { StoreUnavailable } from '../../../events/store/errors.ts';
import { Silent, storeError } from '../store/answers.ts';
import { literal } from '../store/literal.ts';
import { refusalOf } from './allowed.ts';
import { limits, problemOf, type UserFacts } from './user.ts';
import { sqlTables } from './views.ts';

/** Statements of a process that run concurrently. */
const RUNNING = 2;
/** Milliseconds after which the rights of the user are looked at again. */
const KNOWN = 10 * 60_000;

const codes = {
  notGranted: 497,
  time: 159,
  memory: 241,
  cancelled: 394,
  tooMany: 202,
  tooLarge: 396,
} as const;
/** What passes, beside them: sockets, connections to other servers, ClickHouse Keeper. */
const moments = new Set<number>([
  codes.time,
  codes.memory,
  codes.cancelled,
  codes.tooMany,
  209,
  210,
  279,
  999,
]);
const codeOf = (error: unknown): number | undefined =>
  error instanceof ClickHouseError ? Number(error.code) : undefined;

export interface ClickHouseSqlOptions {
  /** With user and password. */
  readonly url: string;
  /** Of the views. */
  readonly database: string;
  /** Makes the views. */
  readonly prepare: () => Promise<void>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** What the user may do. @default asked of the database */
  readonly look?: () => Promise<UserFacts>;
  /** Milliseconds that a statement may take. @default those of the contract */
  readonly timeout?: number;
}

export class ClickHouseSql implements SqlEngine {
  readonly dialect = 'clickhouse';
  readonly tables = sqlTables;
  readonly #options: ClickHouseSqlOptions;
  readonly #client: ClickHouseClient;
  readonly #running = new Set<string>();
  #prepared: Promise<void> | undefined;
  #known: { readonly at: number; readonly problem: string | undefined } | undefined;

  constructor(options: ClickHouseSqlOptions) {
    this.#options = options;
    const { url, database } = options;
    // No settings: a user who may send some could send others.
    this.#client = createClient({ url, database, application: 'rollcall', log: { LoggerClass: Silent } });
  }

  async data(): Promise<SqlData | SqlOff> {
    this.#prepared ??= this.#options.prepare().catch((error: unknown) => {
      // The next use tries again.
      this.#prepared = undefined;
      throw error;
    });
    const prepared = this.#prepared;
    const why =
      // Such as a right that the server's user lacks.
      (await reasonOf(() => prepared, "the server can't make the views")) ??
      // Such as a wrong password.
      (await reasonOf(() => this.#problem(), 'ClickHouse refuses it'));
    if (why !== undefined) return { off: 'user', why };
    return { until: null, run: (sql, by, signal) => this.#run(sql, by, signal) };
  }

  async #problem(): Promise<string | undefined> {
    const now = this.#options.now();
    if (this.#known && now - this.#known.at < KNOWN) return this.#known.problem;
    const facts = await (this.#options.look ?? (() => this.#facts()))();
    const problem = problemOf(facts, this.#options.database);
    // One that has too many rights may have lost them when it is looked at again.
    this.#known = problem === undefined ? { at: now, problem } : undefined;
    return problem;
  }

  /** One after the other: the user may be allowed a few queries at a time. */
  async #facts(): Promise<UserFacts> {
    const grants = await this.#column('SHOW GRANTS');
    const databases = await this.#column('SELECT name FROM system.databases');
    const settings = await this.#column(
      `SELECT concat(name, '=', value) FROM system.settings WHERE name IN (${Object.keys(limits).map(literal).join(', ')})`,
    );
    const readsSystem = await this.#column('SELECT name FROM system.parts LIMIT 1').then(
      () => true,
      (error: unknown) => {
        if (codeOf(error) === codes.notGranted) return false;
        throw error;
      },
    );
    const byName = settings.map(line => [
      line.slice(0, line.indexOf('=')),
      line.slice(line.indexOf('=') + 1),
    ]);
    return { grants, databases, settings: Object.fromEntries(byName), readsSystem };
  }

  /** The lines of a statement's syntax tree, escaped as TSV: a format after it would be one of the statement. */
  async #tree(sql: string, signal: AbortSignal): Promise<readonly string[]> {
    const { stream } = await this.#client.exec({ query: `EXPLAIN AST ${sql}`, abort_signal: signal });
    return (await text(stream)).trimEnd().split('\n');
  }

  /** The first column of an answer. */
  async #column(query: string): Promise<readonly string[]> {
    const result = await this.#client.query({ query, format: 'JSONCompact' });
    const { data } = await result.json<readonly unknown[]>();
    return data.map(([value]) => String(value));
  }

  async #run(sql: string, by: string, signal: AbortSignal): Promise<SqlAnswer> {
    signal.throwIfAborted();
    if (this.#running.has(by)) throw new SqlFault('own');
    if (this.#running.size >= RUNNING) throw new SqlFault('busy');
    this.#running.add(by);
    const limit = AbortSignal.timeout(this.#options.timeout ?? sqlLimits.seconds * 1000);
    const ended = AbortSignal.any([signal, limit]);
    try {
      const refused = refusalOf(await this.#tree(sql, ended));
      if (refused !== undefined) throw new SqlFault('statement', refused);
      return await this.#answer(sql, ended);
    } catch (error) {
      if (signal.aborted || error instanceof SqlFault) throw error;
      throw limit.aborted ? new SqlFault('time') : faultOf(error);
    } finally {
      this.#running.delete(by);
    }
  }

  async #answer(query: string, signal: AbortSignal): Promise<SqlAnswer> {
    const result = await this.#client.query({
      query,
      query_id: randomUUID(),
      format: 'JSONCompactEachRowWithNamesAndTypes',
      abort_signal: signal,
      // No setting, but of the interface: what goes wrong later would else stand among the rows.
      clickhouse_settings: { wait_end_of_query: 1 },
    });
    const stop = () => result.close();
    signal.addEventListener('abort', stop);
    let names: readonly string[] | undefined;
    let types: readonly boolean[] | undefined;
    let answer: SqlRows | undefined;
    let cut = false;
    try {
      for await (const piece of result.stream<readonly unknown[]>()) {
        for (const each of piece) {
          const row = each.json<readonly unknown[]>();
          if (!names) names = row.map(String);
          else if (!answer) {
            types = row.map(type => isNumeric(String(type)));
            answer = new SqlRows(types);
          } else if (!answer.add(row)) {
            cut = true;
            break;
          }
        }
        if (cut) break;
      }
    } finally {
      signal.removeEventListener('abort', stop);
      result.close();
    }
    signal.throwIfAborted();
    const columns = (names ?? []).map((name, n) => ({ name, numeric: types?.[n] ?? false }));
    return { columns, rows: answer?.rows ?? [], cut };
  }

  async close(): Promise<void> {
    await this.#client.close();
  }
}

const isNumeric = (type: string): boolean =>
  /^(?:LowCardinality\()?(?:Nullable\()?(?:U?Int|Float|BFloat|Decimal)\d*/.test(type);

/** A database that can't be reached; any other error is itself. */
const awayOf = (error: unknown): unknown => {
  const found = storeError(error);
  return found instanceof StoreUnavailable ? new SqlFault('away') : found;
};

/** Without what may be the key of the hashes, or a hash. */
const said = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replaceAll(/[\da-f]{64}/gi, '…');

/** Why nothing can be asked, where work says so or the database refuses it. @throws SqlFault where that passes */
const reasonOf = async (work: () => Promise<string | void>, refused: string): Promise<string | undefined> => {
  try {
    return (await work()) ?? undefined;
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw awayOf(error);
    if (moments.has(code)) throw new SqlFault('busy');
    return `${refused}: ${said(error)}`;
  }
};

const faultOf = (error: unknown): unknown => {
  switch (codeOf(error)) {
    case undefined:
      return awayOf(error);
    case codes.time:
    case codes.cancelled:
      return new SqlFault('time');
    case codes.memory:
      return new SqlFault('memory');
    case codes.tooMany:
      return new SqlFault('busy');
    case codes.tooLarge:
      return new SqlFault(
        'statement',
        `The answer has more than ${sqlLimits.rows} rows or is too large: add LIMIT ${sqlLimits.rows}, or ask for fewer columns.`,
      );
    default:
      return new SqlFault('statement', said(error));
  }
};
