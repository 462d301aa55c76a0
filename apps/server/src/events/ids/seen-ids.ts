/** Which events were taken already: every id of at least seven days, in memory to be asked and on the disk to be kept. */
import type { Logger } from 'pino';
import type { Offset } from '../log/event-log.ts';
import type { IdFiles } from './id-files.ts';
import { IdSet, IdsFull, LIVING_PERIODS, WORDS, writeWords } from './id-set.ts';

/** Milliseconds of one period. */
export const PERIOD = 6 * 3600 * 1000;
/** Seven days, and the period that runs. */
export const PERIODS_KEPT = 29;
/** Words of the space for claimed ids. */
const CHUNK = 65_536;

export interface SeenIdsOptions {
  readonly files: IdFiles;
  /** Bytes of memory at most; beyond, the oldest period is let go. */
  readonly memoryBytes: number;
  /** Any number of 32 bits, another at each start. */
  readonly seed: number;
  readonly now: () => number;
  readonly log: Pick<Logger, 'warn' | 'error'>;
}

/** Ids that were new, and are about to be kept. */
export interface Claim {
  readonly chunk: Uint32Array;
  readonly from: number;
  readonly to: number;
  readonly period: number;
}

interface Unsaved extends Claim {
  to: number;
  /** Where to go on in the log behind them. */
  next: Offset;
}

/** Thrown where not even the ids of the period that runs find room. */
export class NoRoomForIds extends Error {}

/** Reads what the files know. `to` says from where on the log's ids are still to be added. */
export const openSeenIds = async (options: SeenIdsOptions): Promise<{ seen: SeenIds; to: Offset }> => {
  const seen = new SeenIds(options);
  let to = 0;
  for (const number of await options.files.periods()) {
    const period = await options.files.read(number);
    seen.restore(period.number, period.words);
    to = Math.max(to, period.to);
  }
  return { seen, to };
};

export class SeenIds {
  readonly #files: IdFiles;
  readonly #now: () => number;
  readonly #log: Pick<Logger, 'warn' | 'error'>;
  readonly #set: IdSet;
  /** The living periods and their numbers in the set. */
  readonly #periods = new Map<number, number>();
  /** Where claimed ids are written, one behind the other, so that one block of a file is made of few pieces. */
  #chunk = new Uint32Array(0);
  #filled = 0;
  #unsaved: Unsaved[] = [];
  #saving: Promise<void> = Promise.resolve();

  constructor({ files, memoryBytes, seed, now, log }: SeenIdsOptions) {
    this.#files = files;
    this.#now = now;
    this.#log = log;
    this.#set = new IdSet(memoryBytes, seed);
  }

  get size(): number {
    return this.#set.size;
  }

  get bytes(): number {
    return this.#set.bytes;
  }

  /** Milliseconds that are remembered in full at least. */
  window(): number {
    return Math.max(0, this.#periods.size - 1) * PERIOD;
  }

  /** Adds what a period's file holds. */
  restore(period: number, words: Uint32Array): void {
    const number = this.#numberOf(period);
    for (let at = 0; at < words.length; at += WORDS) this.#add(words, at, number);
  }

  /**
   * Claims ids for an append.
   * @returns for each id whether it is new; and the claim, which `kept` or `release` has to follow
   * @throws NoRoomForIds where the memory is full with the ids of one period; nothing is claimed then
   */
  claim(ids: readonly string[]): { readonly fresh: readonly boolean[]; readonly claim: Claim } {
    const period = this.#period();
    const number = this.#numberOf(period);
    if (this.#filled + ids.length * WORDS > this.#chunk.length) {
      this.#chunk = new Uint32Array(Math.max(CHUNK, ids.length * WORDS));
      this.#filled = 0;
    }
    const chunk = this.#chunk;
    const from = this.#filled;
    let to = from;
    const fresh: boolean[] = [];
    try {
      for (const id of ids) {
        writeWords(id, chunk, to);
        const isNew = this.#add(chunk, to, number);
        fresh.push(isNew);
        if (isNew) to += WORDS;
      }
    } catch (error) {
      this.release({ chunk, from, to, period });
      throw error;
    }
    this.#filled = to;
    return { fresh, claim: { chunk, from, to, period } };
  }

  /** Takes a claim's ids out again, which were not kept after all. */
  release({ chunk, from, to }: Claim): void {
    for (let at = from; at < to; at += WORDS) this.#set.remove(chunk, at);
  }

  /** A claim's ids are durable in the log, up to `next`; called in the log's order. */
  kept({ chunk, from, to, period }: Claim, next: Offset): void {
    const last = this.#unsaved.at(-1);
    if (last && last.chunk === chunk && last.to === from && last.period === period) {
      last.to = to;
      last.next = next;
    } else this.#unsaved.push({ chunk, from, to, period, next });
  }

  /**
   * Writes what was kept since into the files.
   * @returns once it is durable; the log is no longer needed for their sake before that place
   */
  save(): Promise<void> {
    const saved = this.#saving.then(() => this.#saveNow());
    this.#saving = saved.catch(() => undefined);
    return saved;
  }

  async #saveNow(): Promise<void> {
    const unsaved = this.#unsaved;
    this.#unsaved = [];
    try {
      while (unsaved[0]) {
        const { period } = unsaved[0];
        const other = unsaved.findIndex(one => one.period !== period);
        const count = other < 0 ? unsaved.length : other;
        const blocks = unsaved.slice(0, count);
        await this.#files.append(period, joined(blocks), blocks.at(-1)?.next ?? 0);
        unsaved.splice(0, count);
      }
    } catch (error) {
      this.#unsaved = [...unsaved, ...this.#unsaved];
      throw error;
    }
  }

  #period(): number {
    return Math.max(0, Math.floor(this.#now() / PERIOD));
  }

  /** A clock that jumps forth and back makes a period more; it never makes an old one come back. */
  #numberOf(period: number): number {
    const known = this.#periods.get(period);
    if (known !== undefined) return known;
    if (this.#periods.size >= PERIODS_KEPT + 1) this.#letGo();
    const taken = new Set(this.#periods.values());
    let number = 1;
    while (taken.has(number)) number += 1;
    if (number > LIVING_PERIODS) throw new Error('More periods than can be told apart.');
    this.#periods.set(period, number);
    this.#set.begin(number);
    return number;
  }

  #letGo(): void {
    const oldest = Math.min(...this.#periods.keys());
    this.#set.forget(this.#periods.get(oldest) ?? 0);
    this.#periods.delete(oldest);
    // A file that stays is read at the next start, and let go again.
    this.#saving = this.#saving
      .then(() => this.#files.remove(oldest))
      .catch((error: unknown) => this.#log.warn({ err: error }, 'old ids could not be removed'));
  }

  #add(words: Uint32Array, at: number, number: number): boolean {
    for (;;) {
      try {
        return this.#set.add(words, at, number);
      } catch (error) {
        if (!(error instanceof IdsFull)) throw error;
        if (this.#periods.size < 2) throw new NoRoomForIds('The memory for ids is full.', { cause: error });
        this.#letGo();
        const hours = this.window() / 3_600_000;
        this.#log.error(
          { hours },
          'the memory for ids is full: events that come twice are known for less time',
        );
      }
    }
  }
}

const joined = (blocks: readonly Claim[]): Uint32Array => {
  const all = new Uint32Array(blocks.reduce((sum, { from, to }) => sum + to - from, 0));
  let at = 0;
  for (const { chunk, from, to } of blocks) {
    all.set(chunk.subarray(from, to), at);
    at += to - from;
  }
  return all;
};
