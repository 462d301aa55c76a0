/** Counts of late, kept in memory and bounded: of this process alone, and gone when it ends. */

/** Names at most; the one that was counted longest ago is forgotten first. */
const NAMES = 100_000;

interface Count {
  /** Which window, counted from 1970. */
  window: number;
  now: number;
  before: number;
}

export interface Counters {
  add(name: string): void;
  /** How often in the last window, by the share of the window before that still lies within it. */
  count(name: string): number;
  forget(name: string): void;
}

/**
 * @param windowMs milliseconds after which a count is over
 * @param now milliseconds since 1970; where it is put back, counts that lie ahead are over
 * @param names how many are kept at most
 */
export const createCounters = (windowMs: number, now: () => number, names = NAMES): Counters => {
  const counts = new Map<string, Count>();

  const current = (name: string): Count | undefined => {
    const found = counts.get(name);
    if (!found) return undefined;
    const window = Math.floor(now() / windowMs);
    if (window === found.window) return found;
    if (window === found.window + 1) return { window, now: 0, before: found.now };
    return undefined;
  };

  return {
    add: name => {
      const at = Math.floor(now() / windowMs);
      const count = current(name) ?? { window: at, now: 0, before: 0 };
      // Last in the map's order.
      counts.delete(name);
      counts.set(name, { ...count, now: count.now + 1 });
      if (counts.size > names) {
        const [oldest] = counts.keys();
        if (oldest !== undefined) counts.delete(oldest);
      }
    },

    count: name => {
      const count = current(name);
      if (!count) return 0;
      const left = 1 - (now() % windowMs) / windowMs;
      return count.now + Math.floor(count.before * left);
    },

    forget: name => {
      counts.delete(name);
    },
  };
};
