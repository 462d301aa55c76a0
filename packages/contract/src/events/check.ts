/**
 * The collector's check of a batch (specification, sections 3, 5, 7 and 9), compiled from `eventFields`.
 *
 * The checks are plain closures and no schemas: the collector runs them for thousands of events a second.
 */
import {
  type Bounds,
  consentBounds,
  type EventField,
  eventFields,
  type FieldPart,
  keyField,
} from './fields.ts';
import { consentKinds, eventKind, usageLimits } from './kinds.ts';
import type { EventRefusal, WireFacts, WireMeta } from './wire.ts';

const UUID_V7 = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
/** NUL and halves of surrogate pairs: PostgreSQL and others refuse them in text and in JSON. */
const UNSTORABLE = /[\0\p{Cs}]/u;
/** No event is deeper: each level takes two characters of its 1666. */
const DEEPEST = 900;
// As constants of this module: read from the objects at each event they cost a fifth more.
const { view, click, consent, leave } = eventKind;
const { event: longestEvent } = usageLimits;

type Test = (value: unknown, escaped: boolean) => boolean;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether every text in a JSON value, names included, can be stored. */
const isStorable = (value: unknown, depth = 0): boolean => {
  if (typeof value === 'string') return !UNSTORABLE.test(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth > DEEPEST) return false;
  if (Array.isArray(value)) return value.every(item => isStorable(item, depth + 1));
  return Object.entries(value).every(([name, item]) => !UNSTORABLE.test(name) && isStorable(item, depth + 1));
};

const intTest =
  ({ min = -Number.MAX_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER }: Bounds): Test =>
  value =>
    Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max;

const textTest =
  ({ minLength = 0, maxLength = longestEvent, maxPathLength: longest = maxLength }: Bounds): Test =>
  (value, escaped) =>
    typeof value === 'string' &&
    value.length >= minLength &&
    value.length <= longest &&
    !(escaped && UNSTORABLE.test(value));

const testOf = ({ type, bounds = {} }: EventField): Test => {
  switch (type) {
    case 'uuid':
      return value => typeof value === 'string' && UUID_V7.test(value);
    case 'text':
      return textTest(bounds);
    case 'int':
    case 'kind':
      return intTest(bounds);
    case 'number': {
      const { min = -Number.MAX_VALUE, above = -Infinity, max = Number.MAX_VALUE } = bounds;
      return value => typeof value === 'number' && value >= min && value > above && value <= max;
    }
    case 'flag':
      return value => value === 1;
    case 'bool':
      return value => typeof value === 'boolean';
    case 'json':
      return isObject;
    case 'code': {
      const [isText, isInt] = [textTest(bounds), intTest({})];
      return (value, escaped) => isInt(value, escaped) || isText(value, escaped);
    }
  }
};

interface Check {
  readonly wire: string;
  readonly required: boolean;
  readonly refusal: string;
  readonly test: Test;
}

const rowsOf = (part: FieldPart): readonly EventField[] => eventFields.filter(row => row.part === part);

const checksOf = (part: FieldPart): readonly Check[] =>
  rowsOf(part).map(row => ({
    wire: row.wire,
    required: row.required === true,
    refusal: row.refusal ?? row.field,
    test: testOf(row),
  }));

/** The first check that an object fails. */
const failing = (checks: readonly Check[], object: Record<string, unknown>, escaped: boolean) =>
  checks.find(({ wire, required, test }) => {
    const value = object[wire];
    return value === undefined ? required : !test(value, escaped);
  });

const factChecks = checksOf('facts');
const metaChecks = checksOf('meta');
const clickChecks = checksOf('click');

/**
 * Whether a value has the form of `WireFacts`; fields of other names are ignored.
 *
 * @param escaped see `checkEvent`
 * @example isFacts({ l: 'zh-CN' });
 * @see `docs/usage-wire.md`
 */
export const isFacts = (value: unknown, escaped = true): value is WireFacts =>
  isObject(value) && failing(factChecks, value, escaped) === undefined;

/**
 * Checks the part of a batch that all its events share: `data`, opened, of a request's body.
 *
 * @returns the data, whose events and facts are still to be checked one by one; or the name of the field that is
 * wrong, for which the whole request is to be refused (400)
 * @example const checked = checkData(JSON.parse(body));
 * @see `docs/usage-wire.md`
 */
export const checkData = (
  value: unknown,
):
  | { readonly meta: WireMeta; readonly ext: readonly unknown[]; readonly body: readonly unknown[] }
  | string => {
  if (!isObject(value)) return 'data';
  const { meta, ext, body } = value;
  if (!isObject(meta)) return 'meta';
  const wrong = failing(metaChecks, meta, true);
  if (wrong) return wrong.refusal;
  if (!Array.isArray(ext)) return 'ext';
  if (!Array.isArray(body)) return 'body';
  return { meta: meta as unknown as WireMeta, ext, body };
};

/**
 * The id to name in an answer, of an event that may be anything at all.
 * @example idOf({ i: 'a1' });
 * @see `docs/usage-wire.md`
 */
export const idOf = (event: unknown): string =>
  isObject(event) && typeof event['i'] === 'string' ? event['i'].slice(0, 64) : '';

const numberIn = (bounds: Bounds): ((value: unknown) => boolean) => {
  const test = intTest(bounds);
  return value => typeof value !== 'number' || test(value, false);
};
const isGrantNumber = numberIn(consentBounds.number);

/** Whether the numbers of a click are in bounds. What is no number is no coordinate, and is stored as none. */
const isClick = (data: Record<string, unknown>): boolean =>
  clickChecks.every(({ wire, test }) => typeof data[wire] !== 'number' || test(data[wire], false));

/**
 * Whether the numbers of a record of consent are in bounds. What is no grant grants nothing. The times are the device's, whose clock may
 * be impossible: the server's counts.
 */
const isConsent = ({ n, g }: Record<string, unknown>): boolean =>
  isGrantNumber(n) &&
  (!isObject(g) ||
    consentKinds.every(kind => {
      const grant: unknown = g[kind];
      return !Array.isArray(grant) || isGrantNumber(grant[2]);
    }));

/** Fields with a line of their own in `checkEvent`; the others are tested by the table. */
const lines: ReadonlySet<string> = new Set([
  'i',
  't',
  'c',
  'n',
  'k',
  'e',
  'b',
  'd',
  'o',
  'x',
] satisfies EventWire[]);
const otherChecks = checksOf('event').filter(({ wire }) => !lines.has(wire));

type EventWire = Extract<(typeof eventFields)[number], { part: 'event' }>['wire'];
const tests = Object.fromEntries(rowsOf('event').map(row => [row.wire, testOf(row)])) as {
  readonly [Name in EventWire]: Test;
};
const { i: isId, t: isTime, c: isClock, n: isSequence, k: isKind, e: isKey } = tests;
const { b: isObjectData, d: isDuration, o: isOpen, x: isIndex } = tests;
const longestKey = keyField.bounds.maxLength;

const isData = (data: unknown, kind: unknown, escaped: boolean): boolean =>
  isObjectData(data, escaped) &&
  (kind !== click || isClick(data as Record<string, unknown>)) &&
  (kind !== consent || isConsent(data as Record<string, unknown>)) &&
  (!escaped || isStorable(data));

/**
 * Checks one event by the contract (sections 3 and 5). Each of today's fields is read and tested by its own line: a loop over the
 * table takes twice as long. A field that is added to the table is tested by that loop until it has a line.
 *
 * @param facts how many of the batch's `ext` there are, or which of them are well formed by `isFacts`
 * @param length the event's JSON length where it is known, which saves writing the event again
 * @param escaped false where the JSON that the event was parsed from has no `\u`: only by such an escape can a text hold
 * NUL or half a surrogate pair, so its texts need no look
 * @returns undefined if it is good, else why it is refused
 * @example const refusal = checkEvent({ i: 'a1', k: 2, t: 0, d: 0 }, [true]);
 * @see `docs/usage-wire.md`
 */
export const checkEvent = (
  event: unknown,
  facts: number | readonly boolean[],
  length?: number,
  escaped = true,
): EventRefusal | undefined => {
  if (!isObject(event)) return 'form';
  const { i, t, c, n, e, k, b, d, o, x } = event;
  if (!isId(i, escaped)) return 'id';
  if (!isTime(t, escaped)) return 'timestamp';
  if (!isClock(c, escaped) && !(k === consent && Number.isSafeInteger(c))) return 'device_clock';
  if (!isSequence(n, escaped)) return 'sequence';
  if (k !== undefined && !isKind(k, escaped)) return 'kind';
  if (!isKey(e, escaped)) return 'key';
  if ((e as string).length > longestKey && k !== view && k !== click && k !== leave) return 'key';
  if (b !== undefined && !isData(b, k, escaped)) return 'biz_data';
  if (d !== undefined && !isDuration(d, escaped)) return 'duration';
  if (o !== undefined && !isOpen(o, escaped)) return 'open';
  const other = otherChecks.length > 0 ? failing(otherChecks, event, escaped) : undefined;
  if (other) return other.refusal as EventRefusal;
  if (!isIndex(x, escaped) || !(typeof facts === 'number' ? (x as number) < facts : facts[x as number]))
    return 'facts';
  if (3 * (length ?? JSON.stringify(event).length) > longestEvent) return 'size';
  return undefined;
};
