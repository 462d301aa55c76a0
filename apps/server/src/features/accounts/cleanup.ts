/** Takes away what has had its time: sessions, codes, budgets, failures and tickets. Nothing relies on it; it keeps tables small. */
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../../platform/database/schema.ts';
import { MEMORY } from '../../identity/login-throttle.ts';

const HOUR = 3600 * 1000;
const DAY = 24 * HOUR;
/** Milliseconds between two sweeps. */
export const SWEEP_EVERY = HOUR;
/** Rows that one statement deletes: it must not hold locks for long. */
const BATCH = 1_000;

/** Deletes everything that is over at `at` (ms). @returns how many rows. */
export const sweep = async (db: Kysely<Database>, at: number): Promise<number> => {
  const before = (ms: number) => sql`${new Date(at - ms)}::timestamptz`;
  let total = 0;
  for (const [table, over] of [
    // A day on, so that an answer can be traced in the log.
    ['sessions', sql`expires_at < ${before(DAY)} or ended_at < ${before(DAY)}`],
    // The longest wait between two codes that can be configured.
    ['codes', sql`expires_at < ${before(HOUR)}`],
    ['code_budgets', sql`day_started_at < ${before(DAY)}`],
    ['sign_in_failures', sql`last_failed_at < ${before(MEMORY)}`],
    ['message_budgets', sql`hour_started_at < ${before(HOUR)}`],
    ['tickets', sql`expires_at < ${before(0)}`],
  ] as const) {
    for (;;) {
      const { numAffectedRows } = await sql`
        delete from ${sql.table(table)} where ctid = any (array(
          select ctid from ${sql.table(table)} where ${over} limit ${BATCH} for update skip locked
        ))`.execute(db);
      const swept = Number(numAffectedRows ?? 0);
      total += swept;
      if (swept < BATCH) break;
    }
  }
  return total;
};

export interface Sweeping {
  /** Stops the timer and waits for a sweep that is going on. */
  close(): Promise<void>;
}

/** Does its work now and every hour, one piece after the other. A piece that fails is logged, and is done next time. */
export const startSweeping = (deps: {
  readonly now: () => number;
  readonly log: Pick<Logger, 'warn'>;
  readonly work: readonly ((at: number) => Promise<unknown>)[];
}): Sweeping => {
  let running = Promise.resolve();
  const run = () => {
    for (const piece of deps.work) {
      running = running
        .then(() => piece(deps.now()))
        .then(
          () => undefined,
          (error: unknown) => deps.log.warn({ err: error }, 'sweeping what is old failed'),
        );
    }
  };
  run();
  const timer = setInterval(run, SWEEP_EVERY);
  timer.unref();
  return {
    close: () => {
      clearInterval(timer);
      return running;
    },
  };
};
