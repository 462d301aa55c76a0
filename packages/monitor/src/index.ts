/**
 * Monitors a page (specification, sections 7, 8 and 9): performance, outcomes of calls, script errors, resources that
 * failed to load. It sends no id of a person, a device or a visit, stores nothing on the device, and reads no content.
 */
import { MONITOR_PATH, pathTemplate } from '@rollcall/contract';
import { type OnCall, instrumentFetch, instrumentXhr } from './calls.ts';
import { observeFailures } from './failures.ts';
import { NETWORK, SAMPLE } from './limits.ts';
import { createListen, type BrowserEnvironment, safe } from './browser-environment.ts';
import { type Vitals, observePerformance } from './performance.ts';
import { createQueue } from './queue.ts';
import { createSampler } from './sampling.ts';

export type { BrowserEnvironment } from './browser-environment.ts';
export type { Vitals } from './performance.ts';

export interface MonitorOptions {
  /** The product's code: 1 to 64 letters, digits, `_`, `.` and `-`. */
  readonly product: string | number;
  /** The build of the pages, in the same characters and `+`. */
  readonly release: string;
  /** The pid and the platform of the account client's `init`, for the beacon's query. @default none */
  readonly pid?: string | undefined;
  readonly platform?: string | number | undefined;
  /**
   * The URL of the collector, without a query.
   * @default '/monitor/v1.gif'
   */
  readonly url?: string | undefined;
  /** Other origins whose calls and scripts are reported, such as `https://api.school.example`. */
  readonly origins?: readonly string[] | undefined;
  /**
   * Maps a path of a page, call or picture to the path that is reported. A site whose paths contain names of people
   * needs its own.
   * @default pathTemplate, which replaces ids by `:id`
   */
  readonly path?: ((path: string) => string) | undefined;
  /** Called before a report is recorded and before reports are sent. Absent: always allowed. */
  readonly consent?: (() => boolean) | undefined;
  /**
   * Returns a number from 0 to below 1.
   * @default Math.random
   */
  readonly random?: (() => number) | undefined;
  /** Loads web-vitals; called when the page is loaded and idle. Absent: `import('web-vitals')`. */
  readonly vitals?: (() => Promise<Vitals>) | undefined;
}

export interface Monitor {
  /** Reports a caught error, such as one of a React error boundary. */
  error(error: unknown): void;
  /** Sends the queue, then removes the listeners and the wrappers of `fetch` and XHR. */
  stop(): void;
}

/**
 * Starts the monitoring of this page. Call it once, early. It never throws, and does nothing on a server.
 *
 * One of ten successful calls (status below 400) is reported, with the weight 10; every failed call is, with the weight
 * 1. A page reports at most 20,000 calls, 50 metrics, 20 errors and 20 failed resources; the number of dropped reports is
 * reported too.
 *
 * @example const monitor = start({ product: 'my-school', release: '1.0.0' });
 * @see `docs/monitoring.md`
 */
export const start = (options: MonitorOptions, browser: BrowserEnvironment = globalThis): Monitor => {
  const { location } = browser;
  if (!browser.document) return { error() {}, stop() {} };
  const here = location.origin;
  const {
    url = MONITOR_PATH,
    origins = [],
    path = pathTemplate,
    random = Math.random,
    vitals = () => import('web-vitals'),
  } = options;
  let { consent = () => true } = options;
  const cleanups: (() => void)[] = [];
  const listen = createListen(browser, cleanups);

  /** Parses a URL; undefined for another site's, which is not reported. */
  const ownUrl = (url: string): URL | undefined => {
    const at = new browser.URL(url, location.href);
    return at.origin === here || origins.includes(at.origin) ? at : undefined;
  };

  const page = (): string => path(location.pathname);
  const head = (): string =>
    `${url}?${new browser.URLSearchParams({
      p: options.product as string,
      v: options.release,
      u: page(),
      // Without those that are absent.
      ...JSON.parse(JSON.stringify({ pid: options.pid, platform: options.platform })),
    })}`;
  // An image is not an instrumented call, so a beacon is never reported itself; a browser completes it after the page ends.
  const send = (src: string): void => {
    const image = new browser.Image();
    // The page's URL must not leak; the beacon has its mapped path.
    image.referrerPolicy = 'no-referrer';
    image.src = src;
  };
  const [add, flush] = createQueue(browser, listen, head, page, send, () => consent());

  /** Calls that the browser aborts because the page is left are not failures. */
  let leaving = false;
  listen('pagehide', () => {
    leaving = true;
    // Safari fires only this event for some page ends.
    flush();
  });
  listen('pageshow', () => {
    leaving = false;
  });
  const sampled = createSampler(random);
  const onCall: OnCall = safe((verb, url, status, ms) => {
    const at = ownUrl(url);
    // An opaque answer has no status.
    if (!at || !status || (leaving && status >= NETWORK)) return;
    const method = verb.toUpperCase();
    const name = (at.origin === here ? '' : at.origin) + path(at.pathname);
    add('c', status < 400 ? +sampled(method + name) * SAMPLE : 1, method, name, status, Math.round(ms));
  });
  const error = observeFailures(listen, add, url => ownUrl(url)?.pathname);
  cleanups.push(instrumentFetch(browser, onCall), instrumentXhr(browser, onCall));
  observePerformance(browser, listen, add, vitals, error);
  return {
    error,
    stop() {
      flush();
      consent = () => false;
      cleanups.map(cleanup => cleanup());
    },
  };
};
