/**
 * Records whose content cannot be stored, each with its reason and time. They are not counted, are shown to operators, and are deleted
 * after 30 days. A seam: files of one process, or a table that several share.
 */
import type { StoredEvent } from '../record/stored-event.ts';
import type { StoredReport } from '../record/stored-report.ts';
import type { Subject } from '../record/subject.ts';

const DAY = 86_400_000;
/** Milliseconds that a record is kept. */
const KEPT = 30 * DAY;

/** One record: an event, a report, or the text of a record of the event log that can't be parsed. */
export type Quarantined =
  | { readonly event: StoredEvent }
  | { readonly report: StoredReport }
  | { readonly text: string };
/** A quarantined record. */
export type Rejected = Quarantined & { readonly reason: string };
export type QuarantineEntry = Rejected & {
  /** Milliseconds since 1970. */
  readonly at: number;
};
/** Where an entry is: its day (`2026-11-22`), and a number that grows within it. */
export interface Place {
  readonly day: string;
  readonly offset: number;
}

export interface QuarantineLimits {
  readonly bytes: number;
  readonly records: number;
}
/** Limits of the quarantine. Records beyond are counted and dropped: the first ones show the cause. */
export const LIMITS: QuarantineLimits = { bytes: 64 * 2 ** 20, records: 50_000 };

export interface Quarantine {
  /** Records that this process quarantined since its start, and those dropped beyond the limits. */
  readonly records: number;
  readonly dropped: number;
  /** Adds records. Resolves once they are durable. @returns how many were dropped, as the quarantine is full */
  add(entries: readonly Rejected[]): Promise<number>;
  /**
   * The newest records, and how many there are in all.
   * @param before lists the records before that one
   */
  list(
    limit: number,
    before?: Place,
  ): Promise<{ readonly total: number; readonly entries: readonly (QuarantineEntry & { place: Place })[] }>;
  /** Removes the records of a subject. @returns how many that were */
  erase(subject: Subject): Promise<number>;
  /** Deletes the records of days (UTC) that are over for 30 days. @param now milliseconds since 1970 */
  expire(now: number): Promise<void>;
}

/** The day (UTC) of a time. */
export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** The first day that is still kept. @param now milliseconds since 1970 */
export const oldestDay = (now: number): string => dayOf(now - KEPT);
