/** Time limits of asynchronous work. */

/**
 * Runs `work` with a time limit. The result is decided by a race, because not every client stops at an abort signal.
 * @param ms the limit in milliseconds
 * @param work receives a signal that is aborted when the limit is reached
 * @param expired makes the error that is thrown when the limit is reached
 */
export const withTimeout = async <T>(
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
  expired: () => Error = () => new Error(`no answer within ${ms} ms`),
): Promise<T> => {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(expired());
      controller.abort();
    }, ms);
  });
  try {
    return await Promise.race([work(controller.signal), limit]);
  } finally {
    clearTimeout(timer);
  }
};
