/** What the library takes of the browser. A test hands in its own. */
export type Outside = Pick<
  Window & typeof globalThis,
  | 'addEventListener'
  | 'removeEventListener'
  | 'document'
  | 'location'
  | 'performance'
  | 'setTimeout'
  | 'clearTimeout'
  | 'Image'
  | 'URL'
  | 'URLSearchParams'
  | 'fetch'
  | 'XMLHttpRequest'
> &
  Partial<Pick<Window, 'requestIdleCallback'>>;

/** Runs `work` when the browser has nothing better to do, at the latest in 2 s. */
export const whenIdle = (outside: Outside, work: () => void): void => {
  // Safari has no idle time: there it comes at once, after whatever waits already.
  if (outside.requestIdleCallback) outside.requestIdleCallback(work, { timeout: 2000 });
  else outside.setTimeout(work);
};

/** A function that throws nothing: what goes wrong in here must neither reach the page nor come back as an error to report. */
export const safe =
  <A extends unknown[]>(work: (...args: A) => void) =>
  (...args: A): void => {
    try {
      work(...args);
    } catch {
      // Somebody's throwing getter, or an option that throws.
    }
  };

/** Listens to the window, before others do; every listener is taken off together, by what stands in `off`. */
export type Listen = (type: string, listener: (event: Event) => void) => void;
export const listening =
  (outside: Outside, off: (() => void)[]): Listen =>
  (type, work) => {
    const listener = safe(work);
    outside.addEventListener(type, listener, true);
    off.push(() => outside.removeEventListener(type, listener, true));
  };
