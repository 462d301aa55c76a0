/** Runs asynchronous work one at a time, in the order in which it was added. */
export interface SerialQueue {
  /**
   * Starts `work` once everything that was added before has ended, whether it succeeded or failed.
   * @returns the result of `work`; rejects with its error
   */
  run<T>(work: () => Promise<T>): Promise<T>;
}

export const createSerialQueue = (): SerialQueue => {
  let last: Promise<unknown> = Promise.resolve();
  return {
    run: work => {
      const result = last.then(work);
      last = result.catch(() => undefined);
      return result;
    },
  };
};
