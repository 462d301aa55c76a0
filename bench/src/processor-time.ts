/** Processor time of the server and of the database, as Linux counts it: on a busy machine it says more than rates do. */
import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds of a tick of `/proc`. */
const TICK = 10;

interface ProcessTimes {
  readonly parent: number;
  /** Milliseconds of its own. */
  readonly own: number;
  /** And of children that ended and were waited for. */
  readonly ms: number;
}

const timesOf = (pid: number): ProcessTimes | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field, the name, may contain anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = (...places: number[]) => places.reduce((sum, at) => sum + Number(fields[at]), 0);
    return { parent: Number(fields[1]), own: ticks(11, 12) * TICK, ms: ticks(11, 12, 13, 14) * TICK };
  } catch {
    // It ended meanwhile; its parent counts it then.
    return undefined;
  }
};

/** @returns milliseconds of processor time that a process took, its children apart; NaN where the system does not say it so */
export const ownProcessorTime = (pid: number | undefined): number =>
  (pid === undefined ? undefined : timesOf(pid)?.own) ?? Number.NaN;

/**
 * @param pids processes whose descendants count too
 * @returns milliseconds of processor time that all of them took since each began
 */
export const processorTime = (pids: readonly number[]): number => {
  const all = new Map<number, ProcessTimes>();
  for (const name of readdirSync('/proc')) {
    const times = /^\d+$/.test(name) ? timesOf(Number(name)) : undefined;
    if (times) all.set(Number(name), times);
  }
  const counted = (pid: number): boolean =>
    pids.includes(pid) || (all.has(pid) && pid > 1 && counted(all.get(pid)?.parent ?? 0));
  return [...all].reduce((sum, [pid, { ms }]) => (counted(pid) ? sum + ms : sum), 0);
};
