/** When the store's file is compacted: after a while without a change, and at the latest a minute after the first. */

/** Milliseconds without a load after which `compact` runs, and how long loads put it off at most. */
const COMPACT_AFTER = 5_000;
const COMPACT_AT_MOST_AFTER = 60_000;

export class CompactionTimer {
  readonly #now: () => number;
  readonly #compact: () => void;
  #timer: NodeJS.Timeout | undefined;
  #since: number | undefined;

  /** @param now milliseconds since 1970 */
  constructor(now: () => number, compact: () => void) {
    this.#now = now;
    this.#compact = compact;
  }

  /** Called after each change. */
  start(): void {
    const now = this.#now();
    this.#since ??= now;
    // A clock that jumps back must not postpone it for ever.
    const waited = Math.max(0, now - this.#since);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      this.#compact,
      Math.max(0, Math.min(COMPACT_AFTER, COMPACT_AT_MOST_AFTER - waited)),
    );
    this.#timer.unref();
  }

  /** A compaction begins, or none is to follow. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#since = undefined;
  }
}
