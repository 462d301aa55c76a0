/** SQL of operators: what runs it, outside of this process and without the event store. */

export type SqlCell = string | number | boolean | null;

export interface SqlAnswer {
  readonly columns: readonly { readonly name: string; readonly numeric: boolean }[];
  readonly rows: readonly (readonly SqlCell[])[];
  /** Whether there are more rows. */
  readonly cut: boolean;
}

/**
 * Why a statement has no answer: `statement` it is faulty, or not one SELECT; `time`, `memory` it takes too much; `own` another one of the
 * operator runs, `busy` there are as many as may run, `away` the database can't be reached.
 */
export type SqlFaultReason = 'statement' | 'time' | 'memory' | 'own' | 'busy' | 'away';

export class SqlFault extends Error {
  override readonly name = 'SqlFault';
  /** @param message of `statement`: the words of the database */
  constructor(
    readonly why: SqlFaultReason,
    message: string = why,
  ) {
    super(message);
  }
}

/** The files of one export, by absolute paths. */
export interface SqlFiles {
  /** Another text for other files. */
  readonly version: string;
  readonly events: readonly string[];
  readonly people: string;
  readonly devices: string;
  /** The last day, as `2026-11-21`. */
  readonly until: string;
}

/** The tables of a statement, with the types of their columns. */
export type SqlTables = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What there is to ask. */
export interface SqlData {
  /** The last day, as `2026-11-21`; null: what is loaded by now. */
  readonly until: string | null;
  /**
   * Runs one SELECT, which sees nothing else.
   * @param by the operator, who has one statement at a time
   * @param signal ends it
   * @throws SqlFault
   */
  run(sql: string, by: string, signal: AbortSignal): Promise<SqlAnswer>;
}

/** Why there is nothing to ask: no folder is named, it has no files yet, the database's user may do more than read, for which reason. */
export type SqlOff = { readonly off: 'folder' | 'files' } | { readonly off: 'user'; readonly why: string };

export interface SqlEngine {
  readonly dialect: 'duckdb' | 'clickhouse';
  readonly tables: SqlTables;
  /** @throws SqlFault */
  data(): Promise<SqlData | SqlOff>;
  close(): Promise<void>;
}

/** Runs SQL over files. */
export interface SqlFileEngine {
  readonly tables: SqlTables;
  /**
   * Runs one SELECT over the files, which sees nothing else.
   * @param by the operator, who has one statement at a time
   * @param signal ends it
   * @throws SqlFault
   */
  run(sql: string, files: SqlFiles, by: string, signal: AbortSignal): Promise<SqlAnswer>;
  close(): Promise<void>;
}
