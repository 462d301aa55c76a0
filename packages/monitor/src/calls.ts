import { ABORT, FETCH, NETWORK, TIMEOUT } from './limits.ts';
import type { Outside } from './outside.ts';

/** How a call went. `ms`: of fetch until the answer's headers, of XHR until its end. */
export type Told = (method: string, address: string, status: number, ms: number) => void;

/**
 * Watches `fetch`. The answer is neither cloned nor read, and everything that goes wrong goes wrong as before: the
 * caller gets a promise that settles in the same way, and one that nobody handles is still told as such.
 *
 * @param tell throws nothing
 * @returns takes it off again; where somebody wrapped it since, ours stays below.
 */
export const watchFetch = (outside: Outside, tell: Told): (() => void) => {
  const { fetch: original, performance } = outside;
  const wrapped = function (this: unknown, ...args: Parameters<typeof fetch>): Promise<Response> {
    const begun = performance.now();
    const answered = original.apply(this as never, args);
    const [input, init] = args;
    const end = (status: number): void => {
      const { url = input, method = 'GET' } = Object(input) as Partial<Request>;
      tell(init?.method ?? method, `${url}`, status, performance.now() - begun);
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
  outside.fetch = wrapped;
  return () => {
    if (outside.fetch === wrapped) outside.fetch = original;
  };
};

/** The events of an XHR that are listened to, and the status of those that have none of their own. */
const EVENTS = { loadstart: 0, error: NETWORK, timeout: TIMEOUT, abort: ABORT, loadend: 0 };

/** What a request was opened with last, when it was sent (ms), the code that it ended with. */
type Opened = [method: string, address: string, begun: number, status: number];

/** Watches XMLHttpRequest, by listeners alone. @returns takes it off again, as `watchFetch` does. */
export const watchXhr = (outside: Outside, tell: Told): (() => void) => {
  const {
    XMLHttpRequest: { prototype },
    performance,
  } = outside;
  const { open } = prototype;
  /** One request may be used many times. */
  const requests = new WeakMap<XMLHttpRequest, Opened>();

  const wrapped = function (this: XMLHttpRequest, ...args: Parameters<typeof open>): void {
    open.apply(this, args);
    // A synchronous one tells of no start.
    const known = requests.has(this);
    requests.set(this, [args[0], `${args[1]}`, performance.now(), 0]);
    if (known) return;
    for (const event in EVENTS)
      this.addEventListener(event, () => {
        const request = requests.get(this) as Opened;
        const now = performance.now();
        if (event === 'loadstart') request[2] = now;
        else if (event === 'loadend')
          tell(request[0], request[1], request[3] || this.status, now - request[2]);
        else request[3] = EVENTS[event as 'error'];
      });
  } as typeof open;
  prototype.open = wrapped;
  return () => {
    if (prototype.open === wrapped) prototype.open = open;
  };
};
