/** Puts sample data into the store and the database, and takes it out again. */
import { setImmediate } from 'node:timers/promises';
import { refuse } from '../../../platform/refusal.ts';
import type { StoredReport } from '../../../events/record/stored-report.ts';
import type { StoredEvent } from '../../../events/record/stored-event.ts';
import { SAMPLE_PRODUCT } from './errors.ts';
import { generateSample, type SampleOptions } from './generate.ts';
import { type SamplePart, Sightings } from './parts.ts';
import { Seeded } from './random.ts';
import { makePupils, schoolDays } from './school.ts';

export interface SampleStore {
  loadSample(events: readonly StoredEvent[], reports: readonly StoredReport[]): Promise<number>;
  eraseSample(): Promise<number>;
}

/** Events that are loaded in one transaction. */
const BATCH = 10_000;

/** `events`, `reports`, and what the parts made. */
export type SampleCounts = Readonly<Record<string, number>>;

/** Runs `work` alone in the installation. @returns whether it ran */
export type Alone = (work: () => Promise<void>) => Promise<boolean>;

export class SampleData {
  readonly #store: SampleStore;
  readonly #parts: readonly SamplePart[];
  readonly #alone: Alone;
  readonly #now: () => number;

  /** @param parts.now milliseconds since 1970 */
  constructor(
    store: SampleStore,
    parts: { readonly parts?: readonly SamplePart[]; readonly alone: Alone; readonly now: () => number },
  ) {
    this.#store = store;
    this.#parts = parts.parts ?? [];
    this.#alone = parts.alone;
    this.#now = parts.now;
  }

  /**
   * Removes the earlier data and makes it again. What a kill leaves half made is marked, so that the next run or
   * removal tidies it.
   * @param signal ends it between two days or parts, which leaves it half made
   * @throws Refusal TooBusy while another of these runs; the signal's reason
   */
  make(options: Omit<SampleOptions, 'now'>, signal?: AbortSignal): Promise<SampleCounts> {
    return this.#run(async () => {
      await this.#removeAll();
      const now = this.#now();
      const sightings = new Sightings();
      let events: StoredEvent[] = [];
      let reports: StoredReport[] = [];
      const counts = { events: 0, reports: 0 };
      const load = async () => {
        await this.#store.loadSample(events, reports);
        counts.events += events.length;
        counts.reports += reports.length;
        [events, reports] = [[], []];
      };
      for (const part of generateSample({ ...options, now })) {
        events.push(...part.events);
        reports.push(...part.reports);
        sightings.add(part.reports);
        if (events.length >= BATCH) await load();
        // A day takes some milliseconds; others are served in between.
        await setImmediate();
        signal?.throwIfAborted();
      }
      await load();
      const { seed, days, pupils } = options;
      const school = {
        product: SAMPLE_PRODUCT,
        seed,
        now,
        days: schoolDays(now, days).map(({ start }) => start),
        pupils: makePupils(new Seeded(seed), pupils, days),
        sightings: sightings.errors,
        releases: sightings.releases,
      };
      const made: SampleCounts[] = [counts];
      for (const part of this.#parts) {
        signal?.throwIfAborted();
        made.push(await part.make(school));
      }
      return Object.assign({}, ...made) as SampleCounts;
    });
  }

  /** @returns how much was removed @throws Refusal TooBusy while another of these runs */
  remove(): Promise<SampleCounts> {
    return this.#run(() => this.#removeAll());
  }

  async #removeAll(): Promise<SampleCounts> {
    const removed: SampleCounts[] = [{ events: await this.#store.eraseSample() }];
    for (const part of this.#parts) removed.push(await part.remove());
    return Object.assign({}, ...removed) as SampleCounts;
  }

  async #run(work: () => Promise<SampleCounts>): Promise<SampleCounts> {
    let counts: SampleCounts = {};
    const ran = await this.#alone(async () => {
      counts = await work();
    });
    if (ran) return counts;
    throw refuse('TooBusy', {
      message: 'Sample data is being made or removed now.',
      data: { retry_after: 10 },
    });
  }
}
