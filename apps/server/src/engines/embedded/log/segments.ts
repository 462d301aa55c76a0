/**
 * The segment files of the log: the last one is written to, the others are read and removed. Its caller runs one write at a time and one
 * removal at a time.
 */
import type { FileHandle } from 'node:fs/promises';
import type { Logger } from 'pino';
import { LONGEST_APPEND, type LogRecord, type Offset } from '../../../events/log/event-log.ts';
import type { Disk } from './disk.ts';
import { HEADER, scan } from './frames.ts';
import { type Segment, segmentPath } from './segment-file.ts';

interface SegmentsOptions {
  readonly folder: string;
  readonly disk: Disk;
  readonly log: Pick<Logger, 'error'>;
  /** Bytes after which a new segment is begun. */
  readonly segmentBytes: number;
  /** As found, in order. */
  readonly segments: Segment[];
  /** The least offset to continue at. */
  readonly from: Offset;
}

export class Segments {
  readonly #folder: string;
  readonly #disk: Disk;
  readonly #log: Pick<Logger, 'error'>;
  readonly #segmentBytes: number;
  /** In order; the last one is written to while `#file` is there. */
  readonly #segments: Segment[];
  #file: FileHandle | undefined;
  #end: Offset;
  /** The last segment may hold bytes behind its size. */
  #unclean = false;
  #bytes: number;
  /** Removals may not be durable yet; true at the start, as an earlier process may have left some. */
  #removed = true;

  constructor({ folder, disk, log, segmentBytes, segments, from }: SegmentsOptions) {
    this.#folder = folder;
    this.#disk = disk;
    this.#log = log;
    this.#segmentBytes = segmentBytes;
    this.#segments = segments;
    const last = segments.at(-1);
    this.#bytes = segments.reduce((sum, { size }) => sum + size, 0);
    this.#end = Math.max(last ? last.base + last.size : 0, from);
  }

  /** The offset behind the last durable byte. */
  get end(): Offset {
    return this.#end;
  }

  /** Bytes of all segments together. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Bytes of the segment that is written to. */
  get lastSize(): number {
    return this.#segments.at(-1)?.size ?? 0;
  }

  /**
   * Writes bytes at the end of the log and makes them durable. If it fails, the end stays where it was.
   * @param fill writes the bytes that begin at an offset
   */
  async write(length: number, fill: (offset: Offset) => Buffer): Promise<void> {
    const { file, segment } = await this.#room(length);
    try {
      await this.#disk.write(file, fill(this.#end), segment.size);
      await this.#disk.datasync(file);
    } catch (error) {
      this.#unclean = true;
      // If this fails, it is repeated before the next write.
      await this.#cutBack(file, segment).catch(() => undefined);
      throw error;
    }
    segment.size += length;
    this.#end += length;
    this.#bytes += length;
  }

  /** A file with space for so many bytes after the durable end. */
  async #room(bytes: number): Promise<{ file: FileHandle; segment: Segment }> {
    const last = this.#segments.at(-1);
    if (this.#file && last) {
      if (this.#unclean) await this.#cutBack(this.#file, last);
      if (last.size === 0 || last.size + bytes <= this.#segmentBytes)
        return { file: this.#file, segment: last };
      await this.seal();
    }
    return this.#begin();
  }

  /** Opens an empty segment at the end of the log. */
  async #begin(): Promise<{ file: FileHandle; segment: Segment }> {
    const path = segmentPath(this.#folder, this.#end);
    // A file of this name has no acknowledged record.
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

  /** Closes the last segment; the next write begins another. */
  async seal(): Promise<void> {
    const file = this.#file;
    const last = this.#segments.at(-1);
    if (!file || !last) return;
    if (this.#unclean) await this.#cutBack(file, last);
    this.#file = undefined;
    await file.close();
  }

  /** Begins a segment, unless the last one is empty. */
  async roll(): Promise<void> {
    const last = this.#segments.at(-1);
    // An unclean segment may hold bytes of a failed append.
    if (!last || (last.size === 0 && !this.#unclean)) return;
    await this.seal();
    await this.#begin();
  }

  /** Whole records from an offset on, of about `limit` bytes, and where the next read begins. */
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

  /** Removes the segments that end before an offset, all but the last. */
  async removeBefore(before: Offset): Promise<void> {
    // The newest segment stays: its name and size determine the next offset of the log.
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
  }

  /**
   * Renames the last segment to the next one and empties it, which needs no disk space as a new file might. Records that remain
   * after a kill are invalid under the new name, as their checksums include their offset.
   */
  async empty(): Promise<void> {
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
  }
}
