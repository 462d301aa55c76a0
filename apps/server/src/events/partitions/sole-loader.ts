/**
 * One process at a time loads a shared log into an event store of its own: what a second one loaded, it would remove from the log before
 * the first has it. The lock is in PostgreSQL and belongs to a connection, so it ends with its owner.
 */
import type { Connect } from '../../platform/database/connection.ts';

/** Key of the advisory lock. */
const SOLE_LOADER = 7_201_643_004;

/**
 * @param connect opens a connection outside the pool, which is held until the lock is given up
 * @returns gives the lock up
 * @throws Error in words for the operator where another process has it
 */
export const soleLoader = async (connect: Connect): Promise<() => Promise<void>> => {
  const connection = await connect();
  const { rows } = await connection.query(`select pg_try_advisory_lock(${SOLE_LOADER}) as got`);
  if (rows[0]?.['got'] === true) return () => connection.end();
  await connection.end();
  throw new Error(
    'Another process loads the stream of NATS into its own event store. With ROLLCALL_EVENT_LOG=nats and the embedded event store only ' +
      'one process may: end it first, or set ROLLCALL_EVENT_STORE=clickhouse.',
  );
};
