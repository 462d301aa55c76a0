/**
 * The one description of a usage event: every field with its names, consent, type, bounds and column (specification,
 * sections 3, 4 and 7). The types of the wire and of the stored record, the collector's check, the consent lists, the
 * store's columns and the tables of docs/usage-wire.md are derived from it.
 *
 * To add a field, add a row.
 */
import { type FactConsent, usageLimits } from './kinds.ts';

/**
 * The type of a value on the wire.
 *
 * `uuid` UUIDv7 · `text` · `int` whole number · `number` · `kind` number of an event's kind · `flag` 1 or absent ·
 * `bool` · `json` object · `code` text or whole number
 */
export type FieldType = 'uuid' | 'text' | 'int' | 'number' | 'kind' | 'flag' | 'bool' | 'json' | 'code';

/** The type of a column, in no store's own words. `int` has 32 bits, `bigint` 64. */
export type ColumnType = 'uuid' | 'text' | 'int' | 'bigint' | 'double' | 'json' | 'bool';

/** What a value must keep to beyond its type. Lengths are in UTF-16 code units. */
export interface Bounds {
  readonly min?: number;
  /** Exclusive. */
  readonly above?: number;
  readonly max?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** Instead of `maxLength`, of what is told of a page (views, clicks, leaves), whose key is a path. */
  readonly maxPathLength?: number;
}

/**
 * Where a field travels: in an event (`body`), in the facts around it (`ext`), in the batch's `meta`, in the `biz_data`
 * of a click; or not at all: `collector` fields are added by the server.
 */
export type FieldPart = 'event' | 'facts' | 'meta' | 'click' | 'collector';

export interface EventField {
  readonly part: FieldPart;
  /** The long name, as documents have it. */
  readonly field: string;
  /** The short name on the wire. Empty for `collector`. */
  readonly wire: string;
  /** The consent without which the field is left out. */
  readonly consent?: FactConsent;
  readonly type: FieldType;
  /** Absent from no event. */
  readonly required?: true;
  readonly bounds?: Bounds;
  /** The name by which an answer refuses the event, where it is not `field`. */
  readonly refusal?: string;
  /** The name in the stored record. Without one the field is not stored, or only as a column. */
  readonly record?: string;
  /** Without one the field is not in the store. */
  readonly column?: { readonly name: string; readonly type: ColumnType };
  /** For docs/usage-wire.md. */
  readonly about: string;
}

/** 30 days in ms. */
const LONGEST_DURATION = 2_592_000_000;
/** The last millisecond that a `Date` can hold. */
const LAST_TIME = 8_640_000_000_000_000;
/** Pixels: no browser lays out a document of this size. */
const COORDINATE = 10_000_000;

const time = { min: 0, max: LAST_TIME } as const;
const count = { min: 0, max: Number.MAX_SAFE_INTEGER } as const;
const coordinate = { min: -COORDINATE, max: COORDINATE } as const;
const text = { maxLength: 128 } as const;

/** The key, whose length depends on the kind of the event. */
export const keyField = {
  part: 'event',
  field: 'event_id',
  wire: 'e',
  type: 'text',
  required: true,
  bounds: { minLength: 1, maxLength: usageLimits.key, maxPathLength: 1024 },
  refusal: 'key',
  record: 'key',
  column: { name: 'key', type: 'text' },
  about: "the key of a custom event; the page's path for `k` 1, 2 and 5; `consent` or `dropped` for 3 and 4",
} as const satisfies EventField;

/** All fields; of each part in the order in which they are checked and stored. */
export const eventFields = [
  {
    part: 'event',
    field: 'id',
    wire: 'i',
    type: 'uuid',
    required: true,
    record: 'id',
    column: { name: 'id', type: 'uuid' },
    about: 'made by the sender; the collector takes each once',
  },
  {
    part: 'event',
    field: 'timestamp',
    wire: 't',
    type: 'int',
    required: true,
    bounds: time,
    record: 'time',
    column: { name: 'time', type: 'bigint' },
    about: "ms since 1970 by the server's clock; within a process it never goes back",
  },
  {
    part: 'event',
    field: 'device_clock',
    wire: 'c',
    type: 'int',
    required: true,
    bounds: time,
    record: 'deviceTime',
    column: { name: 'device_time', type: 'bigint' },
    about: "ms since 1970 by the device's clock, as it was",
  },
  {
    part: 'event',
    field: 'sequence',
    wire: 'n',
    type: 'int',
    required: true,
    bounds: count,
    record: 'sequence',
    column: { name: 'sequence', type: 'bigint' },
    about: 'grows with each event of a process; orders events where clocks cannot; a gap is not a loss',
  },
  {
    part: 'event',
    field: 'kind',
    wire: 'k',
    type: 'kind',
    bounds: { min: 0, max: 5 },
    record: 'kind',
    column: { name: 'kind', type: 'int' },
    about:
      '0 custom (the same where absent), 1 page view, 2 click, 3 record of consent, 4 report of dropped events, 5 page left',
  },
  keyField,
  {
    part: 'event',
    field: 'biz_data',
    wire: 'b',
    type: 'json',
    record: 'data',
    column: { name: 'data', type: 'json' },
    about: 'what the site tells of a custom event; of other kinds see below',
  },
  {
    part: 'event',
    field: 'duration',
    wire: 'd',
    type: 'int',
    bounds: { min: 0, max: LONGEST_DURATION },
    record: 'duration',
    column: { name: 'duration', type: 'bigint' },
    about:
      'ms that a timed event lasted, or that a page which is left was visible; pauses and hidden tabs not counted',
  },
  {
    part: 'event',
    field: 'open',
    wire: 'o',
    type: 'flag',
    record: 'open',
    column: { name: 'open', type: 'bool' },
    about:
      'the page ended before the timed event did; `d` is what had been measured; where the page only slept, the rest is an event of its own',
  },
  {
    part: 'event',
    field: 'facts',
    wire: 'x',
    type: 'int',
    required: true,
    bounds: count,
    about: 'index into `ext`',
  },
  {
    part: 'meta',
    field: 'device_type',
    wire: 'device_type',
    type: 'flag',
    required: true,
    refusal: 'meta',
    about: 'a browser',
  },
  {
    part: 'meta',
    field: 'product_code',
    wire: 'product_code',
    type: 'code',
    required: true,
    bounds: { minLength: 1, maxLength: 64 },
    record: 'product',
    column: { name: 'product', type: 'text' },
    about: 'the product whose use is reported',
  },
  {
    part: 'meta',
    field: 'is_dev',
    wire: 'is_dev',
    type: 'bool',
    required: true,
    record: 'dev',
    column: { name: 'dev', type: 'bool' },
    about: 'true outside `prod`',
  },
  {
    part: 'meta',
    field: 'heatmap',
    wire: 'heatmap',
    type: 'bool',
    required: true,
    about: 'whether clicks are reported',
  },
  {
    part: 'facts',
    field: 'process_id',
    wire: 'pi',
    consent: 'app',
    type: 'text',
    bounds: text,
    record: 'process',
    column: { name: 'process', type: 'text' },
    about: 'names one page life',
  },
  {
    part: 'facts',
    field: 'library_version',
    wire: 'lv',
    consent: 'app',
    type: 'text',
    bounds: text,
    record: 'library',
    column: { name: 'library', type: 'text' },
    about: '',
  },
  {
    part: 'facts',
    field: 'user_id',
    wire: 'u',
    consent: 'user',
    type: 'text',
    bounds: text,
    record: 'user',
    column: { name: 'user_id', type: 'text' },
    about: 'who is signed in',
  },
  {
    part: 'facts',
    field: 'user_proof',
    wire: 'up',
    consent: 'user',
    type: 'text',
    bounds: text,
    about:
      'the claim `usage_proof` of an access token of `u`, by which a record of consent is its own; not stored',
  },
  {
    part: 'facts',
    field: 'platform',
    wire: 'pf',
    consent: 'device',
    type: 'text',
    bounds: text,
    record: 'platform',
    column: { name: 'platform', type: 'text' },
    about: '',
  },
  {
    part: 'facts',
    field: 'language',
    wire: 'l',
    consent: 'device',
    type: 'text',
    bounds: text,
    record: 'language',
    column: { name: 'language', type: 'text' },
    about: '',
  },
  {
    part: 'facts',
    field: 'user_agent',
    wire: 'ua',
    consent: 'device',
    type: 'text',
    bounds: { maxLength: 512 },
    record: 'userAgent',
    column: { name: 'user_agent', type: 'text' },
    about: 'the library sends the first 300 characters',
  },
  {
    part: 'facts',
    field: 'network',
    wire: 'nt',
    consent: 'device',
    type: 'text',
    bounds: text,
    record: 'network',
    column: { name: 'network', type: 'text' },
    about: '`slow-2g`, `2g`, `3g` or `4g`, where the browser tells',
  },
  {
    part: 'facts',
    field: 'density',
    wire: 'dn',
    consent: 'device',
    type: 'number',
    bounds: { above: 0, max: 100 },
    record: 'density',
    column: { name: 'density', type: 'double' },
    about: 'device pixels in a CSS pixel',
  },
  {
    part: 'facts',
    field: 'cpu',
    wire: 'cpu',
    consent: 'device',
    type: 'int',
    bounds: { min: 0, max: 65_536 },
    record: 'cpu',
    column: { name: 'cpu', type: 'int' },
    about: 'logical processors',
  },
  {
    part: 'facts',
    field: 'resolution',
    wire: 'rs',
    consent: 'device',
    type: 'text',
    bounds: text,
    record: 'resolution',
    column: { name: 'resolution', type: 'text' },
    about: '`1920x1080`, CSS pixels of the screen',
  },
  {
    part: 'facts',
    field: 'device_uuid',
    wire: 'd',
    consent: 'device',
    type: 'text',
    bounds: text,
    record: 'device',
    column: { name: 'device', type: 'text' },
    about: 'names the browser, in a cookie of 30 days',
  },
  {
    part: 'facts',
    field: 'ip',
    wire: 'ip',
    consent: 'device',
    type: 'text',
    bounds: text,
    record: 'ip',
    column: { name: 'ip', type: 'text' },
    about: 'IP address, as looked up',
  },
  {
    part: 'facts',
    field: 'bot',
    wire: 'bot',
    consent: 'device',
    type: 'flag',
    record: 'bot',
    column: { name: 'bot', type: 'bool' },
    about: 'the browser is automated, or looks like it; the event is flagged, never dropped',
  },
  {
    part: 'click',
    field: 'x',
    wire: 'x',
    type: 'number',
    bounds: coordinate,
    column: { name: 'x', type: 'double' },
    about: "thousandths of the document's width",
  },
  {
    part: 'click',
    field: 'y',
    wire: 'y',
    type: 'number',
    bounds: coordinate,
    column: { name: 'y', type: 'double' },
    about: "CSS pixels from the document's top",
  },
  {
    part: 'click',
    field: 'width',
    wire: 'w',
    type: 'number',
    bounds: coordinate,
    column: { name: 'w', type: 'double' },
    about: "the document's width in CSS pixels",
  },
  {
    part: 'click',
    field: 'height',
    wire: 'h',
    type: 'number',
    bounds: coordinate,
    column: { name: 'h', type: 'double' },
    about: "the document's height in CSS pixels",
  },
  {
    part: 'collector',
    field: 'received',
    wire: '',
    type: 'int',
    required: true,
    bounds: time,
    record: 'received',
    column: { name: 'received', type: 'bigint' },
    about: 'ms since 1970 when the collector took the event',
  },
  {
    part: 'collector',
    field: 'moved',
    wire: '',
    type: 'flag',
    record: 'moved',
    about: 'the timestamp was impossible and is replaced by `received`',
  },
  {
    part: 'collector',
    field: 'sample',
    wire: '',
    type: 'flag',
    record: 'sample',
    column: { name: 'sample', type: 'bool' },
    about: 'made by the generator of sample data',
  },
  {
    part: 'collector',
    field: 'trusted',
    wire: '',
    type: 'flag',
    record: 'trusted',
    column: { name: 'trusted', type: 'bool' },
    about: 'reported by a server with a service token (`POST /api/v1/events`)',
  },
] as const satisfies readonly EventField[];

export type EventFieldRow = (typeof eventFields)[number];

/** The numbers in a record of consent (the `biz_data` of kind 3): its last grant, and of each grant when (else the server's time counts) and which. */
export const consentBounds = { number: count, at: time } as const satisfies Record<string, Bounds>;
