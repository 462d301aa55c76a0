/**
 * The event log: where what was reported becomes durable before it is acknowledged. A seam: the embedded one keeps
 * segments of a folder; a message stream can take its place. Records are opaque here.
 */

/** Says where a record stands in the log; grows with each record, and is never given twice. */
export type Offset = number;

export interface LogRecord {
  readonly offset: Offset;
  readonly bytes: Buffer;
}

/** A record to append: whole, or in pieces that stand one behind the other, which saves a copy. */
export type NewRecord = Buffer | readonly Buffer[];

export const recordLength = (record: NewRecord): number =>
  Buffer.isBuffer(record) ? record.length : record.reduce((sum, piece) => sum + piece.length, 0);

/** Thrown by `append` where the log can't take more now (full disk, its own bound): nothing of the batch was kept. */
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
   * @returns once they are durable; where to go on reading behind them.
   * @throws LogFull where there is no room; other errors are faults. Either way nothing is kept, but where the process
   *   ends before it could be taken back: then the next start may find it.
   */
  append(records: readonly NewRecord[]): Promise<Offset>;
  /**
   * Reads what is durable, in order, from an offset on.
   * @param limit bytes of records, about; whole appends are read, one at least
   * @returns none where nothing stands there yet; `next` is where to go on
   */
  read(
    from: Offset,
    limit: number,
  ): Promise<{ readonly records: readonly LogRecord[]; readonly next: Offset }>;
  /** Behind the last durable record. */
  end(): Offset;
  /** Bytes that it keeps. */
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
