/**
 * The wire format of the monitoring beacon (specification, sections 7, 8 and 9): a GET of an image whose query holds the
 * reports of a page.
 *
 * A query has the fields `p` (product), `v` (release of the pages), `u` (the page's path without ids), `d` (number of
 * reports that the page dropped), and one field per report, named by its kind. A report's parts are separated by `!`,
 * each percent-encoded, `!` too; the first is its weight. Empty parts at the end may be omitted.
 *
 *   t  performance  weight ! metric ! value ! navigation type ! network
 *   c  call         weight ! method ! path ! status ! milliseconds
 *   e  error        weight ! origin ! name ! message ! frames, one a line: `function@/path/of/script.js:line:column` ! trail
 *   f  resource     weight ! element, or `chunk` ! path ! text that names a chunk, such as 'chunk 12' or 'chunk-12' ! reason
 *
 * The first report of an error in a page view has a trail, further ones have none. A line of it ends with a line feed and is
 * `milliseconds,/page,what`: what the page did, the newest first, which is the error itself.
 */

/** The collector's path from the host's root. */
export const MONITOR_PATH = '/monitor/v1.gif';
/** The path, from the host's root, to which builds upload source maps. */
export const SOURCE_MAPS_PATH = '/monitor/v1/source-maps';

/** Maximum characters of a beacon's URL: as the library sends it (exclusive), and as the server reads it. */
export const beaconLength = { sent: 2000, read: 4096 } as const;

/** The codes of calls without an HTTP status (specification, section 8). */
export const monitorCodes = { network: 601, timeout: 602, abort: 603, fetch: 604 } as const;

/** One of this many successful calls is reported, with this weight (specification, section 9). */
export const SUCCESS_SAMPLE = 10;

/** The metrics of web-vitals and of the navigation timing. In milliseconds, except CLS, which has no unit. */
export const metrics = [
  'LCP',
  'INP',
  'CLS',
  'TTFB',
  'FCP',
  'redirectEnd',
  'unloadEventEnd',
  'domainLookupEnd',
  'connectEnd',
  'responseEnd',
  'domContentLoadedEventEnd',
  'loadEventEnd',
] as const;
export type Metric = (typeof metrics)[number];

/** How fast the network is, by the `effectiveType` of the Network Information API. */
export const networks = ['slow-2g', '2g', '3g', '4g'] as const;
export type Network = (typeof networks)[number];

/** Where an error of a script came from. */
export const errorOrigins = ['error', 'rejection', 'caught'] as const;
export type ErrorOrigin = (typeof errorOrigins)[number];
/** The elements whose resources are reported. */
export const resourceElements = ['chunk', 'script', 'link', 'img', 'other'] as const;
export type ResourceElement = (typeof resourceElements)[number];
/** Why a resource is reported. */
export const resourceReasons = ['error', 'timeout', 'missing'] as const;
export type ResourceReason = (typeof resourceReasons)[number];

interface Weighted {
  /** The number of occurrences that the report stands for. */
  readonly weight: number;
}
export interface PerformanceReport extends Weighted {
  readonly kind: 'performance';
  readonly metric: Metric;
  readonly value: number;
  /** The navigation type of web-vitals: navigate, reload, back-forward, … */
  readonly navigation: string;
  /** Absent where the browser does not tell. */
  readonly network?: Network;
}
export interface CallReport extends Weighted {
  readonly kind: 'call';
  readonly method: string;
  readonly path: string;
  /** The HTTP status, or one of `monitorCodes`. */
  readonly status: number;
  /** Milliseconds. */
  readonly duration: number;
}
export interface ErrorReport extends Weighted {
  readonly kind: 'error';
  readonly origin: ErrorOrigin;
  readonly name: string;
  readonly message: string;
  readonly frames: readonly Frame[];
  /** Whether the page reports it for the first time since it was opened. */
  readonly first: boolean;
  /** What the page did before, the newest last; empty with a report that is not the first. */
  readonly trail: readonly TrailStep[];
}
/** A call, a failed resource or an earlier error of a page view. */
export interface TrailStep {
  /** The page's path without ids. */
  readonly page: string;
  /** Such as `POST /lessons/:id 500`. */
  readonly what: string;
  /** Milliseconds before the error. */
  readonly ago: number;
}
export interface ResourceReport extends Weighted {
  readonly kind: 'resource';
  readonly element: ResourceElement;
  readonly address: string;
  /** The chunk's number; empty if the resource is no chunk. */
  readonly chunk: string;
  readonly reason: ResourceReason;
}
export type BeaconReport = PerformanceReport | CallReport | ErrorReport | ResourceReport;

/** A frame of a stack. Line and column count from 1. */
export interface Frame {
  readonly function: string;
  /** The script's path from the host's root. */
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

export interface Beacon {
  readonly product: string;
  readonly release: string;
  readonly page: string;
  /** Number of reports that the page dropped by its own limits. */
  readonly dropped: number;
  readonly reports: readonly BeaconReport[];
  /** Number of malformed reports, which are not in `reports`. */
  readonly malformed: number;
}

/** A segment of a path that can be an id: digits, hex, a long token, or anything but a plain word. */
const ID = /^(?:\d+|.*[^\w.~:-].*|(?=.*\d)(?:[\da-f-]{8,}|.{20,})|.{41,})$/is;

/**
 * Replaces the ids in a path by `:id` and removes its query: `/users/42?x=1` becomes `/users/:id`. Idempotent.
 *
 * @returns at most ten segments and 410 characters
 * @example pathTemplate('/users/42?x=1');
 * @see `docs/monitoring.md`
 */
export const pathTemplate = (path: string): string =>
  path
    .replace(/[?#].*/s, '')
    // With the empty segment before the first slash.
    .split('/', 11)
    .map(part => (ID.test(part) ? ':id' : part))
    .join('/');
