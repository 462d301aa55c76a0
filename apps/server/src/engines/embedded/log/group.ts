/** Appends that wait for the same write: one datasync serves all of them. */
import type { NewRecord, Offset } from '../../../events/log/event-log.ts';
import { framedLength, writeAppend } from './frames.ts';

interface Waiting {
  readonly records: readonly NewRecord[];
  readonly bytes: number;
  readonly kept: (next: Offset) => void;
  readonly failed: (error: unknown) => void;
}

export class Group {
  readonly #waiting: Waiting[] = [];
  /** Its length in a segment. */
  bytes = 0;

  /** @returns the offset after the records, once `keep` was called */
  add(records: readonly NewRecord[]): Promise<Offset> {
    const bytes = framedLength(records);
    this.bytes += bytes;
    return new Promise((kept, failed) => {
      this.#waiting.push({ records, bytes, kept, failed });
    });
  }

  /**
   * @param into a buffer of at least `bytes`
   * @param offset where the group will be in the log
   */
  write(into: Buffer, offset: Offset): void {
    let at = 0;
    for (const { records } of this.#waiting) at = writeAppend(into, at, offset, records);
  }

  /** Resolves the appends, in their order: the group is durable at `offset`. */
  keep(offset: Offset): void {
    let next = offset;
    for (const { bytes, kept } of this.#waiting) {
      next += bytes;
      kept(next);
    }
  }

  fail(error: unknown): void {
    for (const { failed } of this.#waiting) failed(error);
  }
}
