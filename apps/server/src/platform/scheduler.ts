/** Runs the jobs of the features at their intervals. */
import type { Logger } from 'pino';

export interface Job {
  /** Says in the log which job failed. */
  readonly name: string;
  /** Milliseconds between the starts of two runs. */
  readonly everyMs: number;
  /** Milliseconds before the first run; 0 unless given. */
  readonly firstMs?: number;
  /** @param at milliseconds since 1970 */
  run(at: number): Promise<unknown>;
}

export interface Scheduler {
  /** Stops the timers and waits for the jobs that run. */
  close(): Promise<void>;
}

/**
 * Starts the jobs. A job never overlaps with itself: a turn that comes while it runs is left out. A run that fails is
 * logged and repeated at the next turn.
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
