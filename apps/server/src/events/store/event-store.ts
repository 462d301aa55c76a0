/**
 * The event store: where queries are answered. A seam: DuckDB beside the server; ClickHouse can take its place. It is
 * loaded from the event log, off the path of the acknowledgement, and may lag behind it.
 */
import type { StoredReport } from '../record/stored-report.ts';
import type { Subject } from '../record/subject.ts';
import type { Offset } from '../log/event-log.ts';
import type { StoredEvent } from '../record/stored-event.ts';
import type { PeopleChange } from './people.ts';

/** Whose place in the log is meant. */
export interface PlaceOwner {
  /** The identity of the log; absent: of a log that has none. */
  readonly log?: string;
  /** The lease by which a loader owns the partition, where several may. */
  readonly lease?: number;
}

/** Milliseconds after an erasure within which the disk is cleared of it, a day of repeated failures included. */
export const CLEARED_WITHIN = 48 * 3_600_000;

export interface Batch {
  /** The log's identity: positions and blocks of one log are not those of another. Absent: of a log that has none. */
  readonly log?: string;
  /** The log's partition. */
  readonly partition: number;
  /**
   * The number of the lease by which the loader owns the partition, where several may; it grows with each owner. A store that shares
   * the installation with other loaders refuses a batch of an earlier lease.
   */
  readonly lease?: number;
  /** The batch holds what stands in the log from here … */
  readonly from: Offset;
  /** … up to here, exclusive. */
  readonly to: Offset;
  /** Of the log's records, so that other records at the same place are another block. */
  readonly digest?: string;
  readonly events: readonly StoredEvent[];
  readonly reports: readonly StoredReport[];
}

/** How far a partition of the log is loaded. */
export interface Position {
  /** The offset before which everything is loaded. */
  readonly loadedTo: Offset;
  /**
   * A batch that may be stored, in part or as a whole: exactly these records are to be loaded next. Absent where the store keeps batch
   * and position in one transaction.
   */
  readonly unfinished?: { readonly from: Offset; readonly to: Offset };
  /** The batch that ends at `loadedTo`, with its digest, where the store keeps it. */
  readonly last?: { readonly from: Offset; readonly digest: string };
}

export interface EventStore {
  /** @param log the log's identity */
  position(partition: number, log?: string): Promise<Position>;
  /**
   * Loads a batch and moves its partition's `loadedTo` on, so that a sudden end leaves both or neither, or the batch as `unfinished`. A
   * batch before `loadedTo` is not loaded again; an event whose id is
   * stored already, or stands in the batch before, is left out: each id counts once, as long as its event is kept. The id of an erased
   * event stays for 31 days.
   * @returns how many events were left out
   * @throws ContentError where an event or a report can't be stored for what it holds; nothing is loaded then. BatchGap where the batch
   * neither begins at `loadedTo` nor lies before it, LeaseLost where another loader owns the partition
   */
  load(batch: Batch): Promise<number>;
  /**
   * Loads a part of a batch, with the batch's range, that could not be loaded as a whole. `loadedTo` stays: the rest of the batch follows, and a `load` without
   * events moves it on. What is loaded again after a sudden end is left out, reports too.
   * @returns how many events were left out. @throws as `load`
   */
  loadPart(part: Batch): Promise<number>;
  /** Tries to store an event that every working store takes, and stores nothing. @throws if the store itself is at fault */
  check(): Promise<void>;
  /** The products that have events. */
  products(): Promise<readonly string[]>;
  /** Makes a partition's `loadedTo` another place, for a log that was restored from an older copy than the store. @throws LeaseLost */
  moveTo(partition: number, offset: Offset, owner?: PlaceOwner): Promise<void>;
  /**
   * Everything of a subject, oldest first, in pages.
   * @param after the id of the last event of the page before
   */
  eventsOf(subject: Subject, after: string | undefined, limit: number): Promise<readonly StoredEvent[]>;
  /**
   * Removes everything of a subject from every answer, from the sums and what is known of people too. From the disk it goes by `clear`, within `CLEARED_WITHIN`.
   * @returns how many events that were
   */
  erase(subject: Subject): Promise<number>;
  /** The number of the last change of what is known of people; 0 of a new store, and negative within a change of all. */
  peopleAt(): Promise<number>;
  /**
   * Changes what is known of people, in whole or not at all. `erase` removes a user from it, too.
   * @returns false where the store is not at `from`; nothing has changed then, and everybody has to come again
   */
  changePeople(change: PeopleChange): Promise<boolean>;
  /** Removes what `npm run sample` made, as `erase`. @returns how many events that were */
  eraseSample(): Promise<number>;
  /**
   * Clears from the disk what was erased, where it is time for that. Safe to be repeated after a failure or a kill.
   * @returns what was erased before then (ms since 1970) is gone from the disk, too
   * @throws Error in words for the operator where the disk has no room for it
   */
  clear(): Promise<number>;
  /** Rows older than this (milliseconds since 1970) go; rollups stay. */
  expire(before: number): Promise<void>;
  close(): Promise<void>;
}
