/** Runs the features' jobs at their intervals: those of a process in each, those of the installation in one of all processes. */
import { setMaxListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { tracedApart } from '../tracing.ts';
import { type ClaimedRun, type JobLeases, RENEW_EVERY } from './job-leases.ts';
import { stoppedWithin } from './stopped-within.ts';

export interface Job {
  /** Name in log lines and in the table of leases; of one job. */
  readonly name: string;
  /** Interval between the starts of two runs in ms. */
  readonly everyMs: number;
  /** Delay of the first run in ms; default 0. Of a job of the installation: of its very first. */
  readonly firstMs?: number;
  /**
   * `installation`: once at each interval, however many processes there are. `process`: in each, for what it has in memory, or for
   * rows that are claimed one by one.
   */
  readonly scope: 'installation' | 'process';
  /**
   * Safe to be run twice: a process that hangs for longer than its lease goes on beside the one that took over.
   * @param at milliseconds since 1970
   * @param closing aborted once the process begins to end: a long run stops where the next one can go on
   */
  run(at: number, closing?: AbortSignal): Promise<unknown>;
}

export interface Scheduler {
  /** Begins no run any more, and tells those that are under way. */
  stop(): void;
  /** Stops, and waits for running jobs, but not for one that takes long, such as one that waits for an erasure: each can be repeated. */
  close(): Promise<void>;
}

export interface SchedulerParts {
  readonly jobs: readonly Job[];
  readonly leases: JobLeases;
  readonly now: () => number;
  readonly log: Pick<Logger, 'warn'>;
  /** Resolves after so many milliseconds, or immediately when the signal says so; it never rejects. A test holds it. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Milliseconds until the next look after the database failed, at most. */
const AFTER_FAILURE = 10_000;

const pauseFor = (ms: number, signal: AbortSignal): Promise<void> =>
  wait(ms, undefined, { signal, ref: false }).catch(() => undefined);

/**
 * Starts the jobs. A job never overlaps with itself: runs that fall due while it runs are skipped. A failed run is logged;
 * the next one is at the next interval.
 */
export const startScheduler = (parts: SchedulerParts): Scheduler => {
  const { jobs, leases, now, log, pause = pauseFor } = parts;
  const closing = new AbortController();
  // Each job listens to it.
  setMaxListeners(0, closing.signal);

  /** @returns whether it failed */
  const run = async (job: Job): Promise<boolean> => {
    try {
      await tracedApart(`job ${job.name}`, {}, () => job.run(now(), closing.signal));
      return false;
    } catch (error) {
      log.warn({ err: error, job: job.name }, 'a job failed; it is run again at its next turn');
      return true;
    }
  };

  const repeat = async (job: Job): Promise<void> => {
    if (job.firstMs) await pause(job.firstMs, closing.signal);
    while (!closing.signal.aborted) {
      const began = performance.now();
      await run(job);
      const took = performance.now() - began;
      await pause(job.everyMs - (took % job.everyMs), closing.signal);
    }
  };

  const runLeased = async (job: Job, claim: ClaimedRun): Promise<number> => {
    const over = new AbortController();
    const renewing = renew(job, claim, over.signal);
    const failed = await run(job);
    over.abort();
    await renewing;
    return finish(job, claim, failed);
  };

  /** Tried again while the database is away: without its end recorded the run would be repeated after the lease. */
  const finish = async (job: Job, claim: ClaimedRun, failed: boolean): Promise<number> => {
    for (;;) {
      try {
        return await claim.finish(failed);
      } catch (error) {
        if (closing.signal.aborted) throw error;
        log.warn({ err: error, job: job.name }, 'the end of a job could not be recorded');
        await pause(AFTER_FAILURE, closing.signal);
      }
    }
  };

  const renew = async (job: Job, claim: ClaimedRun, over: AbortSignal): Promise<void> => {
    for (;;) {
      await pause(RENEW_EVERY, over);
      if (over.aborted) return;
      try {
        if (await claim.renew()) continue;
        log.warn({ job: job.name }, 'a job ran for longer than its lease, and another process took it over');
        return;
      } catch (error) {
        log.warn({ err: error, job: job.name }, 'the lease of a job could not be renewed');
      }
    }
  };

  /** @returns milliseconds until the next look */
  const look = async (job: Job): Promise<number> => {
    try {
      const claim = await leases.claim(job);
      return 'waitMs' in claim ? claim.waitMs : await runLeased(job, claim);
    } catch (error) {
      log.warn({ err: error, job: job.name }, 'the lease of a job could not be read');
      return Math.min(job.everyMs, AFTER_FAILURE);
    }
  };

  const repeatLeased = async (job: Job): Promise<void> => {
    while (!closing.signal.aborted) await pause(Math.min(await look(job), job.everyMs), closing.signal);
  };

  const running = jobs.map(job => (job.scope === 'process' ? repeat(job) : repeatLeased(job)));
  const stop = () => closing.abort();
  return {
    stop,
    close: () => {
      stop();
      return stoppedWithin(Promise.all(running), pause);
    },
  };
};
