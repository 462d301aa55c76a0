/** Bounds how many expensive tasks run concurrently, and how many wait, with fair turns for those who ask. */
import { refuse } from './refusal.ts';

export interface BoundedPool {
  /**
   * Runs `task` as soon as fewer than `parallel` tasks run. The tasks of one source run in the order of the calls, and
   * sources that wait take turns, so that one with many tasks delays the others by one task each turn.
   * @param source who asks, e.g. the network of a request; absent: all are one source
   * @throws the refusal TooBusy, without running `task`, if the source's or the whole queue is full. A full queue makes
   * room for a source with fewer waiting tasks: the last task of the source with the most is refused instead.
   */
  run<T>(task: () => Promise<T>, source?: string): Promise<T>;
  load(): PoolLoad;
}

/** Counts of tasks. */
export interface PoolLoad {
  readonly running: number;
  readonly waiting: number;
}

export interface BoundedPoolLimits {
  /** Tasks that run concurrently. */
  readonly parallel: number;
  /** Tasks that wait. */
  readonly queue: number;
  /** Tasks of one source that wait; absent: as many as `queue`. */
  readonly perSource?: number;
  /** Tasks that one of the parallel places ends in a second, roughly; sets `retry_after` of the refusal. */
  readonly tasksPerSecond: number;
}

interface Waiting {
  readonly start: () => void;
  readonly refuse: (reason: Error) => void;
}

export const createBoundedPool = (limits: BoundedPoolLimits): BoundedPool => {
  const { parallel, queue, perSource = queue } = limits;
  let running = 0;
  let waiting = 0;
  /** The waiting tasks of each source; the source whose turn is next comes first. */
  const sources = new Map<string, Waiting[]>();

  const tooBusy = () => {
    const seconds = Math.ceil(waiting / (parallel * limits.tasksPerSecond));
    return refuse('TooBusy', { data: { retry_after: Math.max(1, seconds) } });
  };

  /** Refuses the last task of the source with the most waiting, if that is more than `count`. */
  const evictFor = (count: number): boolean => {
    let longest: [string, Waiting[]] | undefined;
    for (const entry of sources) if (entry[1].length > (longest?.[1].length ?? count)) longest = entry;
    if (!longest) return false;
    const [source, tasks] = longest;
    waiting -= 1;
    tasks.pop()?.refuse(tooBusy());
    if (tasks.length === 0) sources.delete(source);
    return true;
  };

  const wait = (source: string): Promise<void> => {
    const own = sources.get(source)?.length ?? 0;
    // The new task counts: a source that would have the most itself takes nobody's place.
    if (own >= perSource || (waiting >= queue && !evictFor(own + 1))) throw tooBusy();
    return new Promise((resolve, reject) => {
      const tasks = sources.get(source) ?? [];
      tasks.push({ start: resolve, refuse: reject });
      sources.set(source, tasks);
      waiting += 1;
    });
  };

  /** Hands the place of a task that ended over to the next one. */
  const next = (): void => {
    const [turn] = sources;
    if (!turn) {
      running -= 1;
      return;
    }
    const [source, tasks] = turn;
    const task = tasks.shift();
    waiting -= 1;
    // Behind the other sources.
    sources.delete(source);
    if (tasks.length > 0) sources.set(source, tasks);
    task?.start();
  };

  return {
    run: async (task, source = '') => {
      if (running < parallel) running += 1;
      else await wait(source);
      try {
        return await task();
      } finally {
        next();
      }
    },
    load: () => ({ running, waiting }),
  };
};
