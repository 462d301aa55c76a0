/** The check of a monitoring beacon. Plain code instead of a schema, because the server parses thousands a second. */
import { failedChunk } from './monitor-chunks.ts';
import {
  type Beacon,
  type BeaconReport,
  errorOrigins,
  type Frame,
  metrics,
  monitorCodes,
  networks,
  pathTemplate,
  resourceElements,
  resourceReasons,
  type ResourceReport,
  SUCCESS_SAMPLE,
  type TrailStep,
} from './monitor.ts';

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

const performanceReport = ([, name = '', value = '', navigation = '', speed = '']: Parts):
  | BeaconReport
  | undefined => {
  const metric = member(metrics, name);
  const measured = amount(value);
  if (!metric || Number.isNaN(measured) || !/^[a-z-]{0,20}$/.test(navigation)) return undefined;
  // Browsers may tell a network of another name one day, and their reports count.
  const network = member(networks, speed);
  return {
    kind: 'performance',
    weight: 1,
    metric,
    value: measured,
    navigation,
    ...(network ? { network } : {}),
  };
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
