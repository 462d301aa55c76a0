/** Operators' calls about SQL over usage data. */
import { sqlLimits, type UsageSqlConsoleCalls } from '@rollcall/contract/console';
import type { Kysely } from 'kysely';
import type { ConsoleHandlers } from '../../../http/console-handler.ts';
import type { Database } from '../../../platform/database/schema.ts';
import { maskText } from '../../../platform/mask.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import { type SqlEngine, SqlFault, type SqlFaultReason } from './engine.ts';
import { savedSqlHandlers } from './saved.ts';

export interface SqlContext {
  readonly db: Kysely<Database>;
  readonly now: () => number;
  readonly engine: SqlEngine;
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
  away: () =>
    refuse('TooBusy', {
      message: 'The event store is not there now; ask again in a moment.',
      data: { retry_after: RETRY },
    }),
};

/** What is wrong with a statement or its database as a refusal. */
const refusing = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw error instanceof SqlFault ? refusals[error.why](error.message) : error;
  }
};

export const sqlHandlers = ({
  db,
  now,
  engine,
}: SqlContext): ConsoleHandlers<keyof UsageSqlConsoleCalls> => ({
  ...savedSqlHandlers({ db, now }),

  getUsageSql: async () => {
    const data = await refusing(() => engine.data());
    return {
      off: 'off' in data ? data.off : null,
      why: 'why' in data ? data.why : null,
      until: 'until' in data ? data.until : null,
      dialect: engine.dialect,
      tables: Object.entries(engine.tables).map(([name, columns]) => ({
        name,
        columns: Object.entries(columns).map(([column, type]) => ({ name: column, type })),
      })),
    };
  },

  runUsageSql: async ({ body: { sql }, operator, signal, audit }) => {
    const data = await refusing(() => engine.data());
    if ('off' in data)
      throw refuse('IllegalOperation', {
        message:
          data.off === 'user'
            ? `The user of ROLLCALL_CLICKHOUSE_SQL_URL is not used: ${data.why}`
            : 'There are no nightly files of events to ask.',
      });
    // Before it runs: one that ends the process is there, too.
    await audit(db, { after: { sql: maskText(sql) } });
    const begun = performance.now();
    const answer = await refusing(() => data.run(sql, operator.id, signal));
    return {
      ...answer,
      columns: [...answer.columns],
      rows: answer.rows.map(row => [...row]),
      took: Math.round(performance.now() - begun),
      until: data.until,
    };
  },
});
