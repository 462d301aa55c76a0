/**
 * The monitoring beacon's form on the wire and its check (specification, sections 7, 8 and 9): a GET of a picture whose
 * query holds what happened on a page. Plain code and no schema: the server reads thousands a second, and the browser
 * library takes little tables from here.
 *
 * A query has the fields `p` (product), `v` (release of the pages), `u` (the page's path, ids taken out), `d` (how many
 * reports the page had to drop), and one field for each report, whose name is its kind. A report's parts are separated
 * by `!`, each percent-encoded, `!` too; the first is its weight. Parts at the end may be left out.
 *
 *   t  performance  weight ! metric ! value ! navigation type
 *   c  call         weight ! method ! path ! status ! milliseconds
 *   e  error        weight ! origin ! name ! message ! frames, one a line: `function@/path/of/script.js:line:column`
 *   f  resource     weight ! element's name, or `chunk` ! address ! a text that names a chunk: 'chunk 12', 'chunk-12' ! why
 */

/** Where beacons go, from the host's root. */
export const MONITOR_PATH = '/monitor/v1.gif';

/** Characters of a beacon's address: the library stays below the first, the server reads at most the second. */
export const beaconLength = { sent: 2000, read: 4096 } as const;

/** Codes that stand where a call has no HTTP status (section 8). */
export const monitorCodes = { network: 601, timeout: 602, abort: 603, fetch: 604 } as const;

/** Of so many calls that succeed one is reported, and stands for all of them (section 9). */
export const SUCCESS_SAMPLE = 10;

/** The metrics: those of web-vitals, and the ends of a navigation's stations. In ms, but CLS, which has no unit. */
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

export const errorOrigins = ['error', 'rejection', 'caught'] as const;
export type ErrorOrigin = (typeof errorOrigins)[number];
export const resourceElements = ['chunk', 'script', 'link', 'img', 'other'] as const;
export type ResourceElement = (typeof resourceElements)[number];
export const resourceReasons = ['error', 'timeout', 'missing'] as const;
export type ResourceReason = (typeof resourceReasons)[number];

interface Weighted {
  /** How many such things it stands for. */
  readonly weight: number;
}
export interface PerformanceReport extends Weighted {
  readonly kind: 'performance';
  readonly metric: Metric;
  readonly value: number;
  /** As web-vitals names it: navigate, reload, back-forward, … */
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
}
export interface ResourceReport extends Weighted {
  readonly kind: 'resource';
  readonly element: ResourceElement;
  readonly address: string;
  /** A chunk's number. */
  readonly chunk: string;
  readonly reason: ResourceReason;
}
export type BeaconReport = PerformanceReport | CallReport | ErrorReport | ResourceReport;

/** A place in a script, as a browser's stack names it: line and column count from 1. */
export interface Frame {
  readonly function: string;
  /** From the host's root. */
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

export interface Beacon {
  readonly product: string;
  readonly release: string;
  readonly page: string;
  /** Reports that the page had to drop by its own limits. */
  readonly dropped: number;
  readonly reports: readonly BeaconReport[];
  /** Reports of the query that are not well formed, and are left out. */
  readonly malformed: number;
}

/** A part of a path that names a thing or a person: digits, hex, long tokens, and whatever is no plain word. */
const ID = /^(?:\d+|.*[^\w.~:-].*|(?=.*\d)(?:[\da-f-]{8,}|.{20,})|.{41,})$/is;
/** Parts of a path that are kept, with the empty one before its first slash. */
const PARTS = 11;

/**
 * A path without its query, with `:id` where an id stood, and ten parts at most: `/users/42?x=1` is `/users/:id`. It
 * has at most 410 characters, all of them plain. Done twice it is the same.
 */
export const pathTemplate = (path: string): string =>
  path
    .replace(/[?#].*/s, '')
    .split('/', PARTS)
    .map(part => (ID.test(part) ? ':id' : part))
    .join('/');

const PRODUCT = /^[\w.-]{1,64}$/;
const RELEASE = /^[\w.+-]{1,64}$/;
const PATH = /^(?:https?:\/\/[\w.:[\]-]{1,100})?\/[!-~]{0,499}$/;
const FRAME = /^(.*)@(\/[!-~]{0,200}?):(\d{1,7}):(\d{1,7})$/;
/** An hour in milliseconds: nothing that a page measures lasts longer. */
const LONGEST = 3_600_000;
/** A page counts what repeats up to here. */
const MOST = 10_000;
const FRAMES = 30;

const weightOf = (text: string | undefined): number => Math.min(MOST, Number(text));
const isWeight = (text: string | undefined): boolean => /^[1-9]\d{0,8}$/.test(text ?? '');
const amount = (text: string): number =>
  /^\d{1,8}(?:\.\d{1,6})?$/.test(text) && Number(text) <= LONGEST ? Number(text) : Number.NaN;
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
  // Nobody weighs more than the sampling makes it: a success stands for ten, anything else for itself.
  if (Number(weight) !== (status < 400 ? SUCCESS_SAMPLE : 1)) return undefined;
  return { kind: 'call', weight: Number(weight), method, path: pathTemplateOf(path), status, duration };
};

const errorReport = ([weight, from = '', name = '', message = '', stack = '']: Parts):
  | BeaconReport
  | undefined => {
  const origin = member(errorOrigins, from);
  if (!origin || message.length > 1000) return undefined;
  const frames: Frame[] = [];
  for (const line of stack.split('\n').slice(0, FRAMES)) {
    const [, named = '', path = '', row, column] = FRAME.exec(line) ?? [];
    // The last one may have been cut, so that all of it fits.
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
  };
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

/** Of another host its origin stays. */
const pathTemplateOf = (address: string): string => {
  const [origin = ''] = /^https?:\/\/[^/]*/.exec(address) ?? [];
  return origin + pathTemplate(address.slice(origin.length));
};

/** The text with blanks for control characters and halves of surrogate pairs, which a database would refuse. */
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
 * Reads a beacon's query, as it stands after the `?`.
 *
 * @returns the beacon; or the name of the field for which all of it is refused: `product`, `release`, `page`, `dropped`.
 * A report that is not well formed is left out and counted. Fields of other names are ignored.
 */
export const readBeacon = (query: string): Beacon | 'product' | 'release' | 'page' | 'dropped' => {
  const named = new Map<string, string>();
  const reports: BeaconReport[] = [];
  let malformed = 0;
  for (const field of query.split('&')) {
    const at = field.indexOf('=');
    const name = field.slice(0, Math.max(at, 0));
    const value = field.slice(at + 1);
    const reader = Object.hasOwn(readers, name) ? readers[name] : undefined;
    if (!reader) {
      named.set(name, decoded(value) ?? '\0');
      continue;
    }
    const parts = value.split('!').map(decoded);
    const whole = parts.every(part => part !== undefined);
    const report = whole && isWeight(parts[0]) ? reader(parts) : undefined;
    if (report) reports.push(report);
    else malformed += 1;
  }
  const product = named.get('p') ?? '';
  const release = named.get('v') ?? '';
  const page = named.get('u') ?? '';
  const dropped = named.get('d') ?? '0';
  if (!PRODUCT.test(product)) return 'product';
  if (!RELEASE.test(release)) return 'release';
  if (!/^\/[!-~]{0,499}$/.test(page)) return 'page';
  if (!/^\d{1,6}$/.test(dropped)) return 'dropped';
  return { product, release, page: pathTemplate(page), dropped: Number(dropped), reports, malformed };
};
