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
 * operator runs, `busy` there are as many as may run.
 */
export type SqlFaultReason = 'statement' | 'time' | 'memory' | 'own' | 'busy';

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

export interface SqlEngine {
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
