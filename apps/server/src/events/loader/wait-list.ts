/** Who waits until the partition is loaded up to an offset. */
import { LogRestored, type Offset } from '../log/event-log.ts';

interface Waiting {
  readonly to: Offset;
  /** The identity of the log that the offset is of; absent: of the loader's. */
  readonly log: string | undefined;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export class WaitList {
  #waiting: readonly Waiting[] = [];

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  /**
   * Resolves by `reached`.
   * @param signal ends the wait
   * @throws LogRestored by `keepLog`
   */
  add(to: Offset, log?: string, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    let stop = () => {};
    return new Promise<void>((resolve, reject) => {
      const waiting: Waiting = { to, log, resolve, reject };
      this.#waiting = [...this.#waiting, waiting];
      stop = () => {
        this.#waiting = this.#waiting.filter(each => each !== waiting);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', stop);
    }).finally(() => signal?.removeEventListener('abort', stop));
  }

  /** Ends the waits for what is loaded. */
  reached(has: (to: Offset, log: string | undefined) => boolean): void {
    for (const { resolve } of this.#take(({ to, log }) => has(to, log))) resolve();
  }

  /** Ends the waits for offsets of another log, which are never reached. */
  keepLog(log: string): void {
    for (const { reject } of this.#take(each => each.log !== undefined && each.log !== log))
      reject(new LogRestored('The event log was made anew.'));
  }

  #take(which: (waiting: Waiting) => boolean): readonly Waiting[] {
    const taken = this.#waiting.filter(which);
    this.#waiting = this.#waiting.filter(each => !taken.includes(each));
    return taken;
  }
}
