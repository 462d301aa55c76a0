/** A cache of entries that weigh at most `size` together, each 1 unless told; it evicts the least recently used ones. */
export class LruCache<K, V> {
  readonly #entries = new Map<K, V>();
  readonly #size: number;
  readonly #weigh: (value: V) => number;
  #weight = 0;

  constructor(size: number, weigh: (value: V) => number = () => 1) {
    this.#size = size;
    this.#weigh = weigh;
  }

  get(key: K): V | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    // A Map keeps insertion order, so the first key is the least recently used.
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  set(key: K, value: V): void {
    this.delete(key);
    this.#entries.set(key, value);
    this.#weight += this.#weigh(value);
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#size) return;
      this.delete(oldest);
    }
  }

  delete(key: K): void {
    const value = this.#entries.get(key);
    if (value !== undefined) this.#weight -= this.#weigh(value);
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
    this.#weight = 0;
  }
}
