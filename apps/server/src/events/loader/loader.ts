/**
 * Loads a partition of the event log into the event store, in large batches and off the path of the acknowledgement, and releases in the log what is
 * loaded. If the store fails, the same batch is loaded later. A record that the store refuses for what it holds, or that crashes it, is
 * put into quarantine, and the others are loaded.
 */
import type { BoundedPool } from '../../platform/bounded-pool.ts';
import { tracedApart } from '../../platform/tracing.ts';
import type { Logger } from 'pino';
import type { Consents } from './consents.ts';
import { type LogPartition, LogRestored, type Offset } from '../log/event-log.ts';
import type { Batch, EventStore } from '../store/event-store.ts';
import { ContentError } from '../record/content-error.ts';
import { LeaseLost, StoreCrashed } from '../store/errors.ts';
import { bisect } from './bisect.ts';
import { Aside } from './aside.ts';
import { inTurn, untilClosed } from './closing.ts';
import { BATCH, Cursor, type CursorOptions } from './cursor.ts';
import { WakeUp } from './wake-up.ts';
import { loadInParts, type LoadedParts } from './load-parts.ts';
import { parseRecords } from './parse-records.ts';
import type { Quarantine } from './quarantine.ts';
import { WaitList } from './wait-list.ts';
import type { StoredEvent } from '../record/stored-event.ts';

/**
 * Milliseconds that events are gathered for, unless a batch is full before; and between two batches while the server is busy:
 * acknowledgements have priority, and the log has space.
 */
const GATHER = 2_000;
/** Milliseconds to wait after the first failure, and at most; doubled in between. */
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 10_000;
/** The product that stands for new ones beyond the limit. */
const OTHER_PRODUCT = 'other';

/** Times that the store's process has to end at a batch until the batch is loaded in parts. */
const CRASHES = 3;

export interface LoaderOptions extends CursorOptions {
  readonly store: Pick<EventStore, 'position' | 'load' | 'loadPart' | 'check' | 'moveTo' | 'products'>;
  readonly consents: Pick<Consents, 'record' | 'permitted'>;
  readonly quarantine: Pick<Quarantine, 'add'>;
  /** Products beyond it are stored as `other`. */
  readonly productNames: ProductNames;
  readonly now: () => number;
  /** Whether the server is busy with requests. */
  readonly busy: () => boolean;
  readonly logger: Pick<Logger, 'warn' | 'error'>;
  /** In which the loaders of a process load. @default immediately */
  readonly turns?: Pick<BoundedPool, 'run'>;
  /** Counts on where several loaders are counted together. */
  readonly counts?: LoaderCounts;
  /** Called if another loader owns the partition now; this one has ended. */
  readonly onLost?: () => void;
  /** Resolves after so many milliseconds, or immediately when the signal says so; it never rejects. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Which products are stored by name. */
export interface ProductNames {
  /** Admits the products that are stored already. */
  know(products: Iterable<string>): void;
  /** Those of the products that are stored by name. @param at when they were received, in milliseconds since 1970 */
  admitted(products: ReadonlySet<string>, at: number): Promise<ReadonlySet<string>>;
}

export interface LoaderCounts {
  events: number;
  reports: number;
  /** Left out, as their ids were stored already. */
  known: number;
  /** Left out, as consent had been withdrawn before. */
  withdrawn: number;
  failures: number;
  /** Times that a partition was read again from before its position. */
  rereads: number;
}

export const newCounts = (): LoaderCounts => ({
  events: 0,
  reports: 0,
  known: 0,
  withdrawn: 0,
  failures: 0,
  rereads: 0,
});

export class Loader {
  readonly #options: LoaderOptions;
  readonly counts: LoaderCounts;
  readonly #cursor: Cursor;
  readonly #waiting = new WaitList();
  readonly #aside: Aside;
  /** When the newest loaded record was received; after everything was loaded, when the next was appended. */
  #received: number;
  /** Everything is loaded that was there at the last look. */
  #idle = false;
  readonly #closing = new AbortController();
  #gathering = new AbortController();
  readonly #woken = new WakeUp();
  readonly #stopListening: () => void;
  /** How often the store's process ended at the batch that begins there. */
  #crashes = { from: -1, count: 0 };
  readonly #running: Promise<void>;

  constructor(options: LoaderOptions) {
    this.#options = options;
    this.#cursor = new Cursor(options, this.#closing.signal);
    this.#aside = new Aside(options.quarantine, options.logger);
    this.counts = options.counts ?? newCounts();
    this.#received = options.now();
    this.#stopListening = options.log.onAppend(() => this.#woken.notify());
    // What it left would be read ahead beside the process that loads it now.
    this.#running = this.#run().finally(() => options.log.stopReading());
  }

  /** The age in seconds of the newest loaded record while others wait; else 0. */
  lag(): number {
    return this.#idle ? 0 : Math.max(0, (this.#options.now() - this.#received) / 1000);
  }

  /** Bytes of the partition that are not loaded. */
  async lagBytes(): Promise<number> {
    return this.#cursor.bytesLeft();
  }

  /**
   * Resolves when everything before `to` is loaded; does not wait for more to gather.
   * @param log the identity of the log that `to` is of; absent: of this loader's
   * @param signal ends the wait
   * @throws LogRestored where the loader goes on in another log
   */
  reached(to: Offset, log?: string, signal?: AbortSignal): Promise<void> {
    if (to === 0 || this.#cursor.has(to, log)) return Promise.resolve();
    const reached = this.#waiting.add(to, log, signal);
    this.#gathering.abort();
    this.#woken.notify();
    return reached;
  }

  /** Lets the running load finish. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#gathering.abort();
    this.#stopListening();
    this.#woken.notify();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { pause, logger } = this.#options;
    const { signal } = this.#closing;
    let failures = 0;
    while (!signal.aborted) {
      try {
        this.#woken.forget();
        const loaded = await this.#loadNext();
        failures = 0;
        this.#waiting.reached((to, log) => this.#cursor.has(to, log));
        if (loaded || signal.aborted) continue;
        this.#idle = true;
        await this.#woken.wait();
        this.#idle = false;
        this.#received = this.#options.now();
      } catch (error) {
        if (error instanceof LeaseLost) {
          this.#stopListening();
          this.#options.onLost?.();
          return;
        }
        if (error instanceof LogRestored) this.#cursor.forget();
        this.counts.failures += 1;
        const ms = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** failures++);
        logger.error({ err: error, again_ms: ms }, 'events could not be loaded into the event store');
        await pause(ms, signal);
      }
    }
  }

  /** Loads a batch. @returns false if there was none */
  async #loadNext(): Promise<boolean> {
    const cursor = this.#cursor;
    if (!cursor.isKnown) {
      // The store's process is started with the first batch.
      if ((await this.#options.log.bytesAfter(0)) === 0) return false;
      await this.#begin();
    }
    await cursor.release();
    if (cursor.isUnfinished) {
      // Its records may take long to arrive, and others load meanwhile.
      const read = await untilClosed(this.#closing.signal, cursor.read());
      if (!read) return false;
      const loaded = await this.#inTurn(() => this.#loadBatch(read));
      cursor.finish();
      await cursor.release();
      return loaded;
    }
    const bytes = await cursor.bytesLeft();
    if (bytes === 0) return false;
    await this.#gather(bytes);
    // What comes while it waits for its turn is loaded too.
    const loaded = await this.#inTurn(async () => this.#loadBatch(await cursor.read()));
    await cursor.release();
    return loaded;
  }

  #inTurn(load: () => Promise<boolean>): Promise<boolean> {
    return inTurn(this.#closing.signal, this.#options.turns, load);
  }

  async #begin(): Promise<void> {
    const { store, productNames } = this.#options;
    this.#waiting.keepLog(await this.#cursor.identify());
    productNames.know(await store.products());
    if (await this.#cursor.begin()) this.counts.rereads += 1;
  }

  async #gather(bytes: number): Promise<void> {
    const { pause, busy } = this.#options;
    if (this.#closing.signal.aborted) return;
    // Closing aborts this one too: with AbortSignal.any, that of closing would keep a reference for each pause.
    this.#gathering = new AbortController();
    if (this.#waiting.isEmpty && (busy() || bytes < BATCH)) await pause(GATHER, this.#gathering.signal);
  }

  /** @param read what the log has next. @returns false if there is nothing to load */
  async #loadBatch(read: Awaited<ReturnType<LogPartition['read']>>): Promise<boolean> {
    const { loaded: from } = this.#cursor;
    if (read.next === from) return false;
    const { events, reports, unreadable } = await parseRecords(read.records);
    await this.#aside.put(from, unreadable);
    const taken = await this.#withKnownProducts(events);
    const permitted = await this.#permitted(from, taken);
    const batch = { ...this.#cursor.rangeOf(read), events: permitted, reports };
    const loaded = await this.#load(batch).catch((error: unknown) => {
      // It may have been begun, or committed, and the answer lost: the position is read again.
      this.#cursor.forget();
      throw error;
    });
    this.#cursor.advance(read.next);
    this.counts.events += loaded.events;
    this.counts.known += loaded.known;
    this.counts.reports += loaded.reports;
    this.counts.withdrawn += taken.length - permitted.length;
    const newest = taken.at(-1)?.received ?? reports.at(-1)?.received;
    if (newest !== undefined) this.#received = newest;
    return true;
  }

  /** Loads a batch; without the records at fault if it can't be loaded as a whole. */
  async #load(batch: Batch): Promise<Omit<LoadedParts, 'rejected'>> {
    const { store } = this.#options;
    const { from, events, reports } = batch;
    const sizes = { 'rollcall.events': events.length, 'rollcall.reports': reports.length };
    try {
      const known = await tracedApart('event store load', { attributes: sizes }, () => store.load(batch));
      return { events: events.length - known, reports: reports.length, known };
    } catch (error) {
      if (!(error instanceof ContentError) && !this.#crashesAgain(from, error)) throw error;
    }
    const { rejected, ...loaded } = await loadInParts(store, batch);
    await this.#aside.put(from, rejected);
    await store.load({ ...batch, events: [], reports: [] });
    return loaded;
  }

  /** Whether the store's process has ended so often at the batch that the batch may be the reason. */
  #crashesAgain(from: Offset, error: unknown): boolean {
    if (!(error instanceof StoreCrashed)) return false;
    if (this.#crashes.from !== from) this.#crashes = { from, count: 0 };
    this.#crashes.count += 1;
    return this.#crashes.count >= CRASHES;
  }

  async #withKnownProducts(events: readonly StoredEvent[]): Promise<readonly StoredEvent[]> {
    const [first] = events;
    if (!first) return events;
    const products = new Set(events.map(({ product }) => product));
    const admitted = await this.#options.productNames.admitted(products, first.received);
    return events.map(event => (admitted.has(event.product) ? event : { ...event, product: OTHER_PRODUCT }));
  }

  /**
   * Records the consents among the events; those that cannot be recorded are quarantined. @returns the events that may be
   * stored
   */
  async #permitted(from: Offset, events: readonly StoredEvent[]): Promise<readonly StoredEvent[]> {
    const { consents } = this.#options;
    const { accepted, rejected } = await bisect(events, some => consents.record(some));
    await this.#aside.put(
      from,
      rejected.map(({ item, error }) => ({ event: withoutProof(item), reason: error.message })),
    );
    return consents.permitted(accepted.map(withoutProof));
  }
}

/** Once its consent is recorded, a proof is kept nowhere. */
const withoutProof = (event: StoredEvent): StoredEvent => {
  if (event.proof === undefined) return event;
  const { proof: _, ...kept } = event;
  return kept;
};
