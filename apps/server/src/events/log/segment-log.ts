/**
 * The embedded event log: append-only segment files in a folder. Appends that arrive during a write are written together after it (group
 * commit), so one datasync serves all of them.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileHandle } from 'node:fs/promises';
import type { Logger } from 'pino';
import { type Lock, systemEnvironment, acquireLock } from '../../platform/file-lock.ts';
import { createSerialQueue } from '../../platform/serial-queue.ts';
import {
  type EventLog,
  LogFull,
  LONGEST_APPEND,
  LONGEST_RECORD,
  type LogRecord,
  type NewRecord,
  type Offset,
  recordLength,
} from './event-log.ts';
import { type Disk, isNoRoom, realDisk } from './disk.ts';
import { framedLength, HEADER, scan } from './frames.ts';
import { Group } from './group.ts';
import { findSegments, type Segment, segmentPath } from './segment-file.ts';

export interface SegmentLogOptions {
  /** The log's own folder, made if missing. One process holds it. */
  readonly folder: string;
  /** Bytes of all segments together at most; beyond, `append` throws LogFull. */
  readonly diskBytes: number;
  /** Bytes after which a new segment is begun. */
  readonly segmentBytes?: number;
  /** The least offset to continue at, if the files end before it: everything before it was loaded. */
  readonly from?: (empty: boolean) => Promise<Offset>;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  readonly disk?: Disk;
}

const SEGMENT = 16 * 1024 * 1024;
/** Bytes of a last segment from which it is emptied once all of it is loaded. */
const EMPTIED = 1024 * 1024;
/** Bytes that are written and made durable at once, at most. */
const GROUP = 8 * 1024 * 1024;

/**
 * Opens the log of a folder and repairs what a sudden end left behind.
 * @throws Error naming the folder where another process holds it.
 */
export const openSegmentLog = async (options: SegmentLogOptions): Promise<SegmentLog> => {
  const { folder, log, disk = realDisk } = options;
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
    const from = (await options.from?.(segments.length === 0)) ?? 0;
    return new SegmentLog({ ...options, disk, lock, segments, from });
  } catch (error) {
    await lock.release();
    throw error;
  }
};

export class SegmentLog implements EventLog {
  readonly #folder: string;
  readonly #diskBytes: number;
  readonly #segmentBytes: number;
  readonly #log: Pick<Logger, 'warn' | 'error'>;
  readonly #disk: Disk;
  readonly #lock: Lock;
  /** In order; the last one is written to while `#file` is there. */
  readonly #segments: Segment[];
  #file: FileHandle | undefined;
  #end: Offset;
  /** The last segment may hold bytes behind its size. */
  #unclean = false;
  #bytes: number;
  /** Removals may not be durable yet; true at the start, as an earlier process may have left some. */
  #removed = true;
  /** Appends that wait to be written, in order. */
  readonly #groups: Group[] = [];
  #waitingBytes = 0;
  /** An append found no room. */
  #short = false;
  #space = Buffer.allocUnsafeSlow(64 * 1024);
  #draining: Promise<void> | undefined;
  /** Writes to the last segment, and its closing. */
  readonly #writing = createSerialQueue();
  /** Removals of segments. */
  readonly #removing = createSerialQueue();
  #closed: Promise<void> | undefined;

  /** Use `openSegmentLog`. */
  constructor(
    options: Omit<SegmentLogOptions, 'from'> & {
      disk: Disk;
      lock: Lock;
      segments: Segment[];
      from: Offset;
    },
  ) {
    this.#folder = options.folder;
    this.#diskBytes = options.diskBytes;
    this.#segmentBytes = options.segmentBytes ?? SEGMENT;
    this.#log = options.log;
    this.#disk = options.disk;
    this.#lock = options.lock;
    this.#segments = options.segments;
    const last = this.#segments.at(-1);
    this.#bytes = this.#segments.reduce((sum, { size }) => sum + size, 0);
    this.#end = Math.max(last ? last.base + last.size : 0, options.from);
  }

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
    if (this.#bytes + this.#waitingBytes + bytes > this.#diskBytes) {
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
      const { file, segment } = await this.#room(group.bytes);
      const offset = this.#end;
      try {
        group.write(this.#spaceFor(group.bytes), offset);
        await this.#disk.write(file, this.#space.subarray(0, group.bytes), segment.size);
        await this.#disk.datasync(file);
      } catch (error) {
        this.#unclean = true;
        // If this fails, it is repeated before the next write.
        await this.#cutBack(file, segment).catch(() => undefined);
        throw error;
      }
      segment.size += group.bytes;
      this.#end += group.bytes;
      this.#bytes += group.bytes;
      group.keep(offset);
    } catch (error) {
      if (isNoRoom(error)) this.#short = true;
      group.fail(isNoRoom(error) ? new LogFull('The disk is full.', { cause: error }) : error);
    }
  }

  /** One buffer serves all groups, as they are written one at a time. */
  #spaceFor(bytes: number): Buffer {
    if (this.#space.length < bytes)
      this.#space = Buffer.allocUnsafeSlow(Math.max(bytes, 2 * this.#space.length));
    return this.#space;
  }

  /** A file with room for so many bytes behind what is durable. */
  async #room(bytes: number): Promise<{ file: FileHandle; segment: Segment }> {
    const last = this.#segments.at(-1);
    if (this.#file && last) {
      if (this.#unclean) await this.#cutBack(this.#file, last);
      if (last.size === 0 || last.size + bytes <= this.#segmentBytes)
        return { file: this.#file, segment: last };
      await this.#seal();
    }
    return this.#begin();
  }

  /** Opens an empty segment at the end of the log. */
  async #begin(): Promise<{ file: FileHandle; segment: Segment }> {
    const path = segmentPath(this.#folder, this.#end);
    // A file of this name holds nothing that was acknowledged.
    const file = await this.#disk.open(path, 'w+');
    try {
      await this.#disk.syncFolder(this.#folder);
    } catch (error) {
      await file.close();
      throw error;
    }
    if (this.#segments.at(-1)?.path === path) this.#segments.pop();
    const segment: Segment = { base: this.#end, path, size: 0 };
    this.#segments.push(segment);
    this.#file = file;
    this.#unclean = false;
    return { file, segment };
  }

  async #cutBack(file: FileHandle, segment: Segment): Promise<void> {
    await this.#disk.truncate(file, segment.size);
    await this.#disk.datasync(file);
    this.#unclean = false;
  }

  async #seal(): Promise<void> {
    const file = this.#file;
    const last = this.#segments.at(-1);
    if (!file || !last) return;
    if (this.#unclean) await this.#cutBack(file, last);
    this.#file = undefined;
    await file.close();
  }

  async read(from: Offset, limit: number): Promise<{ records: readonly LogRecord[]; next: Offset }> {
    let at = from;
    for (;;) {
      const segment = this.#segments.find(({ base, size }) => base + size > at);
      if (!segment) return { records: [], next: Math.max(at, from) };
      const position = Math.max(0, at - segment.base);
      // An append that begins within the limit is read whole.
      const length = Math.min(segment.size - position, limit + LONGEST_APPEND + HEADER);
      const piece = await this.#piece(segment.path, position, length);
      const base = segment.base + position;
      const found = scan(piece, base, limit);
      const lost = found.damaged + found.next - found.end;
      if (lost > 0) this.#log.error({ offset: base, bytes: lost }, 'the event log cannot be read here');
      at = base + found.next;
      if (found.records.length > 0) return { records: found.records, next: at };
      // The segment was removed meanwhile.
      if (piece.length === 0) at = segment.base + segment.size;
    }
  }

  async #piece(path: string, position: number, length: number): Promise<Buffer> {
    let file: FileHandle;
    try {
      file = await this.#disk.open(path, 'r');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
      throw error;
    }
    try {
      const piece = Buffer.allocUnsafe(length);
      let done = 0;
      while (done < length) {
        const { bytesRead } = await file.read(piece, done, length - done, position + done);
        if (bytesRead === 0) break;
        done += bytesRead;
      }
      return piece.subarray(0, done);
    } finally {
      await file.close();
    }
  }

  end(): Offset {
    return this.#end;
  }

  bytes(): number {
    return this.#bytes;
  }

  async release(before: Offset): Promise<void> {
    if (this.#wantsEmptying(before)) {
      await this.#writing.run(async () => {
        if (this.#wantsEmptying(before)) await this.#removing.run(() => this.#empty());
      });
    }
    await this.#removing.run(async () => {
      // The newest stays, read or not: its name and size say where the log goes on.
      while (this.#segments.length > 1) {
        const [first] = this.#segments;
        if (!first || first.base + first.size > before) break;
        await this.#disk.remove(first.path);
        this.#removed = true;
        this.#segments.shift();
        this.#bytes -= first.size;
      }
      if (!this.#removed) return;
      await this.#disk.syncFolder(this.#folder);
      this.#removed = false;
    });
  }

  /** Whether the last segment is loaded, and large enough to be emptied, or room is needed. */
  #wantsEmptying(before: Offset): boolean {
    const last = this.#segments.at(-1);
    return (
      last !== undefined && last.size > 0 && before >= this.#end && (last.size >= EMPTIED || this.#short)
    );
  }

  /**
   * Renames the last segment to the next one and empties it, which needs no room on the disk as a new file might. Records that remain after
   * a kill are invalid under the new name, as their checksums include their offset.
   */
  async #empty(): Promise<void> {
    const last = this.#segments.at(-1);
    if (!last) return;
    const path = segmentPath(this.#folder, this.#end);
    await this.#disk.rename(last.path, path);
    this.#segments[this.#segments.length - 1] = { base: this.#end, path, size: 0 };
    this.#bytes -= last.size;
    this.#unclean = true;
    this.#file ??= await this.#disk.open(path, 'w+');
    await this.#cutBack(this.#file, { ...last, size: 0 });
    await this.#disk.syncFolder(this.#folder);
    this.#short = false;
  }

  roll(): Promise<Offset> {
    if (this.#closed) return Promise.reject(new Error('The event log is closed.'));
    return this.#writing.run(async () => {
      const last = this.#segments.at(-1);
      // An unclean segment may hold bytes of a failed append.
      if (last && (last.size > 0 || this.#unclean)) {
        try {
          await this.#seal();
          await this.#begin();
        } catch (error) {
          if (!isNoRoom(error)) throw error;
          this.#short = true;
          throw new LogFull('The disk is full.', { cause: error });
        }
      }
      return this.#end;
    });
  }

  close(): Promise<void> {
    return (this.#closed ??= this.#finish());
  }

  async #finish(): Promise<void> {
    await this.#draining;
    await this.#removing.run(async () => {});
    try {
      await this.#writing.run(() => this.#seal());
    } finally {
      await this.#lock.release();
    }
  }
}
