/** Keeps the quarantine in a folder of one process: JSON lines, a file for each day (UTC). */
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { createSerialQueue } from '../../platform/serial-queue.ts';
import type { Subject } from '../record/subject.ts';
import { allLines, appendLines, linesBefore, measure, replaceFile } from './quarantine-file.ts';
import {
  dayOf,
  LIMITS,
  oldestDay,
  type Place,
  type Quarantine,
  type QuarantineEntry,
  type QuarantineLimits,
  type Rejected,
} from './quarantine.ts';
import { namesSubject } from './quarantine-subject.ts';

/** Records that an erasure compares before the server's other work gets a turn. */
const SLICE = 200;
const NAME = /^(\d{4}-\d\d-\d\d)\.jsonl$/;

interface Size {
  readonly bytes: number;
  readonly lines: number;
}

export class FolderQuarantine implements Quarantine {
  readonly #folder: string;
  readonly #now: () => number;
  readonly #limits: QuarantineLimits;
  readonly #changes = createSerialQueue();
  /** Of each day's file. */
  #sizes = new Map<string, Size>();
  records = 0;
  dropped = 0;

  /** @param folder made with the first record */
  constructor(folder: string, now: () => number, limits = LIMITS) {
    this.#folder = folder;
    this.#now = now;
    this.#limits = limits;
  }

  add(entries: readonly Rejected[]): Promise<number> {
    return this.#changes.run(async () => {
      if (entries.length === 0) return 0;
      const sizes = await this.#load();
      const at = this.#now();
      const day = dayOf(at);
      const total = totalOf(sizes);
      const lines: Buffer[] = [];
      let { bytes } = total;
      for (const entry of entries) {
        const line = Buffer.from(`${JSON.stringify({ at, ...entry })}\n`);
        if (total.lines + lines.length >= this.#limits.records || bytes + line.length > this.#limits.bytes)
          break;
        lines.push(line);
        bytes += line.length;
      }
      if (lines.length > 0) {
        await mkdir(this.#folder, { recursive: true, mode: 0o700 });
        const size = sizes.get(day) ?? { bytes: 0, lines: 0 };
        await appendLines(this.#path(day), size.bytes, Buffer.concat(lines));
        sizes.set(day, {
          bytes: size.bytes + bytes - total.bytes,
          lines: size.lines + lines.length,
        });
      }
      const dropped = entries.length - lines.length;
      this.records += entries.length;
      this.dropped += dropped;
      return dropped;
    });
  }

  list(
    limit: number,
    before?: Place,
  ): Promise<{ readonly total: number; readonly entries: readonly (QuarantineEntry & { place: Place })[] }> {
    return this.#changes.run(async () => {
      const sizes = await this.#load();
      const entries: (QuarantineEntry & { place: Place })[] = [];
      for (const day of [...sizes.keys()].sort().toReversed()) {
        if (before && day > before.day) continue;
        const bytes = sizes.get(day)?.bytes ?? 0;
        const end = day === before?.day ? Math.min(bytes, before.offset) : bytes;
        const lines = await linesBefore(this.#path(day), end, limit - entries.length);
        for (const { offset, text } of lines) {
          const entry = readEntry(text);
          if (entry) entries.push({ ...entry, place: { day, offset } });
        }
        if (entries.length >= limit) break;
      }
      return { total: totalOf(sizes).lines, entries };
    });
  }

  erase(subject: Subject): Promise<number> {
    return this.#changes.run(async () => {
      const sizes = await this.#load();
      let removed = 0;
      for (const day of sizes.keys()) {
        const lines = await allLines(this.#path(day));
        const left: string[] = [];
        for (const [index, { text }] of lines.entries()) {
          if (index % SLICE === SLICE - 1) await setImmediate();
          if (!namesSubject(readEntry(text) ?? { text }, subject)) left.push(`${text}\n`);
        }
        if (left.length === lines.length) continue;
        removed += lines.length - left.length;
        const content = Buffer.from(left.join(''));
        await replaceFile(this.#path(day), content);
        if (left.length === 0) sizes.delete(day);
        else sizes.set(day, { bytes: content.length, lines: left.length });
      }
      return removed;
    });
  }

  expire(now: number): Promise<void> {
    return this.#changes.run(async () => {
      const sizes = await this.#load();
      const oldest = oldestDay(now);
      for (const day of sizes.keys()) {
        if (day >= oldest) continue;
        await rm(this.#path(day), { force: true });
        sizes.delete(day);
      }
    });
  }

  #path(day: string): string {
    return join(this.#folder, `${day}.jsonl`);
  }

  /** Reads only files whose size is not as remembered: at the first use, or where an operator changed one. */
  async #load(): Promise<Map<string, Size>> {
    const sizes = new Map<string, Size>();
    for (const name of (await readdir(this.#folder).catch(ifMissing)).sort()) {
      const day = NAME.exec(name)?.[1];
      if (day === undefined) continue;
      const known = this.#sizes.get(day);
      const { size } = await stat(this.#path(day));
      sizes.set(day, known?.bytes === size ? known : await measure(this.#path(day)));
    }
    this.#sizes = sizes;
    return sizes;
  }
}

/** Undefined for a line that an earlier version left incomplete. */
const readEntry = (line: string): QuarantineEntry | undefined => {
  try {
    return JSON.parse(line) as QuarantineEntry;
  } catch {
    return undefined;
  }
};

/** The folder is made with the first record. */
const ifMissing = (error: NodeJS.ErrnoException): never[] => {
  if (error.code === 'ENOENT') return [];
  throw error;
};

const totalOf = (sizes: ReadonlyMap<string, Size>): Size => {
  let [bytes, lines] = [0, 0];
  for (const size of sizes.values()) {
    bytes += size.bytes;
    lines += size.lines;
  }
  return { bytes, lines };
};
