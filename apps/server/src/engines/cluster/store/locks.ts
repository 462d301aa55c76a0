/** Locks between the servers of an installation, in PostgreSQL; a lock belongs to a connection, so it ends with its owner. */
import { setTimeout } from 'node:timers/promises';
import type { Connect, OwnConnection } from '../../../platform/database/connection.ts';
import { StoreUnavailable } from '../../../events/store/errors.ts';

/** Runs work while a lock is held. */
export type Within = <T>(work: () => Promise<T>) => Promise<T>;

export interface StoreLocks {
  /**
   * One at a time: migrations, the night's erasing, removal of sample data, expiry.
   * @param work gets a lock of its own, which no load of old events holds meanwhile; and a check that rejects where the connection
   *   was lost, and the lock with it
   */
  maintenance<T>(work: (archiving: Within, ensureHeld: () => Promise<void>) => Promise<T>): Promise<T>;
  /**
   * Many at a time, but none while sums are archived: loads of old events.
   * @throws StoreUnavailable where they are archived for longer than a load waits
   */
  readonly loadingOld: Within;
}

/** Keys of the advisory locks. */
const MAINTENANCE = 7_201_643_001;
const ARCHIVE = 7_201_643_002;
/** Held by who waits for ARCHIVE, so that loads which follow one another without a gap let it through. */
const ARCHIVE_NEXT = 7_201_643_003;

/** Milliseconds between two attempts: a statement that waits for a lock would be ended by its timeout. */
const AGAIN = 200;
/** Milliseconds that a load waits; the loader comes again after a pause. */
const LOAD_WAIT = 30_000;

/** Repeats a statement until it gets the lock. @param wait milliseconds */
const taken = async (connection: OwnConnection, sql: string, wait = Number.POSITIVE_INFINITY) => {
  const until = performance.now() + wait;
  for (;;) {
    const { rows } = await connection.query(sql);
    if (rows[0]?.['got'] === true) return;
    if (performance.now() >= until)
      throw new StoreUnavailable('expired events are being archived; loads of old events wait');
    await setTimeout(AGAIN);
  }
};

const exclusively =
  (connection: OwnConnection, key: number): Within =>
  async work => {
    await taken(connection, `select pg_try_advisory_lock(${key}) as got`);
    try {
      return await work();
    } finally {
      await connection.query(`select pg_advisory_unlock(${key})`);
    }
  };

/** One connection for all who work at the same time: opened for the first, closed after the last. */
const sharedConnection = (connect: Connect) => {
  let current: { readonly opened: Promise<OwnConnection>; users: number } | undefined;
  return async <T>(work: (connection: OwnConnection) => Promise<T>): Promise<T> => {
    const mine = (current ??= { opened: connect(), users: 0 });
    mine.users += 1;
    try {
      return await work(await mine.opened);
    } catch (error) {
      // It may be broken: who comes next opens another.
      if (current === mine) current = undefined;
      throw error;
    } finally {
      mine.users -= 1;
      if (mine.users === 0) {
        if (current === mine) current = undefined;
        await mine.opened.then(
          connection => connection.end(),
          () => undefined,
        );
      }
    }
  };
};

/** @param connect opens a connection outside the pool: locks are held for as long as ClickHouse takes, and calls need the pool's */
export const databaseLocks = (connect: Connect, loadWait: number = LOAD_WAIT): StoreLocks => {
  const loading = sharedConnection(connect);
  let before: Promise<unknown> = Promise.resolve();
  const maintain: StoreLocks['maintenance'] = async work => {
    const connection = await connect();
    try {
      return await exclusively(
        connection,
        MAINTENANCE,
      )(() =>
        work(
          archive => exclusively(connection, ARCHIVE_NEXT)(() => exclusively(connection, ARCHIVE)(archive)),
          async () => {
            await connection.query('select 1');
          },
        ),
      );
    } finally {
      await connection.end();
    }
  };
  return {
    maintenance: work => {
      // One connection at most: those of this process wait for each other here.
      const run = before.then(() => maintain(work));
      before = run.catch(() => undefined);
      return run;
    },
    // A connection counts how often it has a shared lock.
    loadingOld: work =>
      loading(async connection => {
        await taken(
          connection,
          `select case when pg_try_advisory_xact_lock_shared(${ARCHIVE_NEXT})
             then pg_try_advisory_lock_shared(${ARCHIVE}) else false end as got`,
          loadWait,
        );
        try {
          return await work();
        } finally {
          await connection.query(`select pg_advisory_unlock_shared(${ARCHIVE})`);
        }
      }),
  };
};
