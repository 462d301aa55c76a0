/**
 * Loads a partition of the event log into the event store, in large batches and off the path of the acknowledgement, and releases in the log what is
 * loaded. If the store fails, the same batch is loaded later. A record that the store refuses for what it holds, or that crashes it, is
 * put into quarantine, and the others are loaded.
 */
import type { BoundedPool } from '../../platform/bounded-pool.ts';
import { tracedApart } from '../../platform/tracing.ts';
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { StoredReport } from '../record/stored-report.ts';
import type { Consents } from './consents.ts';
import { type LogPartition, type LogRecord, LogRestored, type Offset } from '../log/event-log.ts';
import type { Batch, EventStore, Position } from '../store/event-store.ts';
import { ContentError } from '../record/content-error.ts';
import { readRecord } from '../record/record.ts';
import { LeaseLost, StoreCrashed } from '../store/errors.ts';
import { bisect } from './bisect.ts';
import type { PartitionLease } from '../partitions/partition-owner.ts';
import { WakeUp } from './wake-up.ts';
import { loadInParts, type LoadedParts } from './load-parts.ts';
import type { Quarantine, Rejected } from './quarantine.ts';
import type { StoredEvent } from '../record/stored-event.ts';

/** Approximate bytes of the log in one batch, about ten thousand events. */
const BATCH = 2 * 1024 * 1024;
/**
 * Milliseconds that events are gathered for, unless a batch is full before; and between two batches while the server is busy:
 * acknowledgements have priority, and the log has space.
 */
const GATHER = 2_000;
/** Records that are parsed before the server's other work gets a turn. */
const SLICE = 32;
/** Milliseconds to wait after the first failure, and at most; doubled in between. */
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 10_000;
/** The product that stands for new ones beyond the limit. */
const OTHER_PRODUCT = 'other';

/** Times that the store's process has to end at a batch until the batch is loaded in parts. */
const CRASHES = 3;

export interface LoaderOptions {
  readonly log: LogPartition;
  /** The partition's number. */
  readonly partition: number;
  /** The lease by which this loader owns the partition, where several may. */
  readonly lease?: PartitionLease;
  readonly store: Pick<EventStore, 'position' | 'load' | 'loadPart' | 'check' | 'moveTo' | 'products'>;
  readonly consents: Pick<Consents, 'record' | 'permitted'>;
  readonly quarantine: Pick<Quarantine, 'add'>;
  /** Products beyond it are stored as `other`. */
  readonly productNames: ProductNames;
  readonly now: () => number;
  /** Whether the server is busy with requests. */
  readonly busy: () => boolean;
  readonly logger: Pick<Logger, 'warn' | 'error'>;
  /** In which the loaders of a process load. @default at once */
  readonly turns?: Pick<BoundedPool, 'run'>;
  /** Counts on where several loaders are counted together. */
  readonly counts?: LoaderCounts;
  /** Called if another loader owns the partition now; this one has ended. */
  readonly onLost?: () => void;
  /** Resolves after so many milliseconds, or at once when the signal says so; it never rejects. */
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

/** Who waits for an offset of a log. */
interface Waiting {
  readonly to: Offset;
  readonly log: string | undefined;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Of what the log has in a range: a log that lost its end has other records there, which make another block. */
const digestOf = (records: readonly LogRecord[]): string => {
  const hash = createHash('sha256');
  for (const { bytes } of records) hash.update(bytes);
  return hash.digest('hex').slice(0, 32);
};

export class Loader {
  readonly #options: LoaderOptions;
  readonly counts: LoaderCounts;
  #loaded: Offset | undefined;
  /** The identity of the log that the offsets are of. */
  #log = '';
  /** What is loaded and not removed from the log yet ends there. */
  #removable: Offset | undefined;
  /** A batch that an earlier loader may have stored. */
  #unfinished: Position['unfinished'];
  /** When the newest loaded record was received; after everything was loaded, when the next was appended. */
  #received: number;
  /** Everything is loaded that was there at the last look. */
  #idle = false;
  readonly #closing = new AbortController();
  #gathering = new AbortController();
  readonly #woken = new WakeUp();
  readonly #stopListening: () => void;
  /** Records of the current batch that are in quarantine, so that a repeated load does not add them again. */
  #aside = { from: -1, entries: new Set<string>() };
  /** How often the store's process ended at the batch that begins there. */
  #crashes = { from: -1, count: 0 };
  #waiting: readonly Waiting[] = [];
  readonly #running: Promise<void>;

  constructor(options: LoaderOptions) {
    this.#options = options;
    this.counts = options.counts ?? newCounts();
    this.#received = options.now();
    this.#stopListening = options.log.onAppend(() => this.#woken.notify());
    // What it left would be read ahead beside whoever loads it now.
    this.#running = this.#run().finally(() => options.log.stopReading());
  }

  /** The age in seconds of the newest loaded record while others wait; else 0. */
  lag(): number {
    return this.#idle ? 0 : Math.max(0, (this.#options.now() - this.#received) / 1000);
  }

  /** Bytes of the partition that are not loaded. */
  async lagBytes(): Promise<number> {
    return this.#options.log.bytesAfter(this.#loaded ?? 0);
  }

  /**
   * Resolves when everything before `to` is loaded; does not wait for more to gather.
   * @param log the identity of the log that `to` is of; absent: of this loader's
   * @param signal ends the wait
   * @throws LogRestored where the loader goes on in another log
   */
  reached(to: Offset, log?: string, signal?: AbortSignal): Promise<void> {
    if (to === 0 || this.#has(to, log)) return Promise.resolve();
    if (signal?.aborted) return Promise.reject(signal.reason);
    let stop = () => {};
    return new Promise<void>((resolve, reject) => {
      const waiting: Waiting = { to, log, resolve, reject };
      this.#waiting = [...this.#waiting, waiting];
      stop = () => {
        this.#waiting = this.#waiting.filter(each => each !== waiting);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', stop);
      this.#gathering.abort();
      this.#woken.notify();
    }).finally(() => signal?.removeEventListener('abort', stop));
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
        this.#resolveReached();
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
        if (error instanceof LogRestored) this.#loaded = undefined;
        this.counts.failures += 1;
        const ms = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** failures++);
        logger.error({ err: error, again_ms: ms }, 'events could not be loaded into the event store');
        await pause(ms, signal);
      }
    }
  }

  /** Loads a batch. @returns false if there was none */
  async #loadNext(): Promise<boolean> {
    const { log } = this.#options;
    if (this.#loaded === undefined) {
      // The store's process is started with the first batch.
      if ((await log.bytesAfter(0)) === 0) return false;
      await this.#begin();
    }
    await this.#release();
    if (this.#unfinished) {
      // Its records may take long to arrive, and others load meanwhile.
      const read = await this.#untilClosed(log.read(this.#loaded ?? 0, BATCH, this.#unfinished.to));
      if (!read) return false;
      const loaded = await this.#inTurn(() => this.#loadBatch(read));
      this.#unfinished = undefined;
      await this.#release();
      return loaded;
    }
    const bytes = await log.bytesAfter(this.#loaded ?? 0);
    if (bytes === 0) return false;
    await this.#gather(bytes);
    // What comes while it waits for its turn is loaded too.
    const loaded = await this.#inTurn(async () => this.#loadBatch(await log.read(this.#loaded ?? 0, BATCH)));
    await this.#release();
    return loaded;
  }

  /** @returns undefined once it is closed: records may take long to arrive, and the partition goes to another process at once */
  #untilClosed<T>(work: Promise<T>): Promise<T | undefined> {
    const { signal } = this.#closing;
    if (signal.aborted) return Promise.resolve(undefined);
    const over = new AbortController();
    return new Promise<T | undefined>((resolve, reject) => {
      signal.addEventListener('abort', () => resolve(undefined), { signal: over.signal });
      work.then(resolve, reject);
    }).finally(() => over.abort());
  }

  /** @returns false without loading once it is closed: it does not wait for its turn, and the partition goes to another process at once */
  async #inTurn(load: () => Promise<boolean>): Promise<boolean> {
    const { turns } = this.#options;
    const { signal } = this.#closing;
    if (signal.aborted) return false;
    if (!turns) return load();
    const begun = new AbortController();
    const work = async () => {
      begun.abort();
      return !signal.aborted && load();
    };
    return new Promise((resolve, reject) => {
      // Resolves nothing while it loads, as the signal is gone by then.
      signal.addEventListener('abort', () => resolve(false), { signal: begun.signal });
      turns.run(work).then(resolve, reject);
    });
  }

  async #begin(): Promise<void> {
    const { store, log, lease, logger, partition, productNames } = this.#options;
    this.#log = await log.identity();
    if (lease && lease.log !== this.#log)
      throw new LeaseLost(
        `The partition ${partition} is leased of ${lease.log}, and the log is ${this.#log}.`,
      );
    this.#giveUpOthers();
    const position = await store.position(partition, this.#log);
    let { loadedTo, unfinished } = position;
    productNames.know(await store.products());
    const from = await this.#rereadFrom(position);
    if (from !== undefined) {
      logger.warn(
        { loaded: loadedTo, from, partition, log: this.#log },
        'the event log is not as it was when it was read: it was restored from a copy, or lost its end; it is read again, and ids that are stored are left out',
      );
      await store.moveTo(partition, from, { log: this.#log, ...(lease ? { lease: lease.lease } : {}) });
      [loadedTo, unfinished] = [from, undefined];
      this.counts.rereads += 1;
    }
    this.#loaded = loadedTo;
    this.#unfinished = unfinished;
    this.#removable = undefined;
  }

  /** Where the log is to be read again, if it is not what was read of it. */
  async #rereadFrom({ loadedTo, unfinished, last }: Position): Promise<Offset | undefined> {
    const { log } = this.#options;
    const from = await log.rereadFrom(loadedTo, unfinished?.to ?? loadedTo);
    if (from === undefined || unfinished || !last || from < last.from) return from;
    const read = await this.#untilClosed(log.read(last.from, BATCH, loadedTo));
    if (!read) return undefined;
    if (digestOf(read.records) !== last.digest) return from;
    // It is the last batch, whose loader ended before it was removed.
    await log.release(loadedTo, this.#log);
    return undefined;
  }

  /** Tells who waits for an offset of another log that it is never reached. */
  #giveUpOthers(): void {
    const gone = this.#waiting.filter(({ log }) => log !== undefined && log !== this.#log);
    this.#waiting = this.#waiting.filter(each => !gone.includes(each));
    for (const { reject } of gone) reject(new LogRestored('The event log was made anew.'));
  }

  async #gather(bytes: number): Promise<void> {
    const { pause, busy } = this.#options;
    if (this.#closing.signal.aborted) return;
    // Closing aborts this one too: with AbortSignal.any, that of closing would keep a reference for each pause.
    this.#gathering = new AbortController();
    if (this.#waiting.length === 0 && (busy() || bytes < BATCH)) await pause(GATHER, this.#gathering.signal);
  }

  #resolveReached(): void {
    const reached = this.#waiting.filter(({ to, log }) => this.#has(to, log));
    this.#waiting = this.#waiting.filter(each => !reached.includes(each));
    for (const { resolve } of reached) resolve();
  }

  /** Whether everything before an offset of a log is loaded; another log's offsets say nothing of this one. */
  #has(to: Offset, log: string | undefined): boolean {
    return (log ?? this.#log) === this.#log && to <= (this.#loaded ?? 0);
  }

  /** @param read what the log has next, up to the end that an earlier loader decided if one did. @returns false if there is nothing to load */
  async #loadBatch({ records, next }: Awaited<ReturnType<LogPartition['read']>>): Promise<boolean> {
    const { partition, lease } = this.#options;
    const from = this.#loaded ?? 0;
    if (next === from) return false;
    const read = await this.#parse(records);
    await this.#putAside(from, read.unreadable);
    const taken = await this.#withKnownProducts(read.events);
    const permitted = await this.#permitted(from, taken);
    const range = {
      partition,
      log: this.#log,
      from,
      to: next,
      digest: digestOf(records),
      ...(lease ? { lease: lease.lease } : {}),
    };
    const batch = { ...range, events: permitted, reports: read.reports };
    const loaded = await this.#load(batch).catch((error: unknown) => {
      // It may have been begun, or committed, and the answer lost: the position is read again.
      this.#loaded = undefined;
      throw error;
    });
    this.#loaded = next;
    this.counts.events += loaded.events;
    this.counts.known += loaded.known;
    this.counts.reports += loaded.reports;
    this.counts.withdrawn += taken.length - permitted.length;
    const newest = taken.at(-1)?.received ?? read.reports.at(-1)?.received;
    if (newest !== undefined) this.#received = newest;
    this.#removable = next;
    return true;
  }

  /** Before another batch is loaded: of two that are in the log still, the first would look like one of a log that was restored. */
  async #release(): Promise<void> {
    if (this.#removable === undefined) return;
    await this.#options.log.release(this.#removable, this.#log);
    this.#removable = undefined;
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
    await this.#putAside(from, rejected);
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
    await this.#putAside(
      from,
      rejected.map(({ item, error }) => ({ event: item, reason: error.message })),
    );
    return consents.permitted(accepted);
  }

  /** Resolves when the records are on the disk: only then the batch may be loaded without them. */
  async #putAside(from: Offset, entries: readonly Rejected[]): Promise<void> {
    if (this.#aside.from !== from) this.#aside = { from, entries: new Set() };
    const known = this.#aside.entries;
    const fresh = entries.filter(entry => !known.has(JSON.stringify(entry)));
    if (fresh.length === 0) return;
    const dropped = await this.#options.quarantine.add(fresh);
    for (const entry of fresh) known.add(JSON.stringify(entry));
    this.#options.logger.error(
      { records: fresh.length, dropped, reason: fresh[0]?.reason },
      'records of the event log cannot be stored; they are in quarantine',
    );
  }

  async #parse(records: readonly LogRecord[]) {
    const events: StoredEvent[] = [];
    const reports: StoredReport[] = [];
    const unreadable: { readonly text: string; readonly reason: string }[] = [];
    for (const [index, { bytes }] of records.entries()) {
      if (index % SLICE === SLICE - 1) await setImmediate();
      try {
        const read = readRecord(bytes);
        events.push(...read.events);
        reports.push(...read.reports);
      } catch (error) {
        unreadable.push({ text: bytes.toString(), reason: String(error) });
      }
    }
    return { events, reports, unreadable };
  }
}
