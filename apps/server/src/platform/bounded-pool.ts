/** Bounds how many expensive tasks run at once, and how many wait. */
import { refuse } from './refusal.ts';

export interface BoundedPool {
  /**
   * Runs `task` as soon as fewer than `parallel` tasks run, in the order of the calls.
   * @throws the refusal TooBusy at once, without running `task`, if the queue is full
   */
  run<T>(task: () => Promise<T>): Promise<T>;
}

export interface BoundedPoolLimits {
  /** Tasks that run at once. */
  readonly parallel: number;
  /** Tasks that wait. */
  readonly queue: number;
  /** Tasks that one of the parallel places ends in a second, roughly; sets `retry_after` of the refusal. */
  readonly tasksPerSecond: number;
}

export const createBoundedPool = (limits: BoundedPoolLimits): BoundedPool => {
  let running = 0;
  const waiting: (() => void)[] = [];
  return {
    run: async task => {
      if (running < limits.parallel) {
        running += 1;
      } else {
        if (waiting.length >= limits.queue) {
          const seconds = Math.ceil(waiting.length / (limits.parallel * limits.tasksPerSecond));
          throw refuse('TooBusy', { data: { retry_after: Math.max(1, seconds) } });
        }
        // A task that ends hands its place over, so `running` stays as it is.
        await new Promise<void>(resolve => waiting.push(resolve));
      }
      try {
        return await task();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
};
