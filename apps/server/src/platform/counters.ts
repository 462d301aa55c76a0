/** Sliding-window counters in this process's memory, bounded in number. */

/** Default maximum of names; the least recently counted one is evicted. */
const NAMES = 100_000;

interface Count {
  /** Number of the window since 1970. */
  window: number;
  now: number;
  before: number;
}

interface Counters {
  add(name: string): void;
  /** Count in the last `windowMs`, interpolated from the current and the previous window. */
  count(name: string): number;
  forget(name: string): void;
}

/**
 * @param windowMs length of the window in ms
 * @param now milliseconds since 1970; counts that lie in the future after a clock change are ignored
 * @param names maximum number of names
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
      // Moves the name to the end of the map's order.
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
