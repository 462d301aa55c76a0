import type { Entry } from './entry.ts';

/**
 * Storage of events beyond the end of the page, shared by all tabs. The calls take effect in the order they are made
 * in. What is saved together is one record: a record for each event costs a page half as much again.
 */
export interface EventStore {
  /** Writes records, each over the one of its name; deletes those that have no entries. */
  readonly write: (
    records: readonly (readonly [name: string, entries: readonly Entry[]])[],
  ) => Promise<unknown>;
  /** All entries, in the order of their records' names: the oldest first. */
  readonly read: () => Promise<Entry[]>;
}
