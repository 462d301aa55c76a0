/**
 * How records stand in a segment: each behind a header of 12 bytes (little endian) that says what it is.
 *
 * | bytes | |
 * |---|---|
 * | 4 | `RCL1` |
 * | 4 | the record's length; the two highest bits: first, last of its append |
 * | 4 | CRC-32 of the record, begun with the length and the place in the log, so that a copy elsewhere is none |
 */
import { crc32 } from 'node:zlib';
import {
  LONGEST_RECORD,
  type LogRecord,
  type NewRecord,
  type Offset,
  recordLength,
} from '../../../events/log/event-log.ts';

export const HEADER = 12;
const MAGIC = Buffer.from('RCL1');
const MAGIC_NUMBER = MAGIC.readUInt32LE(0);
const FIRST = 0x8000_0000;
const LAST = 0x4000_0000;
const LENGTH = 0x3fff_ffff;

/** Bytes that the records of one append take in a segment. */
export const framedLength = (records: readonly NewRecord[]): number =>
  records.reduce((sum, record) => sum + HEADER + recordLength(record), 0);

const checksum = (bytes: Uint8Array, offset: Offset, word: number): number =>
  crc32(bytes, (word ^ (offset % 0x1_0000_0000)) >>> 0);

/** Writes one record's frame at `at`, whose place in the log is `offset`. @returns where the next one goes */
const writeFrame = (into: Buffer, at: number, offset: Offset, record: NewRecord, flags: number): number => {
  const start = at + HEADER;
  let to = start;
  if (Buffer.isBuffer(record)) to += record.copy(into, to);
  else for (const piece of record) to += piece.copy(into, to);
  const word = (flags | (to - start)) >>> 0;
  into.writeUInt32LE(MAGIC_NUMBER, at);
  into.writeUInt32LE(word, at + 4);
  into.writeUInt32LE(checksum(into.subarray(start, to), offset, word), at + 8);
  return to;
};

/**
 * Writes the records of one append.
 * @param offset the place in the log of `into`'s first byte
 * @returns where the next append goes, in `into`
 */
export const writeAppend = (
  into: Buffer,
  at: number,
  offset: Offset,
  records: readonly NewRecord[],
): number => {
  let to = at;
  for (const [index, record] of records.entries()) {
    const flags = (index === 0 ? FIRST : 0) | (index === records.length - 1 ? LAST : 0);
    to = writeFrame(into, to, offset + to, record, flags);
  }
  return to;
};

interface Frame {
  readonly word: number;
  readonly record: LogRecord;
  /** Where the next frame stands. */
  readonly to: number;
}

const frameAt = (segment: Buffer, at: number, base: Offset): Frame | undefined => {
  const start = at + HEADER;
  if (start > segment.length || segment.readUInt32LE(at) !== MAGIC_NUMBER) return undefined;
  const word = segment.readUInt32LE(at + 4);
  const length = word & LENGTH;
  if (length > LONGEST_RECORD || start + length > segment.length) return undefined;
  const bytes = segment.subarray(start, start + length);
  const offset = base + at;
  if (checksum(bytes, offset, word) !== segment.readUInt32LE(at + 8)) return undefined;
  return { word, record: { offset, bytes }, to: start + length };
};

/** The whole append that begins at `at`; undefined where none does, or not all of it is there. */
const appendAt = (
  segment: Buffer,
  at: number,
  base: Offset,
): { records: LogRecord[]; to: number } | undefined => {
  const records: LogRecord[] = [];
  for (let to = at; ; ) {
    const frame = frameAt(segment, to, base);
    if (!frame || ((frame.word & FIRST) !== 0) !== (records.length === 0)) return undefined;
    records.push(frame.record);
    to = frame.to;
    if ((frame.word & LAST) !== 0) return { records, to };
  }
};

export interface Scan {
  readonly records: readonly LogRecord[];
  /** Bytes up to here were read: the offset to continue at. */
  readonly next: number;
  /** Behind the last whole append; 0 where there is none. */
  readonly end: number;
  /** Bytes before `end` that are no whole append: they were damaged, or never finished. */
  readonly damaged: number;
}

/**
 * Reads every whole append out of a piece of a segment. What is broken is passed over: the next whole one is found by
 * its mark and checksum.
 *
 * @param base the place in the log of the piece's first byte
 * @param limit appends that begin behind so many bytes are left; what begins before has to be in the piece
 */
export const scan = (piece: Buffer, base: Offset, limit = piece.length): Scan => {
  const records: LogRecord[] = [];
  const stop = Math.min(limit, piece.length);
  let end = 0;
  let damaged = 0;
  let at = 0;
  while (at < stop) {
    let from = at;
    let found = appendAt(piece, from, base);
    while (!found) {
      from = piece.indexOf(MAGIC, from + 1);
      if (from < 0 || from >= stop) return { records, next: stop, end, damaged };
      found = appendAt(piece, from, base);
    }
    damaged += from - end;
    records.push(...found.records);
    at = end = found.to;
  }
  return { records, next: at, end, damaged };
};
