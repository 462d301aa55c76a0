/**
 * The usage event's form on the wire and its checks (specification, sections 3, 5, 7 and 9).
 *
 * The checks are plain code and not schemas: the collector runs them for every event that it takes, thousands a
 * second, and the browser library takes nothing from here but types and two small tables.
 */

/** The kinds that a person consents to, each on its own (section 4). */
export const consentKinds = ['event', 'view', 'user', 'app', 'device'] as const;
export type ConsentKind = (typeof consentKinds)[number];

/** Sizes are counted as 3 × JSON length, which no UTF-8 text exceeds in bytes; `interval` is in ms (section 9). */
export const usageLimits = { queue: 1000, event: 5000, request: 30_000, interval: 500, key: 128 } as const;

/** What an event is: the value of its `k`; absent means 0. */
export const eventKind = { custom: 0, view: 1, click: 2, consent: 3, dropped: 4 } as const;
export type EventKind = (typeof eventKind)[keyof typeof eventKind];

/** The short names of an event's fields, and what each stands for. */
export const eventNames = {
  i: 'id',
  t: 'timestamp',
  c: 'device_clock',
  n: 'sequence',
  e: 'event_id',
  k: 'kind',
  b: 'biz_data',
  d: 'duration',
  o: 'open',
  x: 'facts',
} as const;

/** The short names of the facts around an event, and what each stands for; grouped by the consent that they need. */
export const factNames = {
  app: { pi: 'process_id', lv: 'library_version' },
  user: { u: 'user_id' },
  device: {
    pf: 'platform',
    l: 'language',
    ua: 'user_agent',
    nt: 'network',
    dn: 'density',
    cpu: 'cpu',
    rs: 'resolution',
    d: 'device_uuid',
    ip: 'ip',
    bot: 'bot',
  },
} as const;

/** One event as it stands in a batch's `body`. */
export interface WireEvent {
  /** UUIDv7. The collector takes each id once. */
  readonly i: string;
  /** Milliseconds since 1970 by the server's clock, as far as the library knows it; never goes back within a process. */
  readonly t: number;
  /** Milliseconds since 1970 by the device's clock, as it was. */
  readonly c: number;
  /** Counts the events of one process from 0; orders them where clocks can't. */
  readonly n: number;
  /** The key of a custom event; the path of a view or a click; `consent` or `dropped`. */
  readonly e: string;
  readonly k?: EventKind;
  readonly b?: Readonly<Record<string, unknown>>;
  /** Milliseconds that a timed event lasted, pauses not counted. */
  readonly d?: number;
  /** 1: the page ended before the timed event did; `d` is what had been measured until then. */
  readonly o?: 1;
  /** Index into the batch's `ext`. */
  readonly x: number;
}

/** What was known around an event; each only with the consent of its kind (`factNames`). */
export interface WireFacts {
  readonly pi?: string;
  readonly lv?: string;
  readonly u?: string;
  readonly pf?: string;
  readonly l?: string;
  readonly ua?: string;
  readonly nt?: string;
  /** Device pixels in a CSS pixel. */
  readonly dn?: number;
  /** Logical processors. */
  readonly cpu?: number;
  /** `1920x1080`, CSS pixels of the screen. */
  readonly rs?: string;
  readonly d?: string;
  readonly ip?: string;
  /** 1 where the browser says, or looks as if, nobody sits before it. */
  readonly bot?: 1;
}

export interface WireMeta {
  /** 1: a browser. */
  readonly device_type: 1;
  readonly product_code: string | number;
  readonly is_dev: boolean;
  readonly heatmap: boolean;
}

/** A request's body (section 7), with `alg` 0. With `alg` 1, `data` is base64 of its gzipped JSON. */
export interface WireBatch {
  readonly alg: 0;
  readonly type: 0;
  readonly data: WireData;
}

export interface WireData {
  readonly meta: WireMeta;
  readonly ext: readonly WireFacts[];
  readonly body: readonly WireEvent[];
}

/** Why an event is refused; travels as `why`. */
export type EventRefusal =
  | 'form'
  | 'id'
  | 'timestamp'
  | 'device_clock'
  | 'sequence'
  | 'key'
  | 'kind'
  | 'biz_data'
  | 'duration'
  | 'open'
  | 'facts'
  | 'size';

/** The answer to a batch: `accepted` counts those kept now and those that were there already. */
export interface EventsAnswer {
  readonly accepted: number;
  readonly refused: readonly { readonly id: string; readonly why: EventRefusal }[];
}

const UUID_V7 = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
/** The last millisecond that a `Date` can hold. */
const isTime = (value: unknown): boolean => isCount(value) && value <= 8_640_000_000_000_000;

/** The longest texts among the facts, in UTF-16 code units; a text that is not listed may have 128. */
const FACT_LENGTH: Readonly<Record<string, number>> = { ua: 512 };
const textFacts = ['pi', 'lv', 'u', 'pf', 'l', 'ua', 'nt', 'rs', 'd', 'ip'] as const;

/** Whether a value has the form of `WireFacts`; fields of other names are ignored. */
export const isFacts = (value: unknown): value is WireFacts => {
  if (!isObject(value)) return false;
  for (const name of textFacts) {
    const text = value[name];
    if (text !== undefined && (typeof text !== 'string' || text.length > (FACT_LENGTH[name] ?? 128)))
      return false;
  }
  const { dn, cpu, bot } = value;
  return (
    (dn === undefined || (typeof dn === 'number' && dn > 0 && dn <= 100)) &&
    (cpu === undefined || (isCount(cpu) && cpu <= 65_536)) &&
    (bot === undefined || bot === 1)
  );
};

/**
 * Checks the part of a batch that all its events share: `data`, opened, of a request's body.
 *
 * @returns the data, whose events and facts are still to be checked one by one; or the name of the field that is
 * wrong, for which the whole request is to be refused (400)
 */
export const checkData = (
  value: unknown,
):
  | { readonly meta: WireMeta; readonly ext: readonly unknown[]; readonly body: readonly unknown[] }
  | string => {
  if (!isObject(value)) return 'data';
  const { meta, ext, body } = value;
  if (!isObject(meta) || meta['device_type'] !== 1) return 'meta';
  const code = meta['product_code'];
  if (!(Number.isSafeInteger(code) || (typeof code === 'string' && code && code.length <= 64)))
    return 'product_code';
  if (typeof meta['is_dev'] !== 'boolean') return 'is_dev';
  if (typeof meta['heatmap'] !== 'boolean') return 'heatmap';
  if (!Array.isArray(ext)) return 'ext';
  if (!Array.isArray(body)) return 'body';
  return { meta: meta as unknown as WireMeta, ext, body };
};

/** The id to name in an answer, of an event that may be anything at all. */
export const idOf = (event: unknown): string =>
  isObject(event) && typeof event['i'] === 'string' ? event['i'].slice(0, 64) : '';

/**
 * Checks one event by the contract (sections 3 and 5).
 *
 * @param facts how many of the batch's `ext` there are, or which of them are well formed by `isFacts`
 * @param length the event's JSON length where it is known, which saves writing the event again
 * @returns undefined if it is good, else why it is refused
 */
export const checkEvent = (
  event: unknown,
  facts: number | readonly boolean[],
  length?: number,
): EventRefusal | undefined => {
  if (!isObject(event)) return 'form';
  const { i, t, c, n, e, k, b, d, o, x } = event;
  if (typeof i !== 'string' || !UUID_V7.test(i)) return 'id';
  if (!isTime(t)) return 'timestamp';
  if (!isTime(c)) return 'device_clock';
  if (!isCount(n)) return 'sequence';
  if (k !== undefined && !(isCount(k) && k <= 4)) return 'kind';
  const longest = k === eventKind.view || k === eventKind.click ? 1024 : usageLimits.key;
  if (typeof e !== 'string' || !e || e.length > longest) return 'key';
  if (b !== undefined && !isObject(b)) return 'biz_data';
  if (d !== undefined && !isCount(d)) return 'duration';
  if (o !== undefined && o !== 1) return 'open';
  if (!isCount(x) || !(typeof facts === 'number' ? x < facts : facts[x])) return 'facts';
  if (3 * (length ?? JSON.stringify(event).length) > usageLimits.event) return 'size';
  return undefined;
};
