/** The move of a school: which side a server may start on at each moment, and its steps in order. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { openDatabase, type OpenDatabase } from '../../platform/database/connection.ts';
import { migrate } from '../../platform/database/migrate.ts';
import type { Config } from '../config.ts';
import { moveRowText, readMark, readMoveRow, removeMoveRow, writeMark, writeMoveRow } from '../moved-mark.ts';
import { checkEngines, drained, finishEvents, moveEvents } from './events.ts';
import { ensureAlone, ensureNobody, hasPeople, moveFilesOnly, moveRows } from './rows.ts';

/** Moments at which a test ends the command. */
export type Moment = 'loaded' | 'compared' | 'arrived' | 'marked';

export interface Run {
  readonly log: Logger;
  readonly write: (text: string) => void;
  readonly now: () => number;
  readonly reached: (moment: Moment) => Promise<void> | void;
  /** What this command's connections are listed as. */
  readonly application: string;
  readonly place: string;
}

/** Opens a database for the time of some work. */
const on = async <T>(
  config: Config,
  { log, application }: Run,
  work: (database: OpenDatabase) => Promise<T>,
): Promise<T> => {
  const database = await openDatabase({ ...config, databasePool: 4, workers: 1, application }, log);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
};

/** A file of variables that leads elsewhere must not make an empty school there, nor move one. */
export const ensureOldFiles = (old: Config): void => {
  const needed = [
    join(old.data, 'usage/store'),
    ...(old.databaseUrl === undefined ? [join(old.data, 'postgres')] : []),
  ];
  const missing = needed.filter(path => !existsSync(path));
  if (missing.length > 0)
    throw new Error(
      `The old configuration leads to no school: ${missing.join(' and ')} is missing. Look at ROLLCALL_DATA and ROLLCALL_DATABASE_URL in it.`,
    );
};

const peopleOf = async ({ pool }: OpenDatabase): Promise<number> => {
  if (!(await hasPeople(pool)))
    throw new Error(
      'The old PostgreSQL has no people. Look at ROLLCALL_DATA and ROLLCALL_DATABASE_URL in the old configuration.',
    );
  const { rows } = await pool.query<{ n: number }>('select count(*) as n from accounts');
  return rows[0]?.n ?? 0;
};

/** Lets no server start on the old PostgreSQL from now on; it may again where the work fails. */
const leaving = async (
  { pool }: OpenDatabase,
  old: Config,
  { now, place }: Run,
  work: () => Promise<void>,
): Promise<void> => {
  // The embedded one is this command's own meanwhile.
  if (old.databaseUrl === undefined) return work();
  await writeMoveRow(pool, { state: 'leaving', at: new Date(now()), place });
  try {
    await work();
  } catch (error) {
    // Where the folder has its mark already, the school has left.
    if ((await readMark(old.data)) === undefined) await removeMoveRow(pool).catch(() => undefined);
    throw error;
  }
};

const isSame = (old: Config, next: Config): boolean => old.databaseUrl === next.databaseUrl;

/** Moves everything, and marks what was left. @throws Error in words for the operator */
export const move = (old: Config, next: Config, run: Run): Promise<void> => {
  const { log, write, now, reached, application, place } = run;
  const same = isSame(old, next);
  return on(old, run, async source => {
    await ensureAlone(source.pool, 'old', application);
    const people = await peopleOf(source);
    const left = await readMoveRow(source.pool);
    if (left && left.state !== 'leaving') throw new Error(moveRowText(left));
    await migrate(source.pool, { log, now });
    const rest = async (target: OpenDatabase) => {
      const engines = { config: next, database: target, now, log };
      await checkEngines(engines);
      const before = (events: number) =>
        write(
          `Moves ${old.data}, with ${people} accounts and ${events} events beside those that wait, to ${place}.\n1 of 3: loads what waits in the old event log.\n`,
        );
      await drained({ db: source.db, connect: source.connect, now, log, config: old }, before, async () => {
        await reached('loaded');
        write('2 of 3: moves events to ClickHouse, and compares them.\n');
        await moveEvents(old, engines, write);
        await reached('compared');
        write(`3 of 3: moves ${same ? 'files' : 'rows and files'} to PostgreSQL, and compares them.\n`);
        const arrived = async (moved: ReadonlyMap<string, number>) => {
          const named = [...moved].filter(([, rows]) => rows > 0);
          write(`  ${named.map(([table, rows]) => `${table} ${rows}`).join(', ')}\n`);
          await reached('arrived');
          await ensureAlone(source.pool, 'old', application);
          await ensureAlone(target.pool, 'new', application);
          await writeMark(old.data, `${new Date(now()).toISOString()} to ${place}`);
        };
        if (same) await moveFilesOnly(target.pool, old, { told: write, arrived });
        else await moveRows(source.pool, target.pool, old, { told: write, now, place, arrived });
      });
    };
    await leaving(source, old, run, async () => {
      // Again: one that connected before it could see the mark.
      await ensureAlone(source.pool, 'old', application);
      if (same) return rest(source);
      return on(next, run, async target => {
        await ensureAlone(target.pool, 'new', application);
        await ensureNobody(target.pool);
        await migrate(target.pool, { log, now });
        await rest(target);
      });
    });
  });
};

/** Lets servers start on the new engines, once none can on the old ones. Goes on where a run ended suddenly. */
export const open = (old: Config, next: Config, run: Run): Promise<void> =>
  on(next, run, async database => {
    if (!(await readMoveRow(database.pool))) return;
    await finishEvents({ config: next, database, now: run.now, log: run.log });
    if (old.databaseUrl !== undefined && !isSame(old, next))
      await on(old, run, ({ pool }) =>
        writeMoveRow(pool, { state: 'left', at: new Date(run.now()), place: run.place }),
      );
    await removeMoveRow(database.pool);
  });

/** Says whether a school could be moved there. @throws Error in words for the operator */
export const check = async (old: Config, next: Config, run: Run): Promise<void> =>
  on(next, run, async database => {
    if (!isSame(old, next)) await ensureNobody(database.pool);
    const begun = await checkEngines({ config: next, database, now: run.now, log: run.log });
    run.write(
      `The new engines answer and ${begun ? 'hold nothing but a part of an interrupted move' : 'are empty'}. Nothing was moved.\n`,
    );
  });
