import type { Entry } from './entry.ts';

/** Where events are kept beyond a page's life, shared by all tabs. The calls take effect in the order they are made in. */
export type EventStore = readonly [
  /**
   * Writes all entries at once, over those of the same id. Where more would be kept than the store may hold, the
   * oldest are dropped; gives those.
   */
  put: (entries: readonly Entry[]) => Promise<Entry[]>,
  remove: (ids: readonly string[]) => Promise<void>,
  /** The oldest entries, at most `most`, of page lives that `alive` does not name. */
  leftovers: (alive: ReadonlySet<string | undefined>, most: number) => Promise<Entry[]>,
];
