/** Limits how many new names may come up, so that made-up ones do not fill tables and lists. */
import { RecentSet } from './recent-set.ts';

const HOUR = 3_600_000;
/** Names that are remembered at least, beside those of before. */
const REMEMBERED = 10_000;
/** Hours of new names that are remembered, a week and the running hour: a name that comes up once a week is not forgotten, whatever others make up. */
const WEEK = 7 * 24 + 1;
/** The part of an hour's new names that one network may bring up, and how many it may at least. */
const OF_A_NETWORK = 1 / 10;
const LEAST_OF_A_NETWORK = 5;

export class NewNames {
  readonly #before = new Set<string>();
  readonly #admitted: RecentSet<string>;
  readonly #perHour: number;
  #hour = 0;
  #new = 0;
  /** New names of this hour by network. */
  readonly #ofNetworks = new Map<string, number>();

  /**
   * @param perHour new names that are admitted in an hour
   * @param remembered how many are remembered. @default those of a week
   */
  constructor(perHour: number, remembered = Math.max(REMEMBERED, perHour * WEEK)) {
    this.#perHour = perHour;
    this.#admitted = new RecentSet(remembered);
  }

  /** Admits names that are known from before, such as those that are stored; they are never forgotten. */
  know(names: Iterable<string>): void {
    for (const name of names) this.#before.add(name);
  }

  /** Admits names that are stored, for as long as they come up; they spend nothing of an hour. */
  recognise(names: Iterable<string>): void {
    for (const name of names) this.#admitted.add(name);
  }

  /** Whether a name is known. */
  has(name: string): boolean {
    return this.#before.has(name) || this.#admitted.has(name);
  }

  /**
   * Whether a name is known, or still admitted in the hour of `at` (milliseconds since 1970).
   * @param network whose it is: one network brings up a tenth of an hour's new names at most, or five. Undefined: of no network
   */
  admit(name: string, at: number, network?: string): boolean {
    if (this.has(name)) return true;
    const hour = Math.floor(at / HOUR);
    if (hour !== this.#hour) {
      this.#hour = hour;
      this.#new = 0;
      this.#ofNetworks.clear();
    }
    if (this.#new >= this.#perHour) return false;
    if (network !== undefined) {
      const before = this.#ofNetworks.get(network) ?? 0;
      if (before >= Math.max(LEAST_OF_A_NETWORK, this.#perHour * OF_A_NETWORK)) return false;
      this.#ofNetworks.set(network, before + 1);
    }
    this.#new += 1;
    this.#admitted.add(name);
    return true;
  }
}
