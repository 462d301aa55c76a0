/**
 * Does work with a signal that is aborted when either of two is, with its reason, or when the work is over. Nothing of it is kept then:
 * `AbortSignal.any` leaves a reference in a signal that lives on, and keeps itself while anybody listens.
 * @returns what the work returns
 */
export const withEither = async <T>(
  one: AbortSignal,
  other: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const controller = new AbortController();
  const stops = [one, other].map(signal => ({ signal, stop: () => controller.abort(signal.reason) }));
  for (const { signal, stop } of stops)
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop);
  try {
    return await work(controller.signal);
  } finally {
    for (const { signal, stop } of stops) signal.removeEventListener('abort', stop);
    controller.abort();
  }
};
