/**
 * The embedded event log: append-only segment files in a folder. Appends that arrive during a write are written together after it (group
 * commit), so one datasync serves all of them.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { type Lock, systemEnvironment, acquireLock } from '../../../platform/file-lock.ts';
import { createSerialQueue } from '../../../platform/serial-queue.ts';
import {
  type EventLog,
  LogFull,
  type LogPartition,
  LogRestored,
  LONGEST_APPEND,
  LONGEST_RECORD,
  type LogRecord,
  type NewRecord,
  type Offset,
  recordLength,
} from '../../../events/log/event-log.ts';
import { type Disk, isDiskFull, realDisk } from './disk.ts';
import { framedLength } from './frames.ts';
import { Group } from './group.ts';
import { identityOf } from './identity-file.ts';
import { findSegments } from './segment-file.ts';
import { Segments } from './segments.ts';

export interface SegmentLogOptions {
  /** The log's own folder, made if missing. One process holds it. */
  readonly folder: string;
  /** Bytes of all segments together at most; beyond, `append` throws LogFull. */
  readonly diskBytes: number;
  /** Bytes after which a new segment is begun. */
  readonly segmentBytes?: number;
  /** The least offset to continue at, if the files end before it: everything before it was loaded. */
  readonly from?: (empty: boolean, identity: string) => Promise<Offset>;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  readonly disk?: Disk;
}

const SEGMENT = 16 * 1024 * 1024;
/** Bytes of a last segment from which it is emptied once all of it is loaded. */
const EMPTIED = 1024 * 1024;
/** Bytes that are written and made durable together, at most. */
const GROUP = 8 * 1024 * 1024;

/**
 * Opens the log of a folder and repairs it after a crash.
 * @throws Error naming the folder where another process holds it.
 */
export const openSegmentLog = async (options: SegmentLogOptions): Promise<SegmentLog> => {
  const { folder, diskBytes, segmentBytes = SEGMENT, log, disk = realDisk } = options;
  const locks = join(folder, 'lock');
  await mkdir(locks, { recursive: true, mode: 0o700 });
  // If the holder is in another container and cannot be seen, the event store's own lock keeps the two apart.
  const lock = await acquireLock(
    locks,
    systemEnvironment(async () => false),
  );
  try {
    const { segments, torn, damaged } = await findSegments(folder, disk);
    if (torn > 0) log.warn({ bytes: torn }, 'the event log ended within an append; it was cut off');
    if (damaged > 0) log.error({ bytes: damaged }, 'the event log has bytes that cannot be read');
    const identity = await identityOf(folder, segments.length > 0, disk);
    const from = (await options.from?.(segments.length === 0, identity)) ?? 0;
    return new SegmentLog({
      diskBytes,
      lock,
      identity,
      segments: new Segments({ folder, disk, log, segmentBytes, segments, from }),
    });
  } catch (error) {
    await lock.release();
    throw error;
  }
};

/** A log of one partition, which the log is itself. */
export class SegmentLog implements EventLog, LogPartition {
  readonly partitions = 1;
  readonly available = true;
  readonly #listeners = new Set<() => void>();
  readonly #diskBytes: number;
  readonly #lock: Lock;
  readonly #identity: string;
  readonly #segments: Segments;
  /** Where the log ended when it was opened; undefined once its loader goes on: what it reads from then on is there. */
  #opened: Offset | undefined;
  /** Appends that wait to be written, in order. */
  readonly #groups: Group[] = [];
  #waitingBytes = 0;
  /** An append failed because the disk or the log is full. */
  #short = false;
  #space = Buffer.allocUnsafeSlow(64 * 1024);
  #draining: Promise<void> | undefined;
  /** Writes to the last segment, and its closing. */
  readonly #writing = createSerialQueue();
  /** Removals of segments. */
  readonly #removing = createSerialQueue();
  #closed: Promise<void> | undefined;

  /** Use `openSegmentLog`. */
  constructor(parts: { diskBytes: number; lock: Lock; identity: string; segments: Segments }) {
    const { diskBytes, lock, identity, segments } = parts;
    this.#identity = identity;
    this.#diskBytes = diskBytes;
    this.#lock = lock;
    this.#segments = segments;
    this.#opened = segments.end;
  }

  async identity(): Promise<string> {
    return this.#identity;
  }

  async connected(): Promise<void> {}

  append(records: readonly NewRecord[]): Promise<Offset> {
    const bytes = framedLength(records);
    if (
      records.length === 0 ||
      bytes > LONGEST_APPEND ||
      records.some(one => recordLength(one) > LONGEST_RECORD)
    ) {
      return Promise.reject(new RangeError(`An append of ${records.length} records and ${bytes} bytes.`));
    }
    if (this.#closed) return Promise.reject(new Error('The event log is closed.'));
    if (this.#segments.bytes + this.#waitingBytes + bytes > this.#diskBytes) {
      this.#short = true;
      return Promise.reject(new LogFull(`The event log has its ${this.#diskBytes} bytes.`));
    }
    let group = this.#groups.at(-1);
    if (!group || group.bytes + bytes > GROUP) {
      group = new Group();
      this.#groups.push(group);
    }
    this.#waitingBytes += bytes;
    const kept = group.add(records);
    // After this turn of the event loop, so that appends that arrived together are written together.
    this.#draining ??= new Promise<void>(resolve => setImmediate(resolve)).then(() => this.#drain());
    return kept;
  }

  async #drain(): Promise<void> {
    for (let group = this.#groups.shift(); group; group = this.#groups.shift()) {
      const next = group;
      await this.#writing.run(() => this.#write(next));
      this.#waitingBytes -= next.bytes;
    }
    this.#draining = undefined;
  }

  /** Never throws: a failure rejects the appends that wait. */
  async #write(group: Group): Promise<void> {
    try {
      let at = 0;
      await this.#segments.write(group.bytes, offset => {
        at = offset;
        const space = this.#spaceFor(group.bytes);
        group.write(space, offset);
        return space.subarray(0, group.bytes);
      });
      group.keep(at);
      for (const wake of this.#listeners) wake();
    } catch (error) {
      if (isDiskFull(error)) this.#short = true;
      group.fail(isDiskFull(error) ? new LogFull('The disk is full.', { cause: error }) : error);
    }
  }

  /** One buffer serves all groups, as they are written one at a time. */
  #spaceFor(bytes: number): Buffer {
    if (this.#space.length < bytes)
      this.#space = Buffer.allocUnsafeSlow(Math.max(bytes, 2 * this.#space.length));
    return this.#space;
  }

  partition(number: number): LogPartition {
    if (number !== 0) throw new RangeError(`A log of one partition has no partition ${number}.`);
    return this;
  }

  async read(
    from: Offset,
    limit: number,
    to?: Offset,
  ): Promise<{ records: readonly LogRecord[]; next: Offset }> {
    this.#ensureWithin(from);
    if (to === undefined) {
      this.#opened = undefined;
      return this.#segments.read(from, limit);
    }
    this.#ensureWithin(to);
    const found: LogRecord[] = [];
    for (let at = from; at < to; ) {
      const { records, next } = await this.#segments.read(at, to - at);
      found.push(...records.filter(({ offset }) => offset < to));
      at = next > at ? next : to;
    }
    return { records: found, next: to };
  }

  async bytesAfter(from: Offset): Promise<number> {
    this.#ensureWithin(from);
    return this.#segments.end - from;
  }

  async rereadFrom(_: Offset, readTo: Offset): Promise<Offset | undefined> {
    // A log that was put back from a copy may have grown beyond what was loaded before anybody asks.
    // Who could not go back is told again.
    if (readTo > (this.#opened ?? this.#segments.end)) return 0;
    this.#opened = undefined;
    return undefined;
  }

  #ensureWithin(offset: Offset): void {
    if (offset > this.#segments.end)
      throw new LogRestored(`The event log ends at ${this.#segments.end}, before ${offset}.`);
  }

  async end(): Promise<Offset> {
    return this.#segments.end;
  }

  async bytes(): Promise<number> {
    return this.#segments.bytes;
  }

  onAppend(wake: () => void): () => void {
    this.#listeners.add(wake);
    return () => this.#listeners.delete(wake);
  }

  /** Nothing is read ahead. */
  stopReading(): void {}

  async release(before: Offset): Promise<void> {
    this.#opened = undefined;
    if (this.#wantsEmptying(before)) {
      await this.#writing.run(async () => {
        if (this.#wantsEmptying(before)) await this.#removing.run(() => this.#empty());
      });
    }
    await this.#removing.run(() => this.#segments.removeBefore(before));
  }

  /** Whether the last segment is loaded, and large enough to be emptied, or room is needed. */
  #wantsEmptying(before: Offset): boolean {
    const { end, lastSize } = this.#segments;
    return lastSize > 0 && before >= end && (lastSize >= EMPTIED || this.#short);
  }

  async #empty(): Promise<void> {
    await this.#segments.empty();
    this.#short = false;
  }

  roll(): Promise<Offset> {
    if (this.#closed) return Promise.reject(new Error('The event log is closed.'));
    return this.#writing.run(async () => {
      try {
        await this.#segments.roll();
      } catch (error) {
        if (!isDiskFull(error)) throw error;
        this.#short = true;
        throw new LogFull('The disk is full.', { cause: error });
      }
      return this.#segments.end;
    });
  }

  close(): Promise<void> {
    return (this.#closed ??= this.#finish());
  }

  async #finish(): Promise<void> {
    await this.#draining;
    await this.#removing.run(async () => {});
    try {
      await this.#writing.run(() => this.#segments.seal());
    } finally {
      await this.#lock.release();
    }
  }
}
