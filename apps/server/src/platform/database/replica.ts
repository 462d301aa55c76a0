/** Reads that may be seconds old, from a standby of the database; from the database itself while the standby is away or behind. */
import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import { Refusal } from '../refusal.ts';
import { isLost, isTimedOut } from './errors.ts';
import { databaseTimes, limited, openPool, type Times } from './pool.ts';
import type { Database } from './schema.ts';

/**
 * Milliseconds between two looks at the replica. At each it must have what the database had at the one before, so what is read of it
 * is less than two such times old.
 */
const LOOK_EVERY = 5_000;
/** A read takes as long as on the database; only a connection is waited for less, as the database answers without it. */
const TIMES: Times = { ...databaseTimes, connectionMs: 1_000 };

/**
 * Runs a read that may be up to 10 seconds old. Never for what decides a sign-in, or for what the same caller has just changed.
 * @param read runs a second time, on the database, where the replica fails; not where it took too long, as it would there
 */
export type ReadStale = <T>(read: (db: Kysely<Database>) => Promise<T>) => Promise<T>;

export interface Replica {
  readonly read: ReadStale;
  /** Whether reads go to it. */
  readonly used: () => boolean;
  /** Looks whether it is there and near, unless a look is under way; the timer does so every 5 seconds. */
  look(): Promise<void>;
  close(): Promise<void>;
}

/** @param primary the database that takes writes */
export const openReplica = (
  url: string,
  {
    primary,
    size,
    log,
  }: {
    readonly primary: { readonly db: Kysely<Database>; readonly pool: pg.Pool };
    readonly size: number;
    readonly log: Pick<Logger, 'warn' | 'info'>;
  },
): Replica => {
  const { pool, db } = openPool({ connectionString: url }, { ...TIMES, size, log });
  /** The end of the primary's log at the last look; undefined where the primary did not say. */
  let before: string | undefined;
  let used = false;

  const use = (next: boolean, because: object): void => {
    if (next === used) return;
    used = next;
    if (next) log.info({}, 'reads that may be old go to the replica');
    else log.warn(because, 'the replica is away or behind: its reads go to the database');
  };
  const lookOnce = async (): Promise<void> => {
    let expected = before;
    before = undefined;
    try {
      const { rows } = await primary.pool.query<{ at: string }>(
        limited(TIMES.checkMs, 'select pg_current_wal_lsn()::text as at'),
      );
      const at = rows[0]?.at ?? '';
      // Also while the replica is away: when it is back it must have what the database had at the look before, not long ago.
      before = at;
      expected ??= at;
      // Null where it is no standby.
      const seen = await pool.query<{ near: boolean | null }>(
        limited(
          TIMES.checkMs,
          'select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn as near',
          [expected],
        ),
      );
      use(seen.rows[0]?.near === true, {});
    } catch (error) {
      use(false, { err: error });
    }
  };
  let looking: Promise<void> | undefined;
  const look = (): Promise<void> =>
    (looking ??= lookOnce().finally(() => {
      looking = undefined;
    }));
  const timer = setInterval(() => void look(), LOOK_EVERY);
  timer.unref();
  return {
    read: async read => {
      if (!used) return read(primary.db);
      try {
        return await read(db);
      } catch (error) {
        if (error instanceof Refusal || isTimedOut(error)) throw error;
        if (isLost(error)) use(false, { err: error });
        // Away, or its recovery ended the read, or it lacks a column yet: the database's answer counts.
        return read(primary.db);
      }
    },
    used: () => used,
    look,
    close: () => {
      clearInterval(timer);
      return db.destroy();
    },
  };
};
