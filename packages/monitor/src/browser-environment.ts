/** The browser APIs that the library uses. Tests pass their own. */
export type BrowserEnvironment = Pick<
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
  Partial<Pick<Window, 'requestIdleCallback'>> & {
    /** Chromium tells how fast the network is. */
    readonly navigator?: Navigator & { readonly connection?: { readonly effectiveType?: string } };
  };

/** Runs `work` when the browser is idle, after 2 s at the latest. */
export const whenIdle = (browser: BrowserEnvironment, work: () => void): void => {
  // Safari has no `requestIdleCallback`: a new task runs it immediately.
  if (browser.requestIdleCallback) browser.requestIdleCallback(work, { timeout: 2000 });
  else browser.setTimeout(work);
};

/** Wraps a function so that it never throws: its exceptions must neither reach the page nor be reported. */
export const safe =
  <A extends unknown[]>(work: (...args: A) => void) =>
  (...args: A): void => {
    try {
      work(...args);
    } catch {
      // A getter of the page's, or an option, has thrown.
    }
  };

/** Adds a listener to the window in the capture phase. */
export type Listen = (type: string, listener: (event: Event) => void) => void;
/** @param cleanups receives a function that removes the listener, for each one added */
export const createListen =
  (browser: BrowserEnvironment, cleanups: (() => void)[]): Listen =>
  (type, work) => {
    const listener = safe(work);
    browser.addEventListener(type, listener, true);
    cleanups.push(() => browser.removeEventListener(type, listener, true));
  };
