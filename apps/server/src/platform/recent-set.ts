/**
 * The members that were added or asked for last: at least `size` of them, less than twice as many. A question for one of the newest
 * changes nothing, where `LruCache` moves its entry: it is for what every event asks.
 */
export class RecentSet<T> {
  readonly #size: number;
  #newest = new Set<T>();
  #older: ReadonlySet<T> = new Set();

  constructor(size: number) {
    this.#size = size;
  }

  has(member: T): boolean {
    if (this.#newest.has(member)) return true;
    if (!this.#older.has(member)) return false;
    this.add(member);
    return true;
  }

  add(member: T): void {
    this.#newest.add(member);
    if (this.#newest.size < this.#size) return;
    this.#older = this.#newest;
    this.#newest = new Set();
  }
}
