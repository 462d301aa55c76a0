/** The end of a process does not wait long for work that is taken up again. */

/** Milliseconds that the end waits. */
export const STOPPED_WITHIN = 5_000;

/**
 * Waits until work has ended, or for `STOPPED_WITHIN`.
 *
 * @param running does not reject
 * @param pause resolves after so many milliseconds, or immediately when the signal says so
 */
export const stoppedWithin = async (
  running: Promise<unknown>,
  pause: (ms: number, signal: AbortSignal) => Promise<unknown>,
): Promise<void> => {
  const ended = new AbortController();
  await Promise.race([running.finally(() => ended.abort()), pause(STOPPED_WITHIN, ended.signal)]);
};
