/** The gallery's storage: each specimen starts with an empty one, and leaves nothing in the browser's. */

class PageStorage implements Storage {
  readonly #kept = new Map<string, string>();
  [name: string]: unknown;

  get length(): number {
    return this.#kept.size;
  }
  key(index: number): string | null {
    return [...this.#kept.keys()][index] ?? null;
  }
  getItem(key: string): string | null {
    return this.#kept.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    this.#kept.set(key, value);
  }
  removeItem(key: string): void {
    this.#kept.delete(key);
  }
  clear(): void {
    this.#kept.clear();
  }
}

/** Replaces the page's two storages by empty ones. */
export function emptyStorages(): void {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, { configurable: true, value: new PageStorage() });
}
