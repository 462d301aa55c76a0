/**
 * The event log: reported events become durable here before they are acknowledged. An interface, as tests have an implementation in
 * memory; a message stream could be another. Records are opaque here.
 */

/** The position of a record in the log; grows with each record and is never reused. */
export type Offset = number;

export interface LogRecord {
  readonly offset: Offset;
  readonly bytes: Buffer;
}

/** A record to append: whole, or in consecutive pieces, which saves a copy. */
export type NewRecord = Buffer | readonly Buffer[];

export const recordLength = (record: NewRecord): number =>
  Buffer.isBuffer(record) ? record.length : record.reduce((sum, piece) => sum + piece.length, 0);

/** Thrown by `append` if the disk or the log is full: nothing of the batch was kept. */
export class LogFull extends Error {
  override readonly name = 'LogFull';
}

/** Bytes of one record at most. */
export const LONGEST_RECORD = 1024 * 1024;
/** Bytes of the records of one append at most. */
export const LONGEST_APPEND = 4 * 1024 * 1024;

export interface EventLog {
  /**
   * Keeps all of them or none.
   * @returns once they are durable, the offset after them
   * @throws LogFull if the disk or the log is full; other errors are faults. Nothing is kept then, unless the process ends
   * before the write was undone: the next start may find it.
   */
  append(records: readonly NewRecord[]): Promise<Offset>;
  /**
   * Reads what is durable, in order, from an offset on.
   * @param limit bytes of records, about; whole appends are read, one at least
   * @returns no records if there are none yet; `next` is where to continue
   */
  read(
    from: Offset,
    limit: number,
  ): Promise<{ readonly records: readonly LogRecord[]; readonly next: Offset }>;
  /** Behind the last durable record. */
  end(): Offset;
  /** Bytes of all segments. */
  bytes(): number;
  /**
   * Removes sealed segments that end at `before` or earlier; records of other segments may stay.
   * @returns once the removal is durable
   */
  release(before: Offset): Promise<void>;
  /**
   * Seals the segment that is being written and opens an empty one, so that `release` can remove every record before.
   * @returns the offset before which all records are in sealed segments; acknowledged appends are before it
   * @throws LogFull where the disk has no room for a new file; a later call tries again
   */
  roll(): Promise<Offset>;
  /** Lets running appends finish. */
  close(): Promise<void>;
}
