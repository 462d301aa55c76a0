/**
 * One process at a time loads a shared log into an event store of its own: what a second one loaded, it would remove from the log before
 * the first has it. The lock is in PostgreSQL and belongs to a connection, so it ends with its owner; one whose connection was lost is
 * taken again.
 */
import { setTimeout } from 'node:timers/promises';
import type { Connect, OwnConnection } from '../../../platform/database/connection.ts';

/** Key of the advisory lock. */
const SOLE_LOADER = 7_201_643_004;
/** Milliseconds between two attempts to reach the database. */
const AGAIN = 1_000;

/** In words for the operator. */
export class AnotherProcessLoads extends Error {
  override readonly name = 'AnotherProcessLoads';

  constructor() {
    super(
      'Another process loads the stream of NATS into its own event store. With ROLLCALL_EVENT_LOG=nats and the embedded event store only ' +
        'one process may: end it first, or set ROLLCALL_EVENT_STORE=clickhouse.',
    );
  }
}

/** @throws AnotherProcessLoads */
const take = async (connect: Connect): Promise<OwnConnection> => {
  const connection = await connect();
  try {
    // PostgreSQL notices within half a minute that the machine of the owner is gone.
    await connection.query(
      'set tcp_keepalives_idle = 15; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3',
    );
    const { rows } = await connection.query(`select pg_try_advisory_lock(${SOLE_LOADER}) as got`);
    if (rows[0]?.['got'] === true) return connection;
  } catch (error) {
    await connection.end().catch(() => undefined);
    throw error;
  }
  await connection.end();
  throw new AnotherProcessLoads();
};

/**
 * @param connect opens a connection outside the pool, which is held until the lock is given up
 * @param onLost called where another process took the lock while the database could not be reached: this one must end
 * @returns gives the lock up
 * @throws AnotherProcessLoads
 */
export const soleLoader = async (
  connect: Connect,
  onLost: (error: Error) => void,
): Promise<() => Promise<void>> => {
  const released = new AbortController();
  let connection = await take(connect);
  const hold = (): void => {
    connection.once('end', () => void takeAgain());
  };
  const takeAgain = async (): Promise<void> => {
    while (!released.signal.aborted) {
      try {
        connection = await take(connect);
        if (released.signal.aborted) return await connection.end();
        return hold();
      } catch (error) {
        if (error instanceof AnotherProcessLoads) return onLost(error);
        await setTimeout(AGAIN, undefined, { ref: false });
      }
    }
  };
  hold();
  return async () => {
    released.abort();
    await connection.end().catch(() => undefined);
  };
};
