/** How far a partition of the log is loaded into the store: where the next records are read, and what the log may remove. */
import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import type { LogPartition, LogRecord, Offset } from '../log/event-log.ts';
import { LeaseLost } from '../store/errors.ts';
import type { Batch, EventStore, Position } from '../store/event-store.ts';
import { untilClosed } from './closing.ts';
import type { PartitionLease } from './share.ts';

/** Approximate bytes of the log in one batch, about ten thousand events. */
export const BATCH = 2 * 1024 * 1024;

export interface CursorOptions {
  readonly log: LogPartition;
  /** The partition's number. */
  readonly partition: number;
  /** The lease by which this loader owns the partition, where several may. */
  readonly lease?: PartitionLease;
  readonly store: Pick<EventStore, 'position' | 'moveTo'>;
  readonly logger: Pick<Logger, 'warn'>;
}

type Read = Awaited<ReturnType<LogPartition['read']>>;

/** Of what the log has in a range: a log that lost its end has other records there, which make another block. */
const digestOf = (records: readonly LogRecord[]): string => {
  const hash = createHash('sha256');
  for (const { bytes } of records) hash.update(bytes);
  return hash.digest('hex').slice(0, 32);
};

export class Cursor {
  readonly #options: CursorOptions;
  readonly #closing: AbortSignal;
  /** The identity of the log that the offsets are of. */
  #log = '';
  #loaded: Offset | undefined;
  /** What is loaded and not removed from the log yet ends there. */
  #removable: Offset | undefined;
  /** A batch that an earlier loader may have stored. */
  #unfinished: Position['unfinished'];

  constructor(options: CursorOptions, closing: AbortSignal) {
    this.#options = options;
    this.#closing = closing;
  }

  /** Whether the position is known: `begin` has read it, and nothing has made it uncertain since. */
  get isKnown(): boolean {
    return this.#loaded !== undefined;
  }

  /** Everything before it is loaded. */
  get loaded(): Offset {
    return this.#loaded ?? 0;
  }

  /** The next records may be in the store, in part or as a whole, and end where an earlier loader decided. */
  get isUnfinished(): boolean {
    return this.#unfinished !== undefined;
  }

  /** Whether everything before an offset of a log is loaded; another log's offsets say nothing of this one. */
  has(to: Offset, log: string | undefined): boolean {
    return (log ?? this.#log) === this.#log && to <= this.loaded;
  }

  /** Learns which log it is. @throws LeaseLost where the partition is leased of another */
  async identify(): Promise<string> {
    const { log, lease, partition } = this.#options;
    this.#log = await log.identity();
    if (lease && lease.log !== this.#log)
      throw new LeaseLost(
        `The partition ${partition} is leased of ${lease.log}, and the log is ${this.#log}.`,
      );
    return this.#log;
  }

  /** Reads the store's position. @returns whether the partition is read again from before it */
  async begin(): Promise<boolean> {
    const { store, lease, logger, partition } = this.#options;
    const position = await store.position(partition, this.#log);
    const from = await this.#rereadFrom(position);
    if (from !== undefined) {
      logger.warn(
        { loaded: position.loadedTo, from, partition, log: this.#log },
        'the event log is not as it was when it was read: it was restored from a copy, or lost its end; it is read again, and ids that are stored are left out',
      );
      await store.moveTo(partition, from, { log: this.#log, ...(lease ? { lease: lease.lease } : {}) });
    }
    this.#loaded = from ?? position.loadedTo;
    this.#unfinished = from === undefined ? position.unfinished : undefined;
    this.#removable = undefined;
    return from !== undefined;
  }

  /** Where the log is to be read again, if it is not what was read of it. */
  async #rereadFrom({ loadedTo, unfinished, last }: Position): Promise<Offset | undefined> {
    const { log } = this.#options;
    const from = await log.rereadFrom(loadedTo, unfinished?.to ?? loadedTo);
    if (from === undefined || unfinished || !last || from < last.from) return from;
    const read = await untilClosed(this.#closing, log.read(last.from, BATCH, loadedTo));
    if (!read) return undefined;
    if (digestOf(read.records) !== last.digest) return from;
    // It is the last batch, whose loader ended before it was removed.
    await log.release(loadedTo, this.#log);
    return undefined;
  }

  /** Bytes of the partition that are not loaded. */
  async bytesLeft(): Promise<number> {
    return this.#options.log.bytesAfter(this.loaded);
  }

  /** The next records; of an unfinished batch, exactly those. */
  read(): Promise<Read> {
    return this.#options.log.read(this.loaded, BATCH, this.#unfinished?.to);
  }

  /** What a batch says of the records that were read. */
  rangeOf({ records, next }: Read): Omit<Batch, 'events' | 'reports'> {
    const { partition, lease } = this.#options;
    return {
      partition,
      log: this.#log,
      from: this.loaded,
      to: next,
      digest: digestOf(records),
      ...(lease ? { lease: lease.lease } : {}),
    };
  }

  /** Everything before an offset is loaded. */
  advance(to: Offset): void {
    this.#loaded = to;
    this.#removable = to;
  }

  /** The unfinished batch was taken up; what comes is read as far as there is. */
  finish(): void {
    this.#unfinished = undefined;
  }

  /** The position is read from the store again before the next batch. */
  forget(): void {
    this.#loaded = undefined;
  }

  /**
   * Removes from the log what is loaded, before another batch is: of two that are in the log still, the first would look like one of a log
   * that was restored.
   */
  async release(): Promise<void> {
    if (this.#removable === undefined) return;
    await this.#options.log.release(this.#removable, this.#log);
    this.#removable = undefined;
  }
}
