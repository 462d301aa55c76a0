/** What a loader that is closed does not wait for: its partition goes to another process immediately. */
import type { BoundedPool } from '../../platform/bounded-pool.ts';

/** @returns undefined once the loader is closed: records may take long to arrive */
export const untilClosed = <T>(closing: AbortSignal, work: Promise<T>): Promise<T | undefined> => {
  if (closing.aborted) return Promise.resolve(undefined);
  const over = new AbortController();
  return new Promise<T | undefined>((resolve, reject) => {
    closing.addEventListener('abort', () => resolve(undefined), { signal: over.signal });
    work.then(resolve, reject);
  }).finally(() => over.abort());
};

/** @returns false without loading once the loader is closed: it does not wait for its turn */
export const inTurn = async (
  closing: AbortSignal,
  turns: Pick<BoundedPool, 'run'> | undefined,
  load: () => Promise<boolean>,
): Promise<boolean> => {
  if (closing.aborted) return false;
  if (!turns) return load();
  const begun = new AbortController();
  const work = async () => {
    begun.abort();
    return !closing.aborted && load();
  };
  return new Promise((resolve, reject) => {
    // Resolves nothing while it loads, as the signal is gone by then.
    closing.addEventListener('abort', () => resolve(false), { signal: begun.signal });
    turns.run(work).then(resolve, reject);
  });
};
