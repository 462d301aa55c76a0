/** What the store's upkeep goes with: it runs under a lock of the installation. */
import type { ClickHouse } from './client.ts';
import type { Layout } from './ddl.ts';
import type { ErasureQueue } from './erasure-queue.ts';
import type { StoreLocks, Within } from './locks.ts';

export interface Maintenance {
  readonly store: ClickHouse;
  readonly layout: Layout;
  readonly locks: Pick<StoreLocks, 'maintenance'>;
  readonly erasures: ErasureQueue;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Maintenance that has the lock. */
export interface Held extends Maintenance {
  /** Rejects where the lock was lost. */
  readonly ensureHeld: () => Promise<void>;
}

/** Runs work under the maintenance lock. @param work gets also a lock of its own, which no load of old events holds meanwhile */
export const maintain = <T>(
  context: Maintenance,
  work: (held: Held, archiving: Within) => Promise<T>,
): Promise<T> =>
  context.locks.maintenance((archiving, ensureHeld) => work({ ...context, ensureHeld }, archiving));
