/** The loaders of this process: one for each partition of the log that it owns. */
import type { Logger } from 'pino';
import { type BoundedPool, createBoundedPool } from '../../platform/bounded-pool.ts';
import { withEither } from '../../platform/with-either.ts';
import { type EventLog, ensureSame, type LogMark } from '../log/event-log.ts';
import { Loader, type LoaderCounts, type LoaderOptions, newCounts } from './loader.ts';
import type { FairShare, PartitionLease, Share } from './share.ts';

/** Milliseconds between two looks at how far other processes are. */
const LOOK_EVERY = 250;
/**
 * Partitions that are loaded concurrently. All concurrently would end together, each late and none larger; one that
 * waits for its turn gathers
 * more. More than one, as a load waits for the disks of others, and one whose records are tried in parts takes long.
 */
const AT_ONCE = 4;

export type LoadersOptions = Omit<
  LoaderOptions,
  'log' | 'partition' | 'lease' | 'counts' | 'onLost' | 'logger' | 'turns'
> & {
  readonly log: EventLog;
  readonly share: Share;
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>;
};

export class Loaders {
  readonly counts: LoaderCounts = newCounts();
  readonly #options: LoadersOptions;
  readonly #loaders = new Map<number, Loader>();
  readonly #owner: FairShare | undefined;
  readonly #turns: BoundedPool = createBoundedPool({
    parallel: AT_ONCE,
    queue: Number.POSITIVE_INFINITY,
    tasksPerSecond: 1,
  });
  readonly #closing = new AbortController();

  constructor(options: LoadersOptions) {
    this.#options = options;
    const { log, share } = options;
    if (share === 'all') {
      for (let partition = 0; partition < log.partitions; partition += 1) this.#begin(partition);
    } else if (share !== 'none') {
      this.#owner = share({
        identity: () => this.#identity(),
        partitions: log.partitions,
        onOwn: (partition, lease) => this.#begin(partition, lease),
        onLeave: partition => this.#end(partition),
      });
    }
  }

  /** The partitions that this process loads now. */
  get partitions(): readonly number[] {
    return [...this.#loaders.keys()].sort((a, b) => a - b);
  }

  /**
   * The age in seconds of the newest loaded record of that of this process's partitions which is furthest behind; 0 where all are
   * loaded.
   */
  lag(): number {
    return Math.max(0, ...[...this.#loaders.values()].map(loader => loader.lag()));
  }

  /** Bytes of this process's partitions that are not loaded. */
  async lagBytes(): Promise<number> {
    const bytes = await Promise.all([...this.#loaders.values()].map(loader => loader.lagBytes()));
    return bytes.reduce((sum, one) => sum + one, 0);
  }

  /**
   * Resolves when everything before a place of the log is in the store, whichever process loads it; those of this process do not wait
   * for more to gather.
   * @param over ends the wait
   * @throws LogRestored where the log is another one by now: nothing loads what was before the place
   */
  reached(mark: LogMark, over: AbortSignal): Promise<void> {
    return withEither(over, this.#closing.signal, signal => this.#reached(mark, signal));
  }

  async #reached(mark: LogMark, signal: AbortSignal): Promise<void> {
    const { log, share, store, pause } = this.#options;
    const own = Promise.all(
      [...this.#loaders].map(([partition, loader]) =>
        loader.reached(mark.offsets[partition] ?? 0, mark.log, signal),
      ),
    );
    if (share === 'all') return void (await own);
    // Another process may load what this one had.
    own.catch(() => undefined);
    // One partition after the other, so that a wait asks as little of NATS and PostgreSQL however many there are.
    for (const [partition, to] of mark.offsets.entries()) {
      const isLoaded = async () => to === 0 || (await store.position(partition, mark.log)).loadedTo >= to;
      while (!(await isLoaded())) {
        await ensureSame(log, mark.log);
        await pause(LOOK_EVERY, signal);
        signal.throwIfAborted();
      }
    }
  }

  /** Lets running loads finish, and leaves the partitions to others. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('The server stops.'));
    await this.#owner?.close();
    await Promise.all([...this.#loaders.keys()].map(partition => this.#end(partition)));
  }

  /** Of the log, once it is there: a server starts without it. */
  async #identity(): Promise<string> {
    const { log } = this.#options;
    const { signal } = this.#closing;
    let stop = () => {};
    const closed = new Promise<void>(resolve => (stop = resolve));
    signal.addEventListener('abort', stop);
    await Promise.race([log.connected(), closed]);
    signal.removeEventListener('abort', stop);
    signal.throwIfAborted();
    return log.identity();
  }

  #begin(partition: number, lease?: PartitionLease): void {
    const { log, share: _, ...options } = this.#options;
    const loader = new Loader({
      ...options,
      log: log.partition(partition),
      partition,
      counts: this.counts,
      turns: this.#turns,
      ...(lease ? { lease } : {}),
      onLost: () => {
        if (this.#loaders.get(partition) === loader) this.#loaders.delete(partition);
        if (lease) this.#owner?.lost(partition, lease.lease);
      },
    });
    this.#loaders.set(partition, loader);
  }

  async #end(partition: number): Promise<void> {
    const loader = this.#loaders.get(partition);
    await loader?.close();
    if (this.#loaders.get(partition) === loader) this.#loaders.delete(partition);
  }
}
