/** Operators' calls about SQL over the nightly files. */
import { sqlLimits, type UsageSqlConsoleCalls } from '@rollcall/contract/console';
import type { Kysely } from 'kysely';
import type { ConsoleHandlers } from '../../../http/console-handler.ts';
import type { Database } from '../../../platform/database/schema.ts';
import { maskText } from '../../../platform/mask.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import { type SqlEngine, SqlFault, type SqlFaultReason } from './engine.ts';
import { sqlFiles } from './files.ts';
import { savedSqlHandlers } from './saved.ts';

export interface SqlContext {
  readonly db: Kysely<Database>;
  readonly now: () => number;
  readonly engine: SqlEngine;
  /** The folder of the nightly export; undefined: there is none. */
  readonly folder: string | undefined;
}

/** Characters of a fault in the words of the database. */
const WORDS = 1_000;
/** Seconds of Retry-After. */
const RETRY = 3;

const refusals: Readonly<Record<SqlFaultReason, (message: string) => Refusal>> = {
  statement: message =>
    refuse('InvalidRequest', { message: message.slice(0, WORDS), data: { field: 'sql' } }),
  time: () =>
    refuse('InvalidRequest', {
      message: `This took longer than ${sqlLimits.seconds} seconds and was ended; ask for fewer days or columns.`,
      data: { field: 'sql' },
    }),
  memory: () =>
    refuse('InvalidRequest', {
      message: 'This takes more memory than a statement may have; ask for fewer days, columns or groups.',
      data: { field: 'sql' },
    }),
  own: () =>
    refuse('TooBusy', { message: 'Your statement before is still running.', data: { retry_after: RETRY } }),
  busy: () =>
    refuse('TooBusy', {
      message: 'As many statements run as may; try again in a moment.',
      data: { retry_after: RETRY },
    }),
};

export const sqlHandlers = ({
  db,
  now,
  engine,
  folder,
}: SqlContext): ConsoleHandlers<keyof UsageSqlConsoleCalls> => ({
  ...savedSqlHandlers({ db, now }),

  getUsageSql: async () => {
    const files = folder === undefined ? undefined : await sqlFiles(folder);
    return {
      off: folder === undefined ? ('folder' as const) : files ? null : ('files' as const),
      until: files?.until ?? null,
      tables: Object.entries(engine.tables).map(([name, columns]) => ({
        name,
        columns: Object.entries(columns).map(([column, type]) => ({ name: column, type })),
      })),
    };
  },

  runUsageSql: async ({ body: { sql }, operator, signal, audit }) => {
    const files = folder === undefined ? undefined : await sqlFiles(folder);
    if (!files) throw refuse('IllegalOperation', { message: 'There are no nightly files of events to ask.' });
    // Before it runs: one that ends the process is there, too.
    await audit(db, { after: { sql: maskText(sql) } });
    const begun = performance.now();
    try {
      const answer = await engine.run(sql, files, operator.id, signal);
      return {
        ...answer,
        columns: [...answer.columns],
        rows: answer.rows.map(row => [...row]),
        took: Math.round(performance.now() - begun),
        until: files.until,
      };
    } catch (error) {
      throw error instanceof SqlFault ? refusals[error.why](error.message) : error;
    }
  },
});
