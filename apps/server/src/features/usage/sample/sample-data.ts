/** Puts sample data into the store, and takes it out again. */
import { setImmediate } from 'node:timers/promises';
import { refuse } from '../../../platform/refusal.ts';
import type { StoredReport } from '../../../events/record/stored-report.ts';
import type { StoredEvent } from '../../../events/record/stored-event.ts';
import { generateSample, type SampleOptions } from './generate.ts';

export interface SampleStore {
  loadSample(events: readonly StoredEvent[], reports: readonly StoredReport[]): Promise<number>;
  eraseSample(): Promise<number>;
}

/** Events that are loaded in one transaction. */
const BATCH = 10_000;

export interface SampleCounts {
  readonly events: number;
  readonly reports: number;
}

export class SampleData {
  readonly #store: SampleStore;
  readonly #now: () => number;
  #busy = false;

  /** @param now milliseconds since 1970 */
  constructor(store: SampleStore, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  /**
   * Takes out what was made before and makes it anew.
   * @throws Refusal TooBusy while another of these runs
   */
  make(options: Omit<SampleOptions, 'now'>): Promise<SampleCounts> {
    return this.#alone(async () => {
      await this.#store.eraseSample();
      let events: StoredEvent[] = [];
      let reports: StoredReport[] = [];
      const counts = { events: 0, reports: 0 };
      const load = async () => {
        await this.#store.loadSample(events, reports);
        counts.events += events.length;
        counts.reports += reports.length;
        [events, reports] = [[], []];
      };
      for (const part of generateSample({ ...options, now: this.#now() })) {
        events.push(...part.events);
        reports.push(...part.reports);
        if (events.length >= BATCH) await load();
        // A day takes some milliseconds; others are served in between.
        await setImmediate();
      }
      await load();
      return counts;
    });
  }

  /** @returns how many events were removed @throws Refusal TooBusy while another of these runs */
  remove(): Promise<number> {
    return this.#alone(() => this.#store.eraseSample());
  }

  async #alone<T>(work: () => Promise<T>): Promise<T> {
    if (this.#busy) {
      throw refuse('TooBusy', {
        message: 'Sample data is being made or removed now.',
        data: { retry_after: 10 },
      });
    }
    this.#busy = true;
    try {
      return await work();
    } finally {
      this.#busy = false;
    }
  }
}
