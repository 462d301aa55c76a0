import type { Entry } from './entry.ts';

/** Where events are kept beyond a page's life, shared by all tabs. The calls take effect in the order they are made in. */
export type EventStore = readonly [
  /** Writes all entries at once, over those of the same id. */
  put: (entries: readonly Entry[]) => Promise<unknown>,
  remove: (ids: readonly string[]) => Promise<unknown>,
  /** All entries, the oldest first. */
  read: () => Promise<Entry[]>,
];
