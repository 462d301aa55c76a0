/** Costly work that one run does for all who ask, with time for others between two runs. */
export interface SharedWork {
  /**
   * Resolves after a run that began after the call; rejects with its error.
   * @throws the reason of `close` where the run has not begun
   */
  run(): Promise<void>;
  /** Ends the wait for runs that have not begun. */
  close(reason: Error): void;
}

export interface SharedWorkOptions {
  /** @param begun to be called when it begins: who asks later needs another run */
  readonly work: (begun: () => void) => Promise<void>;
  /** Times its own duration that passes between the end of a run and the start of the next, where the run took long. */
  readonly rest: number;
  /** Milliseconds from which a run took long. */
  readonly long: number;
  /** Milliseconds of a clock that is never put back. */
  readonly now: () => number;
  /** Resolves after so many milliseconds; rejects when the signal is aborted. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

export const createSharedWork = ({ work, rest, long, now, pause }: SharedWorkOptions): SharedWork => {
  const closing = new AbortController();
  /** The run that has not begun. */
  let next: Promise<void> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let restsUntil = Number.NEGATIVE_INFINITY;
  const runAfter = async (before: Promise<unknown>) => {
    let begunAt: number | undefined;
    const begun = () => {
      if (begunAt === undefined) next = undefined;
      begunAt ??= now();
    };
    try {
      await before;
      const left = restsUntil - now();
      if (left > 0) await pause(left, closing.signal).catch(() => undefined);
      closing.signal.throwIfAborted();
      await work(begun);
    } finally {
      begun();
      const ended = now();
      const took = ended - (begunAt ?? ended);
      restsUntil = took < long ? ended : ended + rest * took;
    }
  };
  return {
    run: () => {
      if (!next) {
        next = runAfter(last);
        last = next.catch(() => undefined);
      }
      return next;
    },
    close: reason => closing.abort(reason),
  };
};
