/** The loaders of this process: one for each partition of the log that it owns. */
import type { EventLog, Offset } from '../log/event-log.ts';
import { Loader, type LoaderCounts, type LoaderOptions, newCounts } from './loader.ts';

export type LoadersOptions = Omit<LoaderOptions, 'log' | 'partition' | 'lease' | 'counts' | 'onLost'> & {
  readonly log: EventLog;
};

/** Loads every partition: the only loader of its installation. */
export class Loaders {
  readonly counts: LoaderCounts = newCounts();
  readonly #loaders: readonly Loader[];

  constructor({ log, ...options }: LoadersOptions) {
    this.#loaders = Array.from(
      { length: log.partitions },
      (_, partition) =>
        new Loader({ ...options, log: log.partition(partition), partition, counts: this.counts }),
    );
  }

  /** The age in seconds of the newest loaded record of the partition that is furthest behind; 0 where all are loaded. */
  lag(): number {
    return Math.max(0, ...this.#loaders.map(loader => loader.lag()));
  }

  /** Bytes of the log that are not loaded. */
  async lagBytes(): Promise<number> {
    const bytes = await Promise.all(this.#loaders.map(loader => loader.lagBytes()));
    return bytes.reduce((sum, one) => sum + one, 0);
  }

  /** Resolves when everything before an offset of each partition is in the store; does not wait for more to gather. */
  async reached(offsets: readonly Offset[]): Promise<void> {
    await Promise.all(this.#loaders.map((loader, partition) => loader.reached(offsets[partition] ?? 0)));
  }

  /** Lets running loads finish. */
  async close(): Promise<void> {
    await Promise.all(this.#loaders.map(loader => loader.close()));
  }
}
