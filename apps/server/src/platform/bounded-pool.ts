import { refuse } from '../platform/refusal.ts';

export interface HashingPool {
  /**
   * Runs `task` when a place is free, in the order of asking.
   * @throws the refusal TooBusy at once, when the queue is full: nothing was run.
   */
  run<T>(task: () => Promise<T>): Promise<T>;
}

/** Tasks that one place finishes in a second, roughly: only to tell how long to wait. */
const TASKS_A_SECOND = 20;

/**
 * Bounds how many hashings run and how many wait: each takes 19 MiB and a whole core, and a flood of sign-ins must
 * end in quick refusals, not in a server without answers.
 */
export const createHashingPool = (limits: {
  readonly parallel: number;
  readonly queue: number;
}): HashingPool => {
  let running = 0;
  const waiting: (() => void)[] = [];
  return {
    run: async task => {
      if (running < limits.parallel) {
        running += 1;
      } else {
        if (waiting.length >= limits.queue) {
          const seconds = Math.ceil(waiting.length / (limits.parallel * TASKS_A_SECOND));
          throw refuse('TooBusy', { data: { retry_after: Math.max(1, seconds) } });
        }
        // A hashing that ends hands its place over, so `running` stays as it is.
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
