/**
 * The wire format of the monitoring beacon and its check (specification, sections 7, 8 and 9): a GET of an image whose
 * query holds the reports of a page. Plain code instead of a schema, because the server parses thousands a second.
 *
 * A query has the fields `p` (product), `v` (release of the pages), `u` (the page's path without ids), `d` (number of
 * reports that the page dropped), and one field per report, named by its kind. A report's parts are separated by `!`,
 * each percent-encoded, `!` too; the first is its weight. Empty parts at the end may be omitted.
 *
 *   t  performance  weight ! metric ! value ! navigation type
 *   c  call         weight ! method ! path ! status ! milliseconds
 *   e  error        weight ! origin ! name ! message ! frames, one a line: `function@/path/of/script.js:line:column` ! trail
 *   f  resource     weight ! element, or `chunk` ! path ! text that names a chunk, such as 'chunk 12' or 'chunk-12' ! reason
 *
 * The first report of an error in a page view has a trail, further ones have none. A line of it ends with a line feed and is
 * `milliseconds,/page,what`: what the page did, the newest first, which is the error itself.
 */

import { failedChunk } from './monitor-chunks.ts';

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

const PRODUCT = /^[\w.-]{1,64}$/;
const RELEASE = /^[\w.+-]{1,64}$/;
const PATH = /^(?:https?:\/\/[\w.:[\]-]{1,100})?\/[!-~]{0,499}$/;
const FRAME = /^(.*)@(\/[!-~]{0,200}?):(\d{1,7}):(\d{1,7})$/;
/** Maximum of a measured value: an hour in milliseconds. */
const MAX_VALUE = 3_600_000;
/** The maximum weight of a report. */
const MAX_WEIGHT = 10_000;
const MAX_FRAMES = 30;

const weightOf = (text: string | undefined): number => Math.min(MAX_WEIGHT, Number(text));
const isWeight = (text: string | undefined): boolean => /^[1-9]\d{0,8}$/.test(text ?? '');
const amount = (text: string): number =>
  /^\d{1,8}(?:\.\d{1,6})?$/.test(text) && Number(text) <= MAX_VALUE ? Number(text) : Number.NaN;
const member = <T extends string>(list: readonly T[], text: string): T | undefined =>
  list.find(item => item === text);

type Parts = readonly string[];

const performanceReport = ([, name = '', value = '', navigation = '']: Parts): BeaconReport | undefined => {
  const metric = member(metrics, name);
  const measured = amount(value);
  if (!metric || Number.isNaN(measured) || !/^[a-z-]{0,20}$/.test(navigation)) return undefined;
  return { kind: 'performance', weight: 1, metric, value: measured, navigation };
};

const callReport = ([weight, method = '', path = '', code = '', ms = '']: Parts):
  | BeaconReport
  | undefined => {
  const status = /^[1-6]\d\d$/.test(code) ? Number(code) : 0;
  const duration = amount(ms);
  if (!/^[A-Z]{1,16}$/.test(method) || !PATH.test(path) || Number.isNaN(duration)) return undefined;
  if (status < 100 || (status > 599 && !Object.values<number>(monitorCodes).includes(status)))
    return undefined;
  // The weight must be the sampling's: 10 for a success, 1 for a failure.
  if (Number(weight) !== (status < 400 ? SUCCESS_SAMPLE : 1)) return undefined;
  return { kind: 'call', weight: Number(weight), method, path: pathTemplateOf(path), status, duration };
};

const errorReport = (parts: Parts): BeaconReport | undefined => {
  const [weight, from = '', name = '', message = '', stack = '', trail] = parts;
  const origin = member(errorOrigins, from);
  if (!origin || message.length > 1000) return undefined;
  const failed = failedChunk(printable(message));
  if (failed) return { kind: 'resource', weight: weightOf(weight), element: 'chunk', ...failed };
  const frames: Frame[] = [];
  for (const line of stack.split('\n').slice(0, MAX_FRAMES)) {
    const [, named = '', path = '', row, column] = FRAME.exec(line) ?? [];
    // The library may have cut the last line.
    if (path !== '')
      frames.push({
        function: shortened(named),
        path,
        line: Number(row),
        column: Number(column),
      });
  }
  return {
    kind: 'error',
    weight: weightOf(weight),
    origin,
    name: shortened(name) || 'Error',
    message: printable(message),
    frames,
    first: trail !== undefined,
    trail: trailOf(trail ?? ''),
  };
};

const STEP = /^(\d{1,10}),(\/[!-+\--~]{0,499}),(.{1,120})$/;
/** Maximum steps of a trail, beside the error itself. */
const MAX_STEPS = 8;

/** Lines that are malformed or were cut are left out, such as the further lines of an error's message. */
const trailOf = (text: string): readonly TrailStep[] => {
  // What follows the last line feed was cut.
  const [error, ...before] = text
    .split('\n')
    .slice(0, -1)
    .map(line => STEP.exec(line));
  // The newest is the error.
  const at = Number(error?.[1] ?? Number.NaN);
  return (
    before
      .flatMap(step => {
        const ago = at - Number(step?.[1]);
        if (!step || !(ago >= 0)) return [];
        const what = printable(step[3] ?? '')
          .replaceAll(',', ' ')
          .trim();
        return what === '' ? [] : [{ page: pathTemplate(step[2] ?? ''), what, ago }];
      })
      .slice(0, MAX_STEPS)
      // oxlint-disable-next-line unicorn/no-array-reverse -- the array is new, and the oldest browsers have no toReversed
      .reverse()
  );
};

const resourceReport = ([weight, of = '', address = '', mark = '', why = 'error']: Parts):
  | BeaconReport
  | undefined => {
  if (!/^[a-z][\w-]{0,40}$/.test(of)) return undefined;
  const element = member(resourceElements, of) ?? 'other';
  const reason = member(resourceReasons, why || 'error');
  if (!reason || !PATH.test(address)) return undefined;
  const [, chunk = ''] = /chunk[ -]([\w.-]{1,64})/.exec(mark) ?? [];
  return {
    kind: 'resource',
    weight: weightOf(weight),
    element: chunk === '' ? element : 'chunk',
    address: address.replace(/[?#].*/s, ''),
    chunk,
    reason,
  };
};

const readers: Readonly<Record<string, (parts: Parts) => BeaconReport | undefined>> = {
  t: performanceReport,
  c: callReport,
  e: errorReport,
  f: resourceReport,
};

/** The template of a path; a URL of another host keeps its origin. */
const pathTemplateOf = (address: string): string => {
  const [origin = ''] = /^https?:\/\/[^/]*/.exec(address) ?? [];
  return origin + pathTemplate(address.slice(origin.length));
};

/** Replaces control characters and lone surrogates, which a database refuses. */
const printable = (text: string): string => text.replace(/[\p{Cc}\p{Cs}]/gu, ' ');
/** At most 100 UTF-16 code units of a text; a pair that the cut would halve becomes a blank. */
const shortened = (text: string): string => printable(text.slice(0, 100));

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

/**
 * Parses a beacon's query.
 *
 * @param query the part of the URL after the `?`
 * @returns the beacon; or the name of the field for which it is refused: `product`, `release`, `page`, `dropped`. A
 *   malformed report is dropped and counted in `malformed`. Unknown fields are ignored.
 * @example const beacon = readBeacon(url.search.slice(1));
 * @see `docs/monitoring.md`
 */
export const readBeacon = (query: string): Beacon | 'product' | 'release' | 'page' | 'dropped' => {
  const named = new Map<string, string>();
  const reports: BeaconReport[] = [];
  /** Failed chunks that came as errors. */
  const thrown = new Set<BeaconReport>();
  let malformed = 0;
  for (const field of query.split('&')) {
    const at = field.indexOf('=');
    const name = field.slice(0, Math.max(at, 0));
    const value = field.slice(at + 1);
    const reader = Object.keys(readers).includes(name) ? readers[name] : undefined;
    if (!reader) {
      named.set(name, decoded(value) ?? '\0');
      continue;
    }
    const parts = value.split('!').map(decoded);
    const whole = parts.every(part => part !== undefined);
    const report = whole && isWeight(parts[0]) ? reader(parts) : undefined;
    if (!report) malformed += 1;
    else reports.push(report);
    if (report?.kind === 'resource' && name === 'e') thrown.add(report);
  }
  const product = named.get('p') ?? '';
  const release = named.get('v') ?? '';
  const page = named.get('u') ?? '';
  const dropped = named.get('d') ?? '0';
  if (!PRODUCT.test(product)) return 'product';
  if (!RELEASE.test(release)) return 'release';
  if (!/^\/[!-~]{0,499}$/.test(page)) return 'page';
  if (!/^\d{1,6}$/.test(dropped)) return 'dropped';
  return {
    product,
    release,
    page: pathTemplate(page),
    dropped: Number(dropped),
    reports: withoutTwins(reports, thrown),
    malformed,
  };
};

/**
 * Leaves out twins: the element of a chunk that failed and the error that the bundler throws for it, or the browser. The element names
 * the file exactly, the error's text may have lost digits; an element is known as a chunk's by its mark alone.
 */
const withoutTwins = (
  reports: readonly BeaconReport[],
  thrown: ReadonlySet<BeaconReport>,
): readonly BeaconReport[] => {
  if (thrown.size === 0) return reports;
  const twins = new Set<BeaconReport>();
  for (const error of thrown) {
    const element = reports.find(
      (report): report is ResourceReport =>
        report.kind === 'resource' &&
        /^(?:chunk|link|script)$/.test(report.element) &&
        !thrown.has(report) &&
        !twins.has(report) &&
        isOf(report, error),
    );
    if (element) twins.add(element.element === 'chunk' ? error : element);
  }
  return reports.filter(report => !twins.has(report));
};

const isOf = (element: ResourceReport, error: BeaconReport): boolean =>
  error.kind === 'resource' &&
  (element.address === error.address || (element.chunk !== '' && element.chunk === error.chunk));
