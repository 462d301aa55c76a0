/**
 * The event log: reported events become durable here before they are acknowledged. A seam: files beside the server, or a JetStream
 * stream for several servers. It has one or more partitions, each with an order and offsets of its own; a key decides where an append
 * goes, so that what one device reports stays in order. Records are opaque here.
 */
import { crc32 } from 'node:zlib';

/** The position of a record in its partition; grows with each record and is never reused. */
export type Offset = number;

export interface LogRecord {
  readonly offset: Offset;
  readonly bytes: Buffer;
}

/** A record to append: whole, or in consecutive pieces, which saves a copy. */
export type NewRecord = Buffer | readonly Buffer[];

export const recordLength = (record: NewRecord): number =>
  Buffer.isBuffer(record) ? record.length : record.reduce((sum, piece) => sum + piece.length, 0);

/** Thrown by `append` if the disk or the log is full, or cannot be reached now: nothing of the batch was acknowledged. */
export class LogFull extends Error {
  override readonly name = 'LogFull';
}

/**
 * Thrown by a partition that is asked for an offset beyond all that it ever had: the log was restored from an older
 * copy than whatever remembers that offset, or recreated.
 */
export class LogRestored extends Error {
  override readonly name = 'LogRestored';
}

/** Bytes of one record at most. */
export const LONGEST_RECORD = 1024 * 1024;
/** Bytes of the records of one append at most. */
export const LONGEST_APPEND = 4 * 1024 * 1024;

export interface LogPartition {
  /**
   * Of the log: another one where it was recreated, or is another folder or stream. Offsets of one log mean nothing
   * in another.
   * @throws Error while whatever keeps the log was never reached
   */
  identity(): Promise<string>;
  /**
   * Reads what is durable, in order, from an offset on.
   * @param limit bytes of records, about; whole appends are read, one at least
   * @param to with it, exactly the records before this offset are read, whatever the limit; where a batch ended, which is there
   * @returns no records if there are none yet; `next` is where to continue
   * @throws LogRestored where `from` is beyond the log, or the log was recreated
   */
  read(
    from: Offset,
    limit: number,
    to?: Offset,
  ): Promise<{ readonly records: readonly LogRecord[]; readonly next: Offset }>;
  /**
   * Bytes of the records from an offset on; an estimate, and 0 only where a read finds nothing now; what arrives later wakes.
   * @throws LogRestored where `from` is beyond the log
   */
  bytesAfter(from: Offset): Promise<number>;
  /**
   * Whether the log still has what a loader read of it, asked before it goes on: a log that was put back from an older copy, or lost
   * its end in a power cut, gives the same offsets to other records, which would be taken for loaded.
   * @param loadedTo everything before it was loaded
   * @param readTo everything before it was read, and what is behind `loadedTo` is read again
   * @returns where to read again, unless what stands from there on is what was loaded last; undefined: nothing was lost
   */
  rereadFrom(loadedTo: Offset, readTo: Offset): Promise<Offset | undefined>;
  /** Behind the last durable record: what was acknowledged is before it. 0 where the partition is empty and may never have had a record. */
  end(): Promise<Offset>;
  /**
   * Makes every record that is there removable by `release`.
   * @returns the offset before which these are; acknowledged appends are before it
   * @throws LogFull where there is no room to do so; a later call tries again
   */
  roll(): Promise<Offset>;
  /**
   * Removes records before an offset; some of them may stay until the next roll.
   * @param log the identity of the log that the offset is of; absent: of this one, however often it was recreated
   * @returns once the removal is durable
   * @throws LogRestored where the log is another one: nothing is removed
   */
  release(before: Offset, log?: string): Promise<void>;
  /**
   * Calls `wake` when there may be more to read. @returns ends that
   */
  onAppend(wake: () => void): () => void;
  /** Gives up what is read ahead, as nobody is going to read on; a later read begins again. */
  stopReading(): void;
}

export interface EventLog {
  /** As each partition says it. */
  identity(): Promise<string>;
  /** How many partitions there are, at least 1: numbered from 0. */
  readonly partitions: number;
  /** False while whatever keeps the log can't be reached. */
  readonly available: boolean;
  /** Resolves once the log was reached for the first time. @throws Error if it is closed before */
  connected(): Promise<void>;
  /**
   * Keeps all of them or none.
   * @param key appends of the same key keep their order
   * @returns once they are durable, the offset after them, in the partition of the key
   * @throws LogFull if the disk or the log is full; other errors are faults. Nothing is kept then, unless the process or a connection
   * ended before the outcome was known: it may be found later.
   */
  append(records: readonly NewRecord[], key: string): Promise<Offset>;
  /** @throws RangeError where there is none of that number */
  partition(number: number): LogPartition;
  /** Bytes that the log takes. */
  bytes(): Promise<number>;
  /** Lets running appends finish. */
  close(): Promise<void>;
}

/** What `of` says of each partition, in their order. */
export const ofPartitions = <T>(
  log: Pick<EventLog, 'partitions' | 'partition'>,
  of: (partition: LogPartition, number: number) => Promise<T>,
): Promise<T[]> =>
  Promise.all(Array.from({ length: log.partitions }, (_, number) => of(log.partition(number), number)));

/** A place in every partition of one log. */
export interface LogMark {
  /** The log's identity. */
  readonly log: string;
  readonly offsets: readonly Offset[];
}

/** @throws LogRestored where the log was recreated meanwhile */
export const markOf = async (
  log: Pick<EventLog, 'identity' | 'partitions' | 'partition'>,
  of: (partition: LogPartition) => Promise<Offset>,
): Promise<LogMark> => {
  const identity = await log.identity();
  const offsets = await ofPartitions(log, of);
  await ensureSame(log, identity);
  return { log: identity, offsets };
};

/** @throws LogRestored where the log has another identity: offsets of one log mean nothing in another */
export const ensureSame = async (log: Pick<EventLog, 'identity'>, identity: string): Promise<void> => {
  const now = await log.identity();
  if (now !== identity) throw new LogRestored(`The event log was made anew: it is ${now}, not ${identity}.`);
};

/** The partition that the appends of a key go to. */
export const partitionOf = (key: string, partitions: number): number => crc32(key) % partitions;
