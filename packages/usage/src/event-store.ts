import type { Entry } from './queue.ts';

/** An entry in the store, with the page life that it belongs to. */
export type StoredEntry = Entry & { readonly owner: string };

/** Where events are kept beyond a page's life, shared by all tabs. The calls take effect in the order they are made in. */
export interface EventStore {
  /**
   * Writes all entries at once, over those of the same id. Where more would be kept than the store may hold, the
   * oldest are dropped.
   *
   * @returns those dropped
   */
  put(entries: readonly StoredEntry[]): Promise<StoredEntry[]>;
  delete(ids: readonly string[]): Promise<void>;
  /** The oldest entries, at most `most`, of page lives that `alive` does not name. */
  leftovers(alive: ReadonlySet<string | undefined>, most: number): Promise<StoredEntry[]>;
}
