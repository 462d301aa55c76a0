/**
 * A set of UUIDv7s in 16 bytes each. The six bits that every UUIDv7 has alike say in which period it came, so that a
 * whole period can be forgotten at once.
 */

/** Periods that can be told apart; one is for empty places, one for what was taken out. */
const PERIODS = 64;
const EMPTY = 0;
const GONE = PERIODS - 1;
/** Periods that may live at the same time: numbers 1 to so many. */
export const LIVING_PERIODS = PERIODS - 2;

const PARTITIONS = 256;
const FIRST_PLACES = 64;
/** Words of 32 bits in an id. */
export const WORDS = 4;

/** The four version bits in the second word, the two variant bits in the third. */
const VERSION = 0xf000;
const VARIANT = 0xc000_0000;

const digit = (code: number): number => (code < 58 ? code - 48 : code - 87);

/** Writes an id, in lower case with its dashes, as four words. */
export const writeWords = (id: string, into: Uint32Array, at: number): void => {
  let word = 0;
  let digits = 0;
  let to = at;
  for (let index = 0; index < 36; index++) {
    const code = id.charCodeAt(index);
    if (code === 45) continue;
    word = (word << 4) | digit(code);
    if (++digits === 8) {
      into[to++] = word;
      digits = word = 0;
    }
  }
};

/** Thrown where an id more would take more bytes than the set may have. */
export class IdsFull extends Error {}

interface Partition {
  words: Uint32Array;
  /** Places that are not empty. */
  used: number;
}

const partition = (places: number): Partition => ({ words: new Uint32Array(places * WORDS), used: 0 });

export class IdSet {
  readonly #partitions = Array.from({ length: PARTITIONS }, () => partition(FIRST_PLACES));
  readonly #living = new Uint8Array(PERIODS);
  #places = PARTITIONS * FIRST_PLACES;
  #size = 0;

  /**
   * @param most bytes of its tables at most
   * @param seed any number: keeps others from making up ids that fall on one place
   */
  constructor(
    private readonly most: number,
    private readonly seed: number,
  ) {}

  /** Ids of living periods. */
  get size(): number {
    return this.#size;
  }

  /** Bytes of its tables. */
  get bytes(): number {
    return this.#places * WORDS * 4;
  }

  /** From now on ids may be added under this number, 1 to LIVING_PERIODS. */
  begin(period: number): void {
    this.#living[period] = 1;
  }

  /** Forgets a period's ids; their places are used again when their table is next made anew. */
  forget(period: number): void {
    this.#living[period] = 0;
    let size = 0;
    // No id of the period may come back to life under the number's next use.
    for (const { words } of this.#partitions) {
      for (let at = 0; at < words.length; at += WORDS) {
        const found = periodAt(words, at);
        if (found === period) setPeriod(words, at, GONE);
        else if (this.#living[found] === 1) size += 1;
      }
    }
    this.#size = size;
  }

  /**
   * Adds an id that stands at `at` of `words`.
   * @returns whether it is new
   * @throws IdsFull where there is no place for it; nothing is changed then
   */
  add(words: Uint32Array, at: number, period: number): boolean {
    const hash = this.#hash(words, at);
    const index = hash >>> 24;
    let table = this.#partitions[index] as Partition;
    let place = this.#find(table.words, hash, words, at);
    const found = periodAt(table.words, place);
    if (this.#living[found] === 1) return false;
    if (found === EMPTY && (table.used + 1) * WORDS > table.words.length * 0.75) {
      table = this.#remake(index);
      place = this.#find(table.words, hash, words, at);
    }
    if (periodAt(table.words, place) === EMPTY) table.used += 1;
    put(words, at, table.words, place);
    setPeriod(table.words, place, period);
    this.#size += 1;
    return true;
  }

  has(words: Uint32Array, at: number): boolean {
    const hash = this.#hash(words, at);
    const table = (this.#partitions[hash >>> 24] as Partition).words;
    return this.#living[periodAt(table, this.#find(table, hash, words, at))] === 1;
  }

  /** Takes an id out that was added. */
  remove(words: Uint32Array, at: number): void {
    const hash = this.#hash(words, at);
    const table = (this.#partitions[hash >>> 24] as Partition).words;
    const place = this.#find(table, hash, words, at);
    if (this.#living[periodAt(table, place)] !== 1) return;
    setPeriod(table, place, GONE);
    this.#size -= 1;
  }

  /** Where the id stands, or else the first place that it may take. */
  #find(table: Uint32Array, hash: number, words: Uint32Array, at: number): number {
    const mask = table.length - 1;
    const first = words[at];
    const second = (words[at + 1] as number) & ~VERSION;
    const third = (words[at + 2] as number) & ~VARIANT;
    const fourth = words[at + 3];
    let free = -1;
    for (let place = (hash << 2) & mask; ; place = (place + WORDS) & mask) {
      const period = periodAt(table, place);
      if (period === EMPTY) return free < 0 ? place : free;
      const same =
        table[place + 3] === fourth &&
        table[place] === first &&
        ((table[place + 2] as number) & ~VARIANT) === third &&
        ((table[place + 1] as number) & ~VERSION) === second;
      if (same && this.#living[period] === 1) return place;
      if (free < 0 && this.#living[period] !== 1) free = place;
    }
  }

  /** Makes a partition's table anew, without what was forgotten, and larger where that is not enough. */
  #remake(index: number): Partition {
    const old = this.#partitions[index] as Partition;
    let living = 0;
    for (let at = 0; at < old.words.length; at += WORDS) living += this.#living[periodAt(old.words, at)] ?? 0;
    const places = old.words.length / WORDS;
    let wanted = living > places / 2 ? places * 2 : places;
    if (wanted > places && (this.#places + places) * WORDS * 4 > this.most) {
      // No room to grow; as it is it may become a little fuller than is good.
      if (living + 1 > places * 0.9) throw new IdsFull();
      wanted = places;
      if (living === old.used) return old;
    }
    const made = partition(wanted);
    for (let at = 0; at < old.words.length; at += WORDS) {
      if (this.#living[periodAt(old.words, at)] !== 1) continue;
      const place = this.#find(made.words, this.#hash(old.words, at), old.words, at);
      put(old.words, at, made.words, place);
    }
    made.used = living;
    this.#partitions[index] = made;
    this.#places += wanted - places;
    return made;
  }

  #hash(words: Uint32Array, at: number): number {
    let hash = Math.imul((words[at + 3] as number) ^ this.seed, 0x9e37_79b1);
    hash = Math.imul((hash ^ (hash >>> 15)) + ((words[at + 2] as number) & ~VARIANT), 0x85eb_ca6b);
    hash = Math.imul((hash ^ (hash >>> 13)) + ((words[at + 1] as number) & ~VERSION), 0xc2b2_ae35);
    hash = Math.imul((hash ^ (hash >>> 16)) + (words[at] as number), 0x27d4_eb2f);
    return (hash ^ (hash >>> 15)) >>> 0;
  }
}

const put = (from: Uint32Array, at: number, to: Uint32Array, place: number): void => {
  to[place] = from[at] as number;
  to[place + 1] = from[at + 1] as number;
  to[place + 2] = from[at + 2] as number;
  to[place + 3] = from[at + 3] as number;
};

const periodAt = (words: Uint32Array, at: number): number =>
  (((words[at + 1] as number) & VERSION) >>> 10) | ((words[at + 2] as number) >>> 30);

const setPeriod = (words: Uint32Array, at: number, period: number): void => {
  words[at + 1] = ((words[at + 1] as number) & ~VERSION) | ((period << 10) & VERSION);
  words[at + 2] = ((words[at + 2] as number) & ~VARIANT) | (period << 30);
};
