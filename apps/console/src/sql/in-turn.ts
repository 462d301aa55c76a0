/** Statements of this page one after the other: the server runs one of an operator at a time, and a dashboard may have several. */
let last: Promise<unknown> = Promise.resolve();

/** @throws the signal's reason where it is aborted before its turn */
export const inTurn = <T>(signal: AbortSignal, run: () => Promise<T>): Promise<T> => {
  const mine = last.then(() => {
    signal.throwIfAborted();
    return run();
  });
  last = mine.catch(() => {});
  return mine;
};
