/**
 * The ids that were taken, on the disk: a file for each period, in blocks with a checksum. They follow the event log, and are
 * never on the way of an acknowledgement: what they lack after a sudden end is read from the log.
 */
import { mkdir, open, readdir, readFile, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Offset } from '../log/event-log.ts';

const NAME = /^(\d{8})\.ids$/;
/** `RID1`, count, the place in the log that the block reaches to (64-bit float), CRC-32 of the rest. */
const HEADER = 20;
const MAGIC = 0x3144_4952;
const ID = 16;

export interface Period {
  readonly number: number;
  /** Four words an id. */
  readonly words: Uint32Array;
  /** Up to here in the log its ids are in the files. */
  readonly to: Offset;
}

export class IdFiles {
  /** Bytes of a file that are whole blocks. */
  readonly #sizes = new Map<number, number>();

  constructor(private readonly folder: string) {}

  #path(period: number): string {
    return join(this.folder, `${String(period).padStart(8, '0')}.ids`);
  }

  /** The periods that have a file, oldest first. */
  async periods(): Promise<number[]> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const numbers = (await readdir(this.folder)).map(name => Number(NAME.exec(name)?.[1] ?? Number.NaN));
    return numbers.filter(Number.isSafeInteger).sort((a, b) => a - b);
  }

  /** Reads a period's whole blocks; a last one that was cut short is cut off. */
  async read(number: number): Promise<Period> {
    const path = this.#path(number);
    const content = await readFile(path);
    const words = new Uint32Array(Math.floor(content.length / ID) * 4);
    let to = 0;
    let filled = 0;
    let at = 0;
    while (at + HEADER <= content.length) {
      const bytes = content.readUInt32LE(at + 4) * ID;
      const end = at + HEADER + bytes;
      if (content.readUInt32LE(at) !== MAGIC || end > content.length) break;
      const sum = crc32(content.subarray(at + HEADER, end), crc32(content.subarray(at, at + 16)));
      if (sum !== content.readUInt32LE(at + 16)) break;
      to = Math.max(to, content.readDoubleLE(at + 8));
      // Words stand in the file as in memory: every machine that node runs on is little-endian.
      new Uint8Array(words.buffer).set(content.subarray(at + HEADER, end), filled * 4);
      filled += bytes / 4;
      at = end;
    }
    if (at < content.length) await truncate(path, at);
    this.#sizes.set(number, at);
    return { number, words: words.subarray(0, filled), to };
  }

  /** Adds a block to a period's file; durable when it resolves. What a block that failed left behind goes before the next. */
  async append(number: number, words: Uint32Array, to: Offset): Promise<void> {
    const block = Buffer.allocUnsafe(HEADER + words.length * 4);
    block.writeUInt32LE(MAGIC, 0);
    block.writeUInt32LE(words.length / 4, 4);
    block.writeDoubleLE(to, 8);
    for (const [index, word] of words.entries()) block.writeUInt32LE(word, HEADER + index * 4);
    block.writeUInt32LE(crc32(block.subarray(HEADER), crc32(block.subarray(0, 16))), 16);
    const file = await open(this.#path(number), 'a', 0o600);
    try {
      const { size } = await file.stat();
      const whole = Math.min(size, this.#sizes.get(number) ?? 0);
      if (whole < size) await file.truncate(whole);
      await file.appendFile(block);
      await file.datasync();
      this.#sizes.set(number, whole + block.length);
    } finally {
      await file.close();
    }
  }

  remove(number: number): Promise<void> {
    this.#sizes.delete(number);
    return rm(this.#path(number), { force: true });
  }
}
