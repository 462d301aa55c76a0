/**
 * The contract's numbers as plain constants, which a bundler inlines: an import of the contract's own would bring its
 * tables along. Their types are the contract's, so a value that differs does not compile.
 */
import type { eventFields, eventKind, kindConsents, usageLimits } from '@rollcall/contract';

type Limits = typeof usageLimits;
type Kinds = typeof eventKind;
type MaxOf<Part extends string, Field extends string> = Extract<
  (typeof eventFields)[number],
  { part: Part; field: Field; bounds: { max: number } }
>['bounds']['max'];

/** Events that may wait. */
export const QUEUE: Limits['queue'] = 1000;
/** An event's size at most: 3 × JSON length. */
export const EVENT: Limits['event'] = 5000;
/** A request's size at most: 3 × JSON length. */
export const REQUEST: Limits['request'] = 30_000;
/** ms between two sends; the longest that an event is in memory only. */
export const INTERVAL: Limits['interval'] = 500;
/** Maximum length that `t` and `x` add to an event: `"t":`, 13 digits, `"x":`, 3 digits, two commas. */
export const ADDED = 26;
/** The pause after a failure, in ms, doubled at each further one. */
export const FIRST_PAUSE = 250;
/** The longest pause after failures, in ms, before chance adds up to as much. */
export const LONGEST_PAUSE = 30_000;
/** The longest that a Retry-After is obeyed, in ms. */
export const LONGEST_WAIT = 3_600_000;
/** Default timeout of a batch in ms (specification, section 9). */
export const TIMEOUT = 20_000;
/** Timeout of the requests for time and IP in ms; the first events wait for their answers. */
export const BRIEF = 2000;
/** Requests for the server's time; the fastest answer counts. */
export const SAMPLES = 3;
/** Failed requests after which events are sent without the server's time. */
export const CLOCK_TRIES = 2;
/** Seconds that a cookie is kept. */
export const COOKIE_AGE = 2_592_000;
/** Characters of each text that says where a visit came from: with the longest path a view is still within an event's size. */
export const ORIGIN = 100;
/** Characters of a key. */
export const KEY: Limits['key'] = 128;
/** ms that an event may last: 30 days. The collector refuses more. */
export const LONGEST_DURATION: MaxOf<'event', 'duration'> = 2_592_000_000;
/** Pixels beyond which the collector refuses a click. */
export const COORDINATE: MaxOf<'click', 'x'> = 10_000_000;
/** The consents that an event of each kind needs. */
export const KIND_CONSENTS: typeof kindConsents = [
  ['event'],
  ['view'],
  ['event', 'view'],
  [],
  ['event'],
  ['view'],
];

export const CUSTOM: Kinds['custom'] = 0;
export const VIEW: Kinds['view'] = 1;
export const CLICK: Kinds['click'] = 2;
export const CONSENT: Kinds['consent'] = 3;
export const DROPPED: Kinds['dropped'] = 4;
export const LEAVE: Kinds['leave'] = 5;

/** Default maximum of entries in the store after a search for leftovers: usually under 2 MB, at most 13 MB. */
export const MOST = 2000;
/** Leftovers taken over at a time; they count towards the queue's 1000. */
export const AT_ONCE = 500;
/** Delay in ms until the next search for events of closed pages: if some were found, and if none were. */
export const SOON = 1000;
export const LATER = 60_000;
/** Interval in ms at which open timers are saved: a crash loses at most that from their durations. */
export const CHECKPOINT = 5000;
