/**
 * One busy hour of a part of the system, second by second: work arrives, machines work it off, one of them fails. It answers how many
 * machines a part needs, and nothing else: the time within a machine, the network and neighbours are not in it.
 */

/** A part whose machines share one queue. */
export interface Part {
  /** Seconds of processor time of one core for each unit of work, by what causes it. */
  readonly demands: readonly { readonly perSecond: number; readonly cost: number }[];
  /** Cores of one machine. */
  readonly cores: number;
  /** Share of the cores that work may take, before answers wait for one another. */
  readonly utilisation: number;
}

export interface Hour {
  /** Multiplies the arrivals of each second: a lesson begins, and everybody comes. */
  readonly load: (second: number) => number;
  /** Machines that are gone in this second. */
  readonly failed: (second: number) => number;
}

export interface Outcome {
  /** Seconds that the last work of a second waits, at most. */
  readonly longestWait: number;
  /** Share of the cores in use, on average. */
  readonly utilisation: number;
}

const HOUR = 3600;

/** Seconds of processor time that arrive in a second, on average. */
export const demandOf = ({ demands }: Pick<Part, 'demands'>): number =>
  demands.reduce((sum, { perSecond, cost }) => sum + perSecond * cost, 0);

export const simulate = (part: Part, machines: number, { load, failed }: Hour): Outcome => {
  const demand = demandOf(part);
  let [waiting, longestWait, done] = [0, 0, 0];
  for (let second = 0; second < HOUR; second += 1) {
    const capacity = Math.max(0, machines - failed(second)) * part.cores * part.utilisation;
    waiting += demand * load(second);
    const worked = Math.min(waiting, capacity);
    waiting -= worked;
    done += worked;
    longestWait = Math.max(longestWait, capacity > 0 ? waiting / capacity : Infinity);
  }
  return { longestWait, utilisation: done / (HOUR * machines * part.cores) };
};

/**
 * The fewest machines with which nothing waits longer than `wait` seconds in any of the hours, each with its own bound.
 * @throws RangeError where even ten thousand are too few
 */
export const machinesFor = (
  part: Part,
  hours: readonly { readonly hour: Hour; readonly wait: number }[],
): number => {
  for (let machines = 1; machines <= 10_000; machines += 1)
    if (hours.every(({ hour, wait }) => simulate(part, machines, hour).longestWait <= wait)) return machines;
  throw new RangeError('Ten thousand machines are too few.');
};
