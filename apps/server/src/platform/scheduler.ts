/** Runs the features' jobs at their intervals. */
import type { Logger } from 'pino';

export interface Job {
  /** Name in log lines. */
  readonly name: string;
  /** Interval between the starts of two runs in ms. */
  readonly everyMs: number;
  /** Delay of the first run in ms; default 0. */
  readonly firstMs?: number;
  /** @param at milliseconds since 1970 */
  run(at: number): Promise<unknown>;
}

export interface Scheduler {
  /** Stops the timers and waits for running jobs. */
  close(): Promise<void>;
}

/**
 * Starts the jobs. A job never overlaps with itself: runs that fall due while it runs are skipped. A failed run is logged;
 * the next one is at the next interval.
 */
export const startScheduler = (deps: {
  readonly jobs: readonly Job[];
  readonly now: () => number;
  readonly log: Pick<Logger, 'warn'>;
}): Scheduler => {
  const running = new Map<Job, Promise<void>>();
  const run = (job: Job): void => {
    if (running.has(job)) return;
    const work = async () => {
      try {
        await job.run(deps.now());
      } catch (error) {
        deps.log.warn({ err: error, job: job.name }, 'a job failed; it is run again at its next turn');
      } finally {
        running.delete(job);
      }
    };
    running.set(job, work());
  };
  const timers = new Set<NodeJS.Timeout>();
  for (const job of deps.jobs) {
    const begin = () => {
      run(job);
      timers.add(setInterval(() => run(job), job.everyMs).unref());
    };
    if (job.firstMs) timers.add(setTimeout(begin, job.firstMs).unref());
    else begin();
  }
  return {
    close: async () => {
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(running.values());
    },
  };
};
