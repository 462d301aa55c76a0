/**
 * Writes the events of each day into a Parquet file of its own, every night. The folder is a copy of what the store holds: a day is written
 * again where late events came or some were erased, and its file goes with its last event.
 */
import { createHash, randomUUID } from 'node:crypto';
import { chmod, mkdir, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isTimeToClear } from '../../../events/store/clearing.ts';
import {
  dayOf,
  exportedColumns,
  type ParquetContent,
  type ParquetSource,
} from '../../../events/store/parquet-source.ts';
import { type Manifest, places, readManifest, sync, writeManifest } from './manifest.ts';

/** Of what the columns hold: a change of it has everything written again, as one of their names does. */
const FORM = 1;
/** Milliseconds by which the clocks of processes may differ. */
const SKEW = 10 * 60_000;
const DAY = /^day=\d{4}-\d\d-\d\d$/;
/** How the name of a file ends that is being written, so that nothing half written is named `.parquet`. */
const PART = /\.[\da-f-]{36}\.tmp$/;

export interface NightlyExportOptions {
  /** Absolute path. It is never made: what is not mounted would seem empty. */
  readonly folder: string;
  readonly source: ParquetSource;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The id that the folder had last, kept outside of it. */
  readonly identity: {
    read(): Promise<string | undefined>;
    keep(id: string): Promise<void>;
  };
  /** Hexadecimal, of the installation: people have the same names in all files. */
  readonly key: () => Promise<string>;
}

export class NightlyExport {
  readonly #options: NightlyExportOptions;
  /** Exports since the start that failed. */
  failures = 0;

  constructor(options: NightlyExportOptions) {
    this.#options = options;
  }

  get folder(): string {
    return this.#options.folder;
  }

  /** When the last export began that wrote everything, in ms since 1970; 0: none has. */
  async lastBegun(): Promise<number> {
    const { whole } = await readManifest(this.folder);
    // Written by a clock that has been put back since.
    return whole > this.#options.now() ? 0 : whole;
  }

  /** What was erased before then (ms since 1970) is in no file. */
  async clearedTo(): Promise<number> {
    return Math.max(0, (await this.lastBegun()) - SKEW);
  }

  /** Exports once a night, or by day where the server did not run at night. @throws Error where the disk is full, for example */
  async runIfDue(at: number, closing?: AbortSignal): Promise<void> {
    if (!isTimeToClear(at, await this.lastBegun())) return;
    try {
      await this.run(at, closing);
    } catch (error) {
      if (closing?.aborted) return;
      this.failures += 1;
      throw error;
    }
  }

  /**
   * Brings the files to what the store holds of the days before today. What is interrupted goes on with the days that are left.
   * @param at milliseconds since 1970
   */
  async run(at: number, closing?: AbortSignal): Promise<void> {
    const { folder, source } = this.#options;
    const key = await this.#options.key();
    const place = places(folder);
    const before = await this.#known();
    await this.#removeParts();
    const found = await source.exportedDays(dayOf(at));
    const days: Record<string, Manifest['days'][string]> = { ...before.days };
    const keep = (whole: number) => writeManifest(folder, { ...before, whole, days });
    const form = createHash('sha256')
      .update([FORM, key, ...exportedColumns].join())
      .digest('hex')
      .slice(0, 16);
    for (const { day, mark } of found) {
      closing?.throwIfAborted();
      const wanted = `${form}-${mark}`;
      const path = place.day(day);
      const known = days[day];
      if (known?.mark === wanted && known.bytes === (await sizeOf(path))) continue;
      days[day] = { mark: wanted, bytes: await this.#write(path, { day }, key) };
      await keep(before.whole);
    }
    const gone = await this.#daysBeside(new Set(found.map(({ day }) => day)), days);
    for (const day of gone) delete days[day];
    // Before the files go, so that nobody is sent to them.
    await keep(before.whole);
    for (const day of gone) await this.#remove(day);
    closing?.throwIfAborted();
    await this.#write(place.people, 'people', key);
    await this.#write(place.devices, 'devices', key);
    await keep(at);
  }

  /** What the folder has. @throws Error where it is another one than before: its files would stay, and count as cleared */
  async #known(): Promise<Manifest> {
    const { folder, identity } = this.#options;
    const found = await stat(folder).catch(() => undefined);
    if (!found?.isDirectory())
      throw new Error(`${folder} is no folder, so events are not exported. Make or mount it.`);
    const known = await identity.read();
    const before = await readManifest(folder);
    if (known !== undefined && before.id !== known)
      throw new Error(
        `${folder} is not the folder of the exports before: its manifest.json is not there. Mount it, or name another folder.`,
      );
    if (known !== undefined) return before;
    const named = { ...before, id: before.id || randomUUID() };
    await writeManifest(folder, named);
    await identity.keep(named.id);
    return named;
  }

  /** @returns the bytes of the file, which replaces the one before in one step */
  async #write(path: string, content: ParquetContent, key: string): Promise<number> {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const part = `${path}.${randomUUID()}.tmp`;
    try {
      await this.#options.source.writeParquet(part, content, key);
      // A mounted bucket may have no modes.
      await chmod(part, 0o600).catch(() => undefined);
      await sync(part);
      const { size } = await stat(part);
      await rename(part, path);
      return size;
    } catch (error) {
      // A disk that it has filled belongs to others, too.
      await rm(part, { force: true }).catch(() => undefined);
      throw error;
    }
  }

  /** Removes what a killed process left half written. One that only hung fails when it goes on: its files would be older than ours. */
  async #removeParts(): Promise<void> {
    const { events } = places(this.folder);
    await mkdir(events, { recursive: true, mode: 0o700 });
    const folders = (await readdir(events)).filter(name => DAY.test(name)).map(name => join(events, name));
    for (const inside of [this.folder, ...folders]) {
      for (const name of await readdir(inside))
        if (PART.test(name)) await rm(join(inside, name), { force: true });
    }
  }

  /** The days that have a file, or are said to, and no event. */
  async #daysBeside(there: ReadonlySet<string>, days: Readonly<Record<string, unknown>>): Promise<string[]> {
    const names = (await readdir(places(this.folder).events)).filter(name => DAY.test(name));
    const known = new Set([...names.map(name => name.slice('day='.length)), ...Object.keys(days)]);
    return [...known].filter(day => !there.has(day));
  }

  async #remove(day: string): Promise<void> {
    const path = places(this.folder).day(day);
    await rm(path, { force: true });
    // Somebody may have put something else there.
    await rmdir(dirname(path)).catch(() => undefined);
  }
}

const sizeOf = (path: string): Promise<number | undefined> =>
  stat(path).then(
    ({ size }) => size,
    () => undefined,
  );
