/** The event store within its process: one file, one writer, a few readers. */
import { createSerialQueue } from '../../../platform/serial-queue.ts';
import type { Offset } from '../../../events/log/event-log.ts';
import type { Subject } from '../../../events/record/subject.ts';
import { eraseSampleRows, eraseSubjects, expireRows } from './erase.ts';
import { openFile, type OpenFile, walSize } from './file.ts';
import { loadedToOf, metaOf, setLoadedTo } from './meta.ts';
import { asContentError, StageLost } from '../../../events/store/errors.ts';
import { checkpoint, inTransaction } from './statements.ts';
import { deleteErasedIds } from './dedupe.ts';
import { load } from './load.ts';
import { changePeople } from './people.ts';
import { mergeDirtyHours } from './merge.ts';
import { countable, countTransitions } from './transitions.ts';
import type { LogRange, StoreCalls, StoreSettings } from './protocol.ts';
import type { ResultRow } from '../../../events/store/query-client.ts';
import { Readers } from './readers.ts';
import type { Columns } from '../../../events/store/rows.ts';
import { writeAnew } from './rewrite.ts';
import { clearStage, stage } from './stage.ts';
import { HOUR } from '../../../events/store/counting.ts';

/** Bytes of write-ahead log beyond which a load makes a checkpoint immediately, so that a start never replays more. */
const WAL_LIMIT = 256 * 2 ** 20;

interface Stage {
  readonly load: number;
  readonly parts: number;
}

export class StoreDatabase {
  readonly #settings: StoreSettings;
  readonly #readers = new Readers();
  #file: OpenFile;
  /** What is staged: of which load, and how many parts. */
  #staged: Stage | undefined;
  readonly #writes = createSerialQueue();
  #closing = false;

  private constructor(settings: StoreSettings, file: OpenFile) {
    this.#settings = settings;
    this.#file = file;
    this.#readers.resume(file.readers);
  }

  /** @throws StoreDamaged, StoreUnavailable */
  static async open(settings: StoreSettings): Promise<StoreDatabase> {
    return new StoreDatabase(settings, await openFile(settings));
  }

  /** The version that the file was of before it was opened, where it was an earlier one. */
  get upgradedFrom(): number | undefined {
    return this.#file.upgradedFrom;
  }

  loadedTo(partition: number, log: string): Promise<Offset> {
    return this.#write(() => loadedToOf(this.#file.writer, partition, log));
  }

  /** Stages events and reports for the load of that number; those of another load are dropped. */
  stage(load: number, events: Columns, reports: Columns): Promise<void> {
    return this.#write(async () => {
      const parts = this.#staged?.load === load ? this.#staged.parts : 0;
      if (parts === 0) await clearStage(this.#file.writer);
      this.#staged = { load, parts: parts + 1 };
      await stage(this.#file.writer, events, reports).catch((error: unknown) => {
        this.#staged = undefined;
        throw asContentError(error);
      });
    });
  }

  /** @param batch no parts: it is empty. @returns how many events were stored already. @throws StageLost */
  load(batch: Stage, range: LogRange | undefined, trial: boolean): Promise<number> {
    return this.#write(async () => {
      const parts = this.#staged?.load === batch.load ? this.#staged.parts : 0;
      if (parts !== batch.parts) throw new StageLost('The file was written anew while the batch was staged.');
      if (parts === 0) await clearStage(this.#file.writer);
      this.#staged = undefined;
      const known = await load(this.#file.writer, range, trial);
      await clearStage(this.#file.writer);
      if ((await walSize(this.#file.path)) > WAL_LIMIT) await checkpoint(this.#file.writer);
      return known;
    });
  }

  /** Sets another offset of the log at which the load continues. */
  moveTo(partition: number, log: string, offset: Offset): Promise<void> {
    return this.#write(() => setLoadedTo(this.#file.writer, partition, log, offset));
  }

  query(id: number, question: StoreCalls['query']['in']): Promise<readonly ResultRow[]> {
    return this.#readers.ask(id, question);
  }

  stop(id: number): void {
    this.#readers.stop(id, 'caller');
  }

  /** Removes subjects from every answer. Their bytes stay in the file until `rewrite`. @returns of each, how many events that were */
  erase(subjects: readonly Subject[], at: number): Promise<readonly number[]> {
    return this.#write(() => this.#transaction(() => eraseSubjects(this.#file.writer, subjects, at)));
  }

  peopleAt(): Promise<number> {
    return this.#write(() => metaOf(this.#file.writer, 'people_at'));
  }

  changePeople(change: StoreCalls['changePeople']['in']): Promise<boolean> {
    return this.#write(() => this.#transaction(() => changePeople(this.#file.writer, change)));
  }

  /** As `erase`. */
  eraseSample(at: number): Promise<number> {
    return this.#write(() => this.#transaction(() => eraseSampleRows(this.#file.writer, at)));
  }

  erasedSince(): Promise<number> {
    return this.#write(() => metaOf(this.#file.writer, 'rewrite_due'));
  }

  /**
   * Rewrites the file without erased events. Loads wait meanwhile; queries do not. @throws Error where the disk has no
   * room for it
   */
  rewrite(): Promise<void> {
    return this.#write(() => this.#rewrite());
  }

  /** Deletes rows older than that, in whole hours, after their rollups are computed. @returns as `compact` */
  async expire(before: number): Promise<boolean> {
    const hour = Math.floor(before / HOUR);
    if (!(await this.#countTo(hour))) return true;
    return this.#write(async () => {
      await this.#transaction(() => expireRows(this.#file.writer, hour));
      return checkpoint(this.#file.writer);
    });
  }

  /**
   * Maintenance while idle: merges rollups, counts transitions, makes a checkpoint.
   * @param now milliseconds since 1970
   * @returns false where the checkpoint has to wait for a query
   */
  async compact(now: number): Promise<boolean> {
    if (!(await this.#countTo(countable(now)))) return true;
    return this.#write(async () => {
      await this.#transaction(() => mergeDirtyHours(this.#file.writer));
      await deleteErasedIds(this.#file.writer, now);
      return checkpoint(this.#file.writer);
    });
  }

  close(): Promise<void> {
    this.#closing = true;
    return this.#write(async () => {
      this.#readers.stopAll();
      await this.#readers.pause();
      await this.#file.writer.run('checkpoint');
      this.#file.close();
    });
  }

  /**
   * Counts transitions in steps between which loads come in: after an upgrade all of them are counted again.
   * @returns false where the store is closed meanwhile
   */
  async #countTo(last: number): Promise<boolean> {
    let counted = false;
    while (!counted && !this.#closing)
      counted = await this.#write(() => this.#transaction(() => countTransitions(this.#file.writer, last)));
    return !this.#closing;
  }

  async #rewrite(): Promise<void> {
    const replace = await writeAnew(this.#file);
    await this.#readers.pause();
    try {
      try {
        // No write-ahead log may be left: it would be replayed upon the new file. While a query runs it might stay.
        await this.#file.writer.run('checkpoint');
      } finally {
        this.#file.close();
      }
      await replace();
    } finally {
      this.#staged = undefined;
      this.#file = await openFile(this.#settings);
      this.#readers.resume(this.#file.readers);
    }
  }

  #transaction<T>(work: () => Promise<T>): Promise<T> {
    return inTransaction(this.#file.writer, work);
  }

  #write<T>(work: () => Promise<T>): Promise<T> {
    return this.#writes.run(work);
  }
}
