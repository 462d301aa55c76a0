/**
 * Runs exports, one at a time, and erasures, which wait for the loader together. One that a crash interrupted resumes at its last step.
 * Of several processes each claims jobs of its own, and takes over those of one that died.
 */
import { setMaxListeners } from 'node:events';
import type { Logger } from 'pino';
import type { Consents } from '../../../events/loader/consents.ts';
import { type EventLog, type LogMark, markOf, ofPartitions } from '../../../events/log/event-log.ts';
import type { EventStore } from '../../../events/store/event-store.ts';
import type { Quarantine } from '../../../events/loader/quarantine.ts';
import type { Loaders } from '../../../events/loader/loaders.ts';
import { idTime } from '../../../events/record/event-time.ts';
import type { NightlyExport } from '../nightly/nightly-export.ts';
import type { ExportFiles } from './export-files.ts';
import { RENEW_EVERY } from '../../../platform/jobs/job-leases.ts';
import { stoppedWithin } from '../../../platform/jobs/stopped-within.ts';
import { type Job, JobCancelled, type Jobs, JobTaken, jobSubject } from './jobs.ts';

/** Events in one page of an export. */
const PAGE = 1_000;
/** Changes of consent that an export lists. */
const CHANGES = 10_000;
/** Interval in ms at which the table is polled; a request of the same process polls it immediately. */
const LOOK_EVERY = 5_000;
/** Delay in ms after a failure; it doubles with each failure up to the longest. */
const FIRST_PAUSE = 5_000;
const LONGEST_PAUSE = 60_000;
/** Milliseconds to wait for the loader before the job is postponed; a rewrite of the store's file holds it up. */
const LOADED_WITHIN = { export: 60_000, erasure: 900_000 } as const;
/** Erasures that run concurrently: they wait for the loader together. */
const ERASURES = 16;
/** Expired exports that are read at a time. */
const TIDIED = 100;

export interface RunnerOptions {
  readonly jobs: Jobs;
  readonly files: ExportFiles;
  readonly log: Pick<EventLog, 'identity' | 'partitions' | 'partition'>;
  readonly store: Pick<EventStore, 'eventsOf' | 'erase'>;
  readonly loaders: Pick<Loaders, 'reached'>;
  readonly consents: Pick<Consents, 'historyOf' | 'erase'>;
  readonly quarantine: Pick<Quarantine, 'erase'>;
  /** Has the event store told again what it may know of an account, which goes on after an erasure. */
  readonly tellAgain: (user: string) => Promise<void>;
  readonly now: () => number;
  readonly logger: Pick<Logger, 'info' | 'error'>;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

export class JobRunner {
  readonly #options: RunnerOptions;
  readonly #closing = new AbortController();
  #waiting = new AbortController();
  readonly #working = new Map<string, { readonly kind: Job['kind']; readonly ended: Promise<void> }>();
  readonly #running: Promise<void>;
  #taking: Promise<void> = Promise.resolve();

  constructor(options: RunnerOptions) {
    this.#options = options;
    // Each job that waits for the loader listens.
    setMaxListeners(0, this.#closing.signal);
    this.#running = this.#run();
  }

  /** To be called when a job was requested. */
  wake(): void {
    this.#waiting.abort();
  }

  /**
   * Waits for the running step, but not for one that takes long, such as an erasure in many rows: each can be repeated. The job resumes in
   * another process or at the next start.
   */
  async close(): Promise<void> {
    const { jobs, logger, pause } = this.#options;
    this.#closing.abort();
    this.#waiting.abort();
    await stoppedWithin(this.#running, pause);
    // What is being taken now would be held until its lease ends.
    await this.#taking.catch(() => undefined);
    await jobs
      .release()
      .catch((error: unknown) => logger.error({ err: error }, 'a lease could not be given up'));
  }

  async #run(): Promise<void> {
    const { pause } = this.#options;
    const { signal } = this.#closing;
    while (!signal.aborted) {
      this.#waiting = new AbortController();
      try {
        this.#taking = this.#begin();
        await this.#taking;
      } catch (error) {
        this.#say(error);
      }
      if (!signal.aborted) await pause(LOOK_EVERY, this.#waiting.signal);
    }
    await Promise.all([...this.#working.values()].map(({ ended }) => ended));
  }

  /** Begins the jobs that there are, as far as there is room; the end of one wakes the loop. */
  async #begin(): Promise<void> {
    const { jobs } = this.#options;
    for (let kinds = this.#room(); kinds.length > 0 && !this.#closing.signal.aborted; kinds = this.#room()) {
      const job = await jobs.take(kinds);
      if (!job || this.#closing.signal.aborted) return;
      // Its lease ran out here, where it is worked on still; it goes on with the new one.
      if (this.#working.has(job.id)) continue;
      const ended = this.#workLeased(job)
        .catch((error: unknown) => this.#say(error))
        .finally(() => {
          this.#working.delete(job.id);
          this.wake();
        });
      this.#working.set(job.id, { kind: job.kind, ended });
    }
  }

  /** The kinds of which another job may begin. */
  #room(): readonly Job['kind'][] {
    const count = (kind: Job['kind']) => [...this.#working.values()].filter(job => job.kind === kind).length;
    return [
      ...(count('export') === 0 ? (['export'] as const) : []),
      ...(count('erasure') < ERASURES ? (['erasure'] as const) : []),
    ];
  }

  #say(error: unknown): void {
    // What it works with is closed by now.
    if (!this.#closing.signal.aborted)
      this.#options.logger.error({ err: error }, 'exports and erasures cannot be worked on now');
  }

  async #workLeased(job: Job): Promise<void> {
    const over = new AbortController();
    const renewing = this.#renew(job, over.signal);
    try {
      await this.#work(job);
    } finally {
      over.abort();
      await renewing;
    }
  }

  /** Renews the lease while a step takes long; a step of a job that was taken over ends by itself. */
  async #renew(job: Job, over: AbortSignal): Promise<void> {
    const { jobs, logger, pause } = this.#options;
    for (;;) {
      await pause(RENEW_EVERY, over);
      if (over.aborted) return;
      try {
        // Not held where another process has it, from which it may come back.
        await jobs.renew(job.id);
      } catch (error) {
        logger.error({ err: error, job: job.id }, 'the lease of a job could not be renewed');
      }
    }
  }

  async #work(job: Job): Promise<void> {
    const { jobs, files, logger } = this.#options;
    try {
      if (job.kind === 'export') await this.#export(job);
      else await this.#erase(job);
      logger.info({ job: job.id, kind: job.kind }, 'done with what was reported by somebody');
    } catch (error) {
      if (this.#closing.signal.aborted && !(error instanceof JobCancelled)) return;
      if (error instanceof JobTaken) {
        logger.info({ job: job.id, kind: job.kind }, 'another process has taken over a job');
        return;
      }
      if (error instanceof JobCancelled) {
        await files.remove(job.id);
        await jobs.finish(job.id, 'cancelled');
        return;
      }
      const ms = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (job.tries - 1));
      logger.error({ err: error, job: job.id, kind: job.kind, again_ms: ms }, 'a job failed');
      await jobs.putOff(job.id, ms);
    }
  }

  /** Saves the progress after a step. @throws if the job was cancelled */
  async #step(job: Job, progress: Parameters<Jobs['step']>[1]): Promise<void> {
    await this.#options.jobs.step(job.id, progress);
    if (this.#closing.signal.aborted) throw new Error('The server stops.');
  }

  /** Waits until the store has every record of the log before a place. @throws LogRestored where the log is another one by now */
  async #loaded(mark: LogMark, kind: Job['kind']): Promise<void> {
    const { loaders, pause } = this.#options;
    this.#closing.signal.throwIfAborted();
    const over = new AbortController();
    const stop = () => over.abort();
    this.#closing.signal.addEventListener('abort', stop);
    const late = pause(LOADED_WITHIN[kind], over.signal).then(() => {
      throw new Error('The event store lags behind.');
    });
    const reached = loaders.reached(mark, over.signal);
    try {
      await Promise.race([reached, late]);
    } finally {
      this.#closing.signal.removeEventListener('abort', stop);
      for (const left of [reached, late]) left.catch(() => undefined);
      over.abort();
    }
  }

  async #export(job: Job): Promise<void> {
    const { store, consents, files, jobs, log } = this.#options;
    const subject = jobSubject(job);
    await this.#loaded(await markOf(log, partition => partition.end()), job.kind);
    let { bytes, events, reached } = job;
    // The disk was restored to an older state: the export starts again.
    if (bytes === 0 || (await files.size(job.id)) < bytes) {
      const head = { export: 'rollcall-usage', version: 1, subject, at: job.created_at.toISOString() };
      const history = await consents.historyOf(subject, CHANGES, true);
      bytes = await files.add(job.id, 0, [head, ...history.map(consent => ({ consent }))]);
      events = 0;
      reached = null;
      await this.#step(job, { bytes, events, reached });
    }
    let first: string | undefined;
    for (;;) {
      const page = await store.eventsOf(subject, reached ?? undefined, PAGE);
      const last = page.at(-1);
      if (!last) break;
      first ??= page[0]?.id;
      bytes = await files.add(
        job.id,
        bytes,
        page.map(event => ({ event })),
      );
      events += page.length;
      reached = last.id;
      await this.#step(job, { bytes, events, reached, share: this.#shareOf(first ?? last.id, last.id) });
    }
    await files.finish(job.id, bytes);
    await jobs.finish(job.id, 'done', { events, bytes });
  }

  /** An estimate: events are not counted beforehand, but their ids begin with a time, and they come in its order. */
  #shareOf(first: string, last: string): number {
    const begun = idTime(first);
    const share = (idTime(last) - begun) / Math.max(1, this.#options.now() - begun);
    return Math.min(0.99, Math.max(0, share));
  }

  /**
   * Erases what was reported before the log is rolled. Each step can be repeated: a job that was interrupted begins
   * again, with later offsets.
   */
  async #erase(job: Job): Promise<void> {
    const { store, consents, quarantine, files, jobs, log, tellAgain } = this.#options;
    const subject = jobSubject(job);
    await this.#step(job, { share: 0 });
    const mark = await markOf(log, partition => partition.roll());
    await this.#loaded(mark, job.kind);
    await this.#step(job, { share: 0.3 });
    await consents.erase(subject);
    for (const other of await jobs.exportsOf(subject)) {
      await files.remove(other.id);
      if (other.state === 'done') await jobs.expire(other.id);
    }
    await quarantine.erase(subject);
    await this.#step(job, { share: 0.6 });
    const events = job.events + (await store.erase(subject));
    // A retry finds no events in the store, so their number is saved immediately.
    await jobs.save(job.id, { events, share: 0.9 });
    if ('user' in subject) await tellAgain(subject.user);
    await ofPartitions(log, (partition, number) => partition.release(mark.offsets[number] ?? 0, mark.log));
    await jobs.finish(job.id, 'done', { events });
  }
}

/**
 * Clears erased events from the disk, where the store says that it is time, and notes which erasures are gone from it.
 * @param nightly where events are exported every night: an erasure is gone once its days were written without it
 */
export const clearErased = async (
  jobs: Pick<Jobs, 'cleared'>,
  store: Pick<EventStore, 'clear'>,
  nightly?: Pick<NightlyExport, 'clearedTo'>,
): Promise<void> => {
  const cleared = await store.clear();
  await jobs.cleared(nightly ? Math.min(cleared, await nightly.clearedTo()) : cleared);
};

/** Removes the files of exports that are over, and forgets old jobs. */
export const tidyJobs = async ({ jobs, files }: Pick<RunnerOptions, 'jobs' | 'files'>): Promise<void> => {
  for (let more = true; more; ) {
    const overdue = await jobs.overdue(TIDIED);
    for (const job of overdue) {
      await files.remove(job.id);
      await jobs.expire(job.id);
    }
    more = overdue.length === TIDIED;
  }
  await jobs.deleteOld();
};
