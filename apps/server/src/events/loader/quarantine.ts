/**
 * Records that can't be stored for what they hold: JSON lines in a folder, a file for each day (UTC), each line with its reason and time. They
 * count nowhere, are for an operator to look at, and are deleted after 30 days.
 */
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoredEvent } from '../record/stored-event.ts';
import type { StoredReport } from '../record/stored-report.ts';
import type { Subject } from '../record/subject.ts';

const DAY = 86_400_000;
/** Milliseconds that a record is kept. */
const KEPT = 30 * DAY;
const NAME = /^(\d{4}-\d\d-\d\d)\.jsonl$/;

/** One record: an event, a report, or the text of a record of the event log that can't be read. */
export type Quarantined =
  | { readonly event: StoredEvent }
  | { readonly report: StoredReport }
  | { readonly text: string };
/** A record that is put aside. */
export type Rejected = Quarantined & { readonly reason: string };
export type QuarantineEntry = Rejected & {
  /** Milliseconds since 1970. */
  readonly at: number;
};

export class Quarantine {
  readonly #folder: string;
  readonly #now: () => number;
  /** The last change; the next begins when it is over. */
  #last: Promise<unknown> = Promise.resolve();
  /** Records put aside since the start. */
  records = 0;

  /** @param folder made when the first record is put aside */
  constructor(folder: string, now: () => number) {
    this.#folder = folder;
    this.#now = now;
  }

  /** Adds records; they are on the disk when it resolves. */
  add(entries: readonly Rejected[]): Promise<void> {
    return this.#inTurn(async () => {
      if (entries.length === 0) return;
      const at = this.#now();
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      const file = await open(join(this.#folder, `${dayOf(at)}.jsonl`), 'a', 0o600);
      try {
        await file.appendFile(entries.map(entry => `${JSON.stringify({ at, ...entry })}\n`).join(''));
        await file.sync();
      } finally {
        await file.close();
      }
      await syncFolder(this.#folder);
      this.records += entries.length;
    });
  }

  /** The newest records, at most `limit`, and how many there are. */
  async list(
    limit: number,
  ): Promise<{ readonly total: number; readonly entries: readonly QuarantineEntry[] }> {
    const all: QuarantineEntry[] = [];
    for (const name of await this.#files()) all.push(...(await this.#read(name)).map(({ entry }) => entry));
    return { total: all.length, entries: all.toReversed().slice(0, limit) };
  }

  /** Removes the records of a subject. @returns how many events that were */
  erase(subject: Subject): Promise<number> {
    return this.#inTurn(async () => {
      let removed = 0;
      for (const name of await this.#files()) {
        const lines = await this.#read(name);
        const left = lines.filter(({ entry }) => !isOf(entry, subject));
        if (left.length === lines.length) continue;
        removed += lines.length - left.length;
        await this.#replace(name, left.map(({ line }) => `${line}\n`).join(''));
      }
      return removed;
    });
  }

  /** Deletes the files of days that are over for 30 days. @param now milliseconds since 1970 */
  expire(now: number): Promise<void> {
    return this.#inTurn(async () => {
      const oldest = `${dayOf(now - KEPT)}.jsonl`;
      for (const name of await this.#files())
        if (name < oldest) await rm(join(this.#folder, name), { force: true });
    });
  }

  /** Names of the files, the oldest first. */
  async #files(): Promise<string[]> {
    const names = await readdir(this.#folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    return names.filter(name => NAME.test(name)).sort();
  }

  /** Lines that were cut short by a sudden end are left out. */
  async #read(name: string): Promise<{ readonly line: string; readonly entry: QuarantineEntry }[]> {
    const text = await readFile(join(this.#folder, name), 'utf8');
    return text.split('\n').flatMap(line => {
      try {
        return line === '' ? [] : [{ line, entry: JSON.parse(line) as QuarantineEntry }];
      } catch {
        return [];
      }
    });
  }

  async #replace(name: string, content: string): Promise<void> {
    const path = join(this.#folder, name);
    if (content === '') await rm(path);
    else {
      const file = await open(`${path}.new`, 'w', 0o600);
      try {
        await file.writeFile(content);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(`${path}.new`, path);
    }
    await syncFolder(this.#folder);
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** A text names the subject where its id stands in it, as it is or as JSON writes it. */
const isOf = (entry: Quarantined, subject: Subject): boolean => {
  if ('event' in entry)
    return 'user' in subject ? entry.event.user === subject.user : entry.event.device === subject.device;
  if ('report' in entry) return false;
  const name = 'user' in subject ? subject.user : subject.device;
  return entry.text.includes(name) || entry.text.includes(JSON.stringify(name).slice(1, -1));
};

const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
};
