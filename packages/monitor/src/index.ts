/**
 * The monitoring of a page (specification, sections 7, 8 and 9): performance, how calls went, script errors, what could
 * not be loaded. It sends no id of a person, a device or a visit, keeps nothing on the device, and reads no content.
 */
import { MONITOR_PATH, pathTemplate } from '@rollcall/contract';
import { type Told, watchFetch, watchXhr } from './calls.ts';
import { watchFailures } from './failures.ts';
import { NETWORK, SAMPLE } from './limits.ts';
import { listening, type Outside, safe } from './outside.ts';
import { type Vitals, watchPerformance } from './performance.ts';
import { createQueue } from './queue.ts';
import { createSampler } from './sampling.ts';

export type { Outside } from './outside.ts';
export type { Vitals } from './performance.ts';

export interface MonitorOptions {
  /** The product's code: 1 to 64 letters, digits, `_`, `.` and `-`. */
  readonly product: string | number;
  /** Which build of the pages this is, in the same characters and `+`. */
  readonly release: string;
  /** Where beacons go. Default: `/monitor/v1.gif` of this page's host. */
  readonly url?: string | undefined;
  /** Origins beside this page's own whose calls and scripts are watched, like `https://api.school.example`. */
  readonly origins?: readonly string[] | undefined;
  /**
   * The name of a path, for pages, calls and pictures. Default: `pathTemplate`, which puts `:id` in the place of ids. A
   * site whose paths hold names of people gives its own.
   */
  readonly path?: ((path: string) => string) | undefined;
  /** Asked before anything is recorded and before anything is sent. Default: always; none of it needs a consent. */
  readonly consent?: (() => boolean) | undefined;
  /** From 0 to below 1. Default: `Math.random`. */
  readonly random?: (() => number) | undefined;
  /** Loads web-vitals; called once the page is loaded and idle. */
  readonly vitals?: (() => Promise<Vitals>) | undefined;
}

export interface Monitor {
  /** Reports an error that was caught, such as by a React error boundary. */
  error(error: unknown): void;
  /** Sends what waits, and takes everything off again: listeners, `fetch`, XHR. */
  stop(): void;
}

/**
 * Starts the monitoring of this page; call it once, early. It throws nothing, and does nothing on a server.
 *
 * Of each ten calls to an address that succeed (below 400) one is reported, with the weight 10; every other one is,
 * with the weight 1. A page reports at most 20,000 calls, 50 metrics, 20 errors and 20 failed resources; what it drops
 * beyond is counted and told.
 */
export const start = (options: MonitorOptions, outside: Outside = globalThis): Monitor => {
  if (!outside.document) return { error() {}, stop() {} };
  const { location } = outside;
  const here = location.origin;
  const {
    url = MONITOR_PATH,
    origins = [],
    path = pathTemplate,
    consent = () => true,
    random = Math.random,
    vitals = () => import('web-vitals'),
  } = options;
  let allowed = consent;
  const off: (() => void)[] = [];
  const listen = listening(outside, off);

  /** An address that may be reported, none of another site. */
  const watched = (address: string): URL | undefined => {
    const at = new outside.URL(address, location.href);
    return at.origin === here || origins.includes(at.origin) ? at : undefined;
  };

  const head = (): string =>
    `${url}?${new outside.URLSearchParams({
      p: options.product as string,
      v: options.release,
      u: path(location.pathname),
    })}`;
  // A picture is none of the calls that are watched, so a beacon never tells of itself; a browser lets it outlive its page.
  const send = (address: string): void => {
    const image = new outside.Image();
    // Nothing of the page's address but its path's name.
    image.referrerPolicy = 'no-referrer';
    image.src = address;
  };
  const [add, flush] = createQueue(outside, listen, head, send, () => allowed());

  /** While a page is left the browser drops its calls, which says nothing of them. */
  let leaving = false;
  listen('pagehide', () => {
    leaving = true;
    // Safari tells of some ends by this one alone.
    flush();
  });
  listen('pageshow', () => {
    leaving = false;
  });
  const picked = createSampler(random);
  const tell: Told = safe((verb, address, status, ms) => {
    const at = watched(address);
    // Without a status: an answer that the page may not look into.
    if (!at || !status || (leaving && status >= NETWORK)) return;
    const method = verb.toUpperCase();
    const name = (at.origin === here ? '' : at.origin) + path(at.pathname);
    const success = status < 400;
    if (!success || picked(method + name))
      add('c', success ? SAMPLE : 1, method, name, status, Math.round(ms));
  });
  off.push(watchFetch(outside, tell), watchXhr(outside, tell));
  const error = watchFailures(listen, add, address => watched(address)?.pathname);
  watchPerformance(outside, listen, add, vitals, error);
  return {
    error,
    stop() {
      flush();
      allowed = () => false;
      for (const end of off) end();
    },
  };
};
