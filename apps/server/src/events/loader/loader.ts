/**
 * Brings what stands in the event log into the event store, in large batches and off the path of the acknowledgement.
 * Where the store fails, it goes on from the same place later; what is loaded is let go of in the log.
 */
import { setImmediate } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { StoredReport } from '../record/stored-report.ts';
import type { Consents } from './consents.ts';
import type { EventLog, LogRecord, Offset } from '../log/event-log.ts';
import type { EventStore } from '../store/event-store.ts';
import { readRecord } from '../record/record.ts';
import type { StoredEvent } from '../record/stored-event.ts';

/** Bytes of the log in one batch, about: some ten thousand events. */
const BATCH = 2 * 1024 * 1024;
/**
 * Milliseconds that events are gathered for, unless a batch is full before; and between two batches while the server
 * is busy: acknowledging comes first, and the log has room.
 */
const GATHER = 2_000;
/** Records that are read out before the server gets on with other things. */
const SLICE = 32;
/** Milliseconds to wait after the first failure, and at most; doubled in between. */
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 60_000;

export interface LoaderOptions {
  readonly log: EventLog;
  readonly store: Pick<EventStore, 'loadedTo' | 'load' | 'moveTo'>;
  readonly consents: Pick<Consents, 'record' | 'permitted'>;
  readonly now: () => number;
  /** Whether the server has hardly time for its requests. */
  readonly busy: () => boolean;
  readonly logger: Pick<Logger, 'warn' | 'error'>;
  /** Resolves after so many milliseconds, or at once when the signal says so; it never rejects. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

export interface LoaderCounts {
  events: number;
  reports: number;
  /** Left out, as their ids were stored already. */
  known: number;
  /** Left out, as consent had been withdrawn before. */
  withdrawn: number;
  failures: number;
}

export class Loader {
  readonly #options: LoaderOptions;
  readonly counts: LoaderCounts = { events: 0, reports: 0, known: 0, withdrawn: 0, failures: 0 };
  #loaded: Offset | undefined;
  /** When the newest that is loaded was received; or when something came, after all was loaded. */
  #received: number;
  readonly #closing = new AbortController();
  #gathering = new AbortController();
  #wake: () => void = () => {};
  #waiting: { readonly to: Offset; readonly reached: () => void }[] = [];
  readonly #running: Promise<void>;

  constructor(options: LoaderOptions) {
    this.#options = options;
    this.#received = options.now();
    this.#running = this.#run();
  }

  /** To be called when something was appended. */
  wake(): void {
    this.#wake();
  }

  /** Bytes of the log that wait, and seconds since what is loaded was received. */
  lag(): { readonly bytes: number; readonly seconds: number } {
    const bytes = this.#bytes();
    return { bytes, seconds: bytes === 0 ? 0 : Math.max(0, (this.#options.now() - this.#received) / 1000) };
  }

  /** Resolves when everything before `to` is loaded; does not wait for more to gather. */
  reached(to: Offset): Promise<void> {
    if ((this.#loaded ?? 0) >= to) return Promise.resolve();
    return new Promise(reached => {
      this.#waiting.push({ to, reached });
      this.#gathering.abort();
      this.#wake();
    });
  }

  /** Lets the running load finish. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#gathering.abort();
    this.#wake();
    await this.#running;
  }

  #bytes(): number {
    const { log } = this.#options;
    return this.#loaded === undefined ? log.bytes() : Math.max(0, log.end() - this.#loaded);
  }

  async #run(): Promise<void> {
    const { log, pause, logger } = this.#options;
    const { signal } = this.#closing;
    let failures = 0;
    while (!signal.aborted) {
      try {
        // The store is not even asked as long as there is nothing for it.
        if (log.end() > 0) this.#loaded ??= await this.#begin();
        if (log.end() > (this.#loaded ?? 0)) {
          await this.#gather();
          if (signal.aborted) return;
          await this.#loadBatch();
          failures = 0;
          this.#tell();
        } else {
          this.#tell();
          if (signal.aborted) return;
          const woken = new Promise<void>(resolve => {
            this.#wake = resolve;
          });
          // Nothing came between looking and listening: both are in one turn.
          await woken;
          this.#received = this.#options.now();
        }
      } catch (error) {
        this.counts.failures += 1;
        const ms = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** failures++);
        logger.error({ err: error, again_ms: ms }, 'events could not be loaded into the event store');
        await pause(ms, signal);
      }
    }
  }

  async #begin(): Promise<Offset> {
    const { store, log, logger } = this.#options;
    const loaded = await store.loadedTo();
    const end = log.end();
    if (loaded <= end) return loaded;
    // Offsets are given anew, so everything in the log is loaded; the store leaves out what it has.
    logger.warn(
      { loaded, end },
      'the event log was restored from an older copy than the event store: it is loaded from its start',
    );
    await store.moveTo(0);
    return 0;
  }

  async #gather(): Promise<void> {
    const { pause, busy } = this.#options;
    this.#gathering = new AbortController();
    const signal = AbortSignal.any([this.#gathering.signal, this.#closing.signal]);
    if (this.#waiting.length === 0 && (busy() || this.#bytes() < BATCH)) await pause(GATHER, signal);
  }

  #tell(): void {
    const loaded = this.#loaded ?? 0;
    for (const { to, reached } of this.#waiting) if (to <= loaded) reached();
    this.#waiting = this.#waiting.filter(({ to }) => to > loaded);
  }

  async #loadBatch(): Promise<void> {
    const { log, store, consents } = this.#options;
    const from = this.#loaded ?? 0;
    const { records, next } = await log.read(from, BATCH);
    const { events: taken, reports } = await this.#readOut(records);
    await consents.record(taken);
    const events = await consents.permitted(taken);
    const known = await store.load({ from, to: next, events, reports });
    this.#loaded = next;
    this.counts.events += events.length - known;
    this.counts.known += known;
    this.counts.reports += reports.length;
    this.counts.withdrawn += taken.length - events.length;
    const newest = taken.at(-1)?.received ?? reports.at(-1)?.received;
    if (newest !== undefined) this.#received = newest;
    await log.release(next);
  }

  async #readOut(records: readonly LogRecord[]) {
    const events: StoredEvent[] = [];
    const reports: StoredReport[] = [];
    for (const [index, { offset, bytes }] of records.entries()) {
      if (index % SLICE === SLICE - 1) await setImmediate();
      try {
        const read = readRecord(bytes);
        events.push(...read.events);
        reports.push(...read.reports);
      } catch (error) {
        // One bad record must not hold up all that follow.
        this.#options.logger.error({ err: error, offset }, 'a record of the event log makes no sense');
      }
    }
    return { events, reports };
  }
}
