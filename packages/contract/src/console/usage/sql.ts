/**
 * SQL over usage data, for admins, read-only: in DuckDB over the files that the server writes every night, in a process of its own, or in
 * ClickHouse by a user of its own.
 */
import * as v from 'valibot';
import { done } from '../../answers.ts';
import type { ConsoleCall } from '../call.ts';
import { count, maybeText, text, time, uuid } from '../page.ts';
import { base } from './filter.ts';
import { keptFields, made, oneOfRevision, revision, said } from './kept/shared.ts';

const path = `${base}/sql`;

/** Characters of a statement, rows of an answer, and seconds that it may take. */
export const sqlLimits = { text: 10_000, rows: 5_000, seconds: 15, kept: 200 } as const;

const statement = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1),
  v.maxLength(sqlLimits.text),
  v.regex(/^[^\0\p{Cs}]*$/u),
);

const savedSql = v.object({
  id: keptFields.id,
  name: text,
  sql: text,
  owner: maybeText,
  revision,
  changed_at: time,
});
export type SavedSql = v.InferOutput<typeof savedSql>;

const getUsageSql = {
  summary: 'Which tables SQL can be asked of, and until which day; or why it is off.',
  method: 'GET',
  path,
  role: 'admin',
  answer: v.object({
    /**
     * `folder`: ROLLCALL_USAGE_EXPORT_FOLDER is not set. `files`: the first export has not ended yet. `user`: that of
     * ROLLCALL_CLICKHOUSE_SQL_URL may do more than read.
     */
    off: v.nullable(v.picklist(['folder', 'files', 'user'])),
    /** Of `user`: what it may, or which limit it lacks. */
    why: maybeText,
    /** The last day of the data; null: it is what is loaded by now. */
    until: maybeText,
    dialect: v.picklist(['duckdb', 'clickhouse']),
    tables: v.array(v.object({ name: text, columns: v.array(v.object({ name: text, type: text })) })),
  }),
  refusals: ['TooBusy'],
} as const satisfies ConsoleCall;

const runUsageSql = {
  summary:
    'The rows of one SELECT over usage data, in the SQL of the database (`dialect`). A faulty statement is refused as InvalidRequest (`sql`) in the words of the database; one that takes too long, too. Each run is an entry of the audit log.',
  method: 'POST',
  path,
  role: 'admin',
  act: 'usage.sql',
  body: v.object({ sql: statement }),
  answer: v.object({
    columns: v.array(v.object({ name: text, numeric: v.boolean() })),
    rows: v.array(v.array(v.nullable(v.union([text, v.number(), v.boolean()])))),
    /** Whether there are more rows. */
    cut: v.boolean(),
    /** Milliseconds. */
    took: count,
    until: maybeText,
  }),
  refusals: ['InvalidRequest', 'TooBusy', 'IllegalOperation'],
} as const satisfies ConsoleCall;
export type SqlResult = v.InferOutput<(typeof runUsageSql)['answer']>;

const listSavedSql = {
  summary: 'The saved statements, by name.',
  method: 'GET',
  path: `${path}/saved`,
  role: 'admin',
  answer: v.object({ items: v.array(savedSql) }),
  refusals: [],
} as const satisfies ConsoleCall;

const saveSql = {
  summary:
    'Saves a statement. With an `id` it replaces that one; refused as Conflict where it was changed meanwhile.',
  method: 'POST',
  path: `${path}/saved`,
  role: 'admin',
  act: 'usage.save-sql',
  body: v.object({
    name: said.name,
    sql: statement,
    id: v.optional(uuid),
    /** That is replaced. */
    revision: v.optional(revision, 1),
  }),
  answer: made,
  refusals: ['NotFound', 'Conflict', 'IllegalOperation'],
} as const satisfies ConsoleCall;

const deleteSavedSql = {
  summary: 'Deletes a saved statement.',
  method: 'POST',
  path: `${path}/saved/delete`,
  role: 'admin',
  act: 'usage.delete-sql',
  body: oneOfRevision,
  answer: done,
  refusals: ['NotFound', 'Conflict'],
} as const satisfies ConsoleCall;

/** The console's calls about SQL. */
export const usageSqlConsoleCalls = {
  getUsageSql,
  runUsageSql,
  listSavedSql,
  saveSql,
  deleteSavedSql,
} as const satisfies Record<string, ConsoleCall>;

export type UsageSqlConsoleCalls = typeof usageSqlConsoleCalls;
