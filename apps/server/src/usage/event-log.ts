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

/** Thrown by `append` where the log can't take more now (full disk, its own bound): nothing of the batch was kept. */
export class LogFull extends Error {}

export interface EventLog {
  /**
   * Keeps all of them or none.
   * @returns once they are durable; the offset of each.
   * @throws LogFull where there is no room; other errors are faults, and what was handed in may or may not be kept.
   */
  append(records: readonly Buffer[]): Promise<readonly Offset[]>;
  /**
   * Reads what is durable, in order, from an offset on.
   * @param limit bytes of records at most (one record at least)
   * @returns none where nothing stands there yet; `next` is where to go on
   */
  read(
    from: Offset,
    limit: number,
  ): Promise<{ readonly records: readonly LogRecord[]; readonly next: Offset }>;
  /** Where the next record will stand. */
  end(): Offset;
  /** Everything before `offset` is no longer needed and may be removed; what must stay for other reasons stays. */
  release(before: Offset): Promise<void>;
  /** Lets running appends finish. */
  close(): Promise<void>;
}
