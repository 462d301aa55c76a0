/** What the user of operators' SQL may do: to read the views within limits that no statement can raise. Whatever else is refused by name. */
import { sqlLimits } from '@rollcall/contract/console';

/** Bytes that the profile may allow at most. */
const MEMORY = 4 * 2 ** 30;
const ANSWER = 64 * 2 ** 20;

/** The settings that a profile has to give, with what each may be: a value, or from 1 to a number, since 0 is without a limit. */
export const limits: Readonly<Record<string, string | number>> = {
  // Statements can't change settings. With 2 they could.
  readonly: '1',
  max_execution_time: sqlLimits.seconds,
  timeout_overflow_mode: 'throw',
  max_memory_usage: MEMORY,
  max_result_rows: String(sqlLimits.rows),
  max_result_bytes: ANSWER,
  // With `break` a part of the rows would look like all of them, and a server of a cluster could stop early.
  result_overflow_mode: 'throw',
  // What an operator stops, or closes the page of, ends.
  cancel_http_readonly_queries_on_client_close: '1',
  // Numbers beyond 2^53 would else be others.
  output_format_json_quote_64bit_integers: '1',
};

/** What the database says of its user. */
export interface UserFacts {
  /** The lines of `SHOW GRANTS`. */
  readonly grants: readonly string[];
  /** The names in `system.databases`. */
  readonly databases: readonly string[];
  /** The values of settings by their names. */
  readonly settings: Readonly<Record<string, string>>;
  /** Whether it reads tables of the system, in which others' statements stand. */
  readonly readsSystem: boolean;
}

/** They show what a user may see anyway. */
const everybodys = new Set(['system', 'information_schema', 'INFORMATION_SCHEMA']);

/** Whether a grant is that of reading the database, or a table of it. */
const isReading = (line: string, database: string): boolean => {
  const found = /^GRANT (SELECT(?:\([^)]*\))?) ON (`?)(\w+)\2\.\S+ TO \S+$/.exec(line);
  return found?.[3] === database;
};

/** Why a user can't be used; undefined: it reads the views and no more. @param database of the views */
export const problemOf = (
  { grants, databases, settings, readsSystem }: UserFacts,
  database: string,
): string | undefined => {
  const more = grants.find(line => !isReading(line, database));
  if (more !== undefined) return `it may do more than read ${database}: ${more}`;
  const other = databases.find(name => name !== database && !everybodys.has(name));
  if (other !== undefined) return `it sees the database ${other}`;
  if (readsSystem)
    return 'it reads tables of the system: set select_from_system_db_requires_grant in the configuration of ClickHouse';
  for (const [name, allowed] of Object.entries(limits)) {
    const value = settings[name] ?? '';
    if (typeof allowed === 'string' ? value !== allowed : !(Number(value) >= 1 && Number(value) <= allowed))
      return `its setting ${name} is ${value || 'not known'}, not ${typeof allowed === 'string' ? allowed : `1 to ${allowed}`}`;
  }
  return undefined;
};
