/** Limits how many new names may come up, so that made-up ones do not fill tables and lists. */
import { LruCache } from './lru-cache.ts';

const HOUR = 3_600_000;
/** Names that are remembered at least, beside those of before. */
const REMEMBERED = 10_000;
/** Hours of new names that are remembered, a week and the running hour: a name that comes up once a week is not forgotten, whatever others make up. */
const WEEK = 7 * 24 + 1;

export class NewNames {
  readonly #before = new Set<string>();
  readonly #admitted: LruCache<string, true>;
  readonly #perHour: number;
  #hour = 0;
  #new = 0;

  /** @param perHour new names that are admitted in an hour */
  constructor(perHour: number) {
    this.#perHour = perHour;
    this.#admitted = new LruCache(Math.max(REMEMBERED, perHour * WEEK));
  }

  /** Admits names that are known from before, such as those that are stored; they are never forgotten. */
  know(names: Iterable<string>): void {
    for (const name of names) this.#before.add(name);
  }

  /** Whether a name is known, or still admitted in the hour of `at` (milliseconds since 1970). */
  admit(name: string, at: number): boolean {
    if (this.#before.has(name) || this.#admitted.get(name)) return true;
    const hour = Math.floor(at / HOUR);
    if (hour !== this.#hour) {
      this.#hour = hour;
      this.#new = 0;
    }
    if (this.#new >= this.#perHour) return false;
    this.#new += 1;
    this.#admitted.set(name, true);
    return true;
  }
}
