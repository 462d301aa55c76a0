/** The event store within its process: one file, one writer, a few readers. */
import { setTimeout } from 'node:timers/promises';
import { createSerialQueue } from '../../platform/serial-queue.ts';
import { createSharedWork } from '../../platform/shared-work.ts';
import type { Offset } from '../log/event-log.ts';
import type { Subject } from '../record/subject.ts';
import { eraseSampleRows, eraseSubject, expireRows } from './erase.ts';
import { openFile, type OpenFile, walSize } from './file.ts';
import { loadedToOf, metaOf, setLoadedTo } from './meta.ts';
import { asContentError, StageLost, StoreUnavailable } from './errors.ts';
import { checkpoint, inTransaction } from './statements.ts';
import { deleteErasedIds } from './dedupe.ts';
import { load } from './load.ts';
import { mergeDirtyHours } from './merge.ts';
import { countable, countTransitions } from './transitions.ts';
import type { LogRange, ResultRow, StoreCalls, StoreSettings } from './protocol.ts';
import { Readers } from './readers.ts';
import type { Columns } from './rows.ts';
import { writeAnew } from './rewrite.ts';
import { clearStage, stage } from './stage.ts';
import { HOUR } from './tables.ts';

/** Bytes of write-ahead log beyond which a load makes a checkpoint at once, so that a start never replays more. */
const WAL_LIMIT = 256 * 2 ** 20;
/** Times the duration of erasures that loads have before the next: however many people are erased, a fifth of the time goes to it at most. */
const ERASURES_REST = 4;
/** Milliseconds of erasures that hold loads up for so short that the next may follow at once. */
const LONG_ERASURES = 2_000;

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
  /** What is to be removed with the next rewrite. */
  #removals: (() => Promise<void>)[] = [];
  /** Erasures; those that wait share one rewrite of the file. */
  readonly #erasures = createSharedWork({
    work: begun =>
      this.#write(async () => {
        begun();
        const removals = this.#removals;
        this.#removals = [];
        for (const remove of removals) await remove();
        if (await this.#rewriteIsDue()) await this.#rewrite();
      }),
    rest: ERASURES_REST,
    long: LONG_ERASURES,
    now: () => performance.now(),
    pause: (ms, signal) => setTimeout(ms, undefined, { signal }),
  });
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

  /** Resolves once the rows are gone from the file. @throws StoreUnavailable where the store is closed before */
  erase(subject: Subject): Promise<number> {
    return this.#erasing(() => eraseSubject(this.#file.writer, subject));
  }

  eraseSample(): Promise<number> {
    return this.#erasing(() => eraseSampleRows(this.#file.writer));
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
    const { written, due } = await this.#write(async () => {
      await this.#transaction(() => mergeDirtyHours(this.#file.writer));
      await deleteErasedIds(this.#file.writer, now);
      return { written: await checkpoint(this.#file.writer), due: await this.#rewriteIsDue() };
    });
    if (!due) return written;
    // An erasure was interrupted.
    await this.#erasures.run();
    return true;
  }

  close(): Promise<void> {
    this.#closing = true;
    this.#erasures.close(new StoreUnavailable('the event store is closed'));
    return this.#write(async () => {
      this.#readers.stopAll();
      await this.#readers.pause();
      await this.#file.writer.run('checkpoint');
      this.#file.close();
    });
  }

  /**
   * Counts transitions in steps between which loads come in: after an upgrade all of them are counted anew.
   * @returns false where the store is closed meanwhile
   */
  async #countTo(last: number): Promise<boolean> {
    let counted = false;
    while (!counted && !this.#closing)
      counted = await this.#write(() => this.#transaction(() => countTransitions(this.#file.writer, last)));
    return !this.#closing;
  }

  async #erasing(remove: () => Promise<number>): Promise<number> {
    let removed = Promise.resolve(0);
    this.#removals.push(async () => {
      removed = this.#transaction(remove);
      // It fails for this caller alone.
      await removed.catch(() => undefined);
    });
    await this.#erasures.run();
    return removed;
  }

  async #rewriteIsDue(): Promise<boolean> {
    return (await metaOf(this.#file.writer, 'rewrite_due')) === 1;
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
