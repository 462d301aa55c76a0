/** Limits how many new names may come up, so that made-up ones do not fill tables and lists. */
const HOUR = 3_600_000;
/** Names that are remembered. */
const KNOWN = 10_000;

export class NewNames {
  readonly #known = new Set<string>();
  readonly #perHour: number;
  #hour = 0;
  #new = 0;

  /** @param perHour new names that are admitted in an hour */
  constructor(perHour: number) {
    this.#perHour = perHour;
  }

  /** Admits names that are known from before. */
  know(names: Iterable<string>): void {
    for (const name of names) this.#remember(name);
  }

  /** Whether a name is known, or still admitted in the hour of `at` (milliseconds since 1970). */
  admit(name: string, at: number): boolean {
    if (this.#known.has(name)) return true;
    const hour = Math.floor(at / HOUR);
    if (hour !== this.#hour) {
      this.#hour = hour;
      this.#new = 0;
    }
    if (this.#new >= this.#perHour) return false;
    this.#new += 1;
    this.#remember(name);
    return true;
  }

  #remember(name: string): void {
    if (this.#known.size >= KNOWN) this.#known.clear();
    this.#known.add(name);
  }
}
