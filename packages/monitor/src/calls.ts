import { ABORT, FETCH, NETWORK, TIMEOUT } from './limits.ts';
import type { BrowserEnvironment } from './browser-environment.ts';

/** Receives the outcome of a call. `ms`: for fetch until the answer's headers, for XHR until its end. */
export type OnCall = (method: string, url: string, status: number, ms: number) => void;

/**
 * Wraps `fetch`. The answer is neither cloned nor read. The caller gets a promise that settles as the original's does; a
 * rejection that it does not handle still fires `unhandledrejection`.
 *
 * @param onCall must not throw
 * @returns a function that removes the wrapper, unless another script has wrapped it since
 */
export const instrumentFetch = (browser: BrowserEnvironment, onCall: OnCall): (() => void) => {
  const { fetch: original, performance } = browser;
  const wrapped = function (this: unknown, ...args: Parameters<typeof fetch>): Promise<Response> {
    const begun = performance.now();
    const answered = original.apply(this as never, args);
    const [input, init] = args;
    const end = (status: number): void => {
      const { url = input, method = 'GET' } = Object(input) as Partial<Request>;
      onCall(init?.method ?? method, `${url}`, status, performance.now() - begun);
    };
    return answered.then(
      answer => {
        end(answer.status);
        return answer;
      },
      (error: unknown) => {
        const { name } = Object(error) as Partial<Error>;
        const { signal } = init ?? (Object(input) as Partial<Request>);
        end(name === 'TimeoutError' ? TIMEOUT : name === 'AbortError' || signal?.aborted ? ABORT : FETCH);
        throw error;
      },
    );
  } as typeof fetch;
  browser.fetch = wrapped;
  return () => {
    if (browser.fetch === wrapped) browser.fetch = original;
  };
};

/** The events of an XHR to listen to, with the status to report for those without one. */
const EVENTS = { loadstart: 0, error: NETWORK, timeout: TIMEOUT, abort: ABORT, loadend: 0 };

/** The arguments of the last `open`, the time of `send` (ms), the status of an error event. */
type Opened = [method: string, url: string, begun: number, status: number];

/**
 * Wraps `XMLHttpRequest.prototype.open` to add listeners.
 *
 * @returns a function that removes the wrapper, as `instrumentFetch` does
 */
export const instrumentXhr = (browser: BrowserEnvironment, onCall: OnCall): (() => void) => {
  const {
    XMLHttpRequest: { prototype },
    performance,
  } = browser;
  const { open } = prototype;
  /** A request object can be opened more than once. */
  const requests = new WeakMap<XMLHttpRequest, Opened>();

  const wrapped = function (this: XMLHttpRequest, ...args: Parameters<typeof open>): void {
    open.apply(this, args);
    // The start of a synchronous request, which fires no `loadstart`.
    const known = requests.has(this);
    requests.set(this, [args[0], `${args[1]}`, performance.now(), 0]);
    if (known) return;
    for (const event in EVENTS)
      this.addEventListener(event, () => {
        const request = requests.get(this) as Opened;
        const now = performance.now();
        if (event === 'loadstart') request[2] = now;
        else if (event === 'loadend')
          onCall(request[0], request[1], request[3] || this.status, now - request[2]);
        else request[3] = EVENTS[event as 'error'];
      });
  } as typeof open;
  prototype.open = wrapped;
  return () => {
    if (prototype.open === wrapped) prototype.open = open;
  };
};
