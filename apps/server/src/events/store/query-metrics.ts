/** What `/metrics` says about queries of the event store, and about its size. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Gauge, Histogram } from 'prom-client';
import type { Feature } from '../../http/feature.ts';
import { QueryCancelled, QueryQueueFull, StoreDamaged, StoreUnavailable } from './errors.ts';

/** Runs a query, and counts it under its name by how it ends. */
export type Measured = <Found>(query: string, run: () => Promise<Found>) => Promise<Found>;

export interface QueryMetrics extends Required<Pick<Feature, 'addMetrics'>> {
  readonly measured: Measured;
}

const outcomeOf = (error: unknown): string => {
  if (error instanceof QueryQueueFull) return 'queue-full';
  if (error instanceof QueryCancelled) return error.why === 'caller' ? 'left' : 'timed-out';
  if (error instanceof StoreUnavailable || error instanceof StoreDamaged) return 'unavailable';
  return 'fault';
};

/** @param bytes the size of the store; undefined, or where it rejects: left out of `/metrics` */
export const createQueryMetrics = (bytes: () => Promise<number | undefined>): QueryMetrics => {
  const seconds = new Histogram({
    name: 'rollcall_query_seconds',
    help: 'Seconds of queries of the event store, waiting included, by query and outcome: ok, queue-full, timed-out, left (the page), unavailable, fault.',
    labelNames: ['query', 'outcome'],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [],
  });
  const measured: Measured = async (query, run) => {
    const stop = seconds.startTimer({ query });
    let outcome = 'ok';
    try {
      return await run();
    } catch (error) {
      outcome = outcomeOf(error);
      throw error;
    } finally {
      stop({ outcome });
    }
  };
  return {
    addMetrics: registry => {
      registry.registerMetric(seconds);
      const size = new Gauge({
        name: 'rollcall_event_store_bytes',
        help: 'Bytes of the event store on its disk.',
        // Each process reads the same store.
        aggregator: 'max',
        registers: [registry],
        collect: async () => {
          size.remove();
          const found = await bytes().catch(() => undefined);
          if (found !== undefined) size.set(found);
        },
      });
    },
    measured,
  };
};

/** Bytes of the files in a folder, without those of folders within; 0 if it does not exist. */
export const folderBytes = async (folder: string): Promise<number> => {
  let total = 0;
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const name of names) {
    // A file may go while the others are counted.
    const found = await stat(join(folder, name)).catch(() => undefined);
    if (found?.isFile()) total += found.size;
  }
  return total;
};
