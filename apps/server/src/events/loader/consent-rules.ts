/** The rules of consents (specification, section 4), applied to events before they are stored. */
import {
  consentBounds,
  type ConsentKind,
  consentKinds,
  eventKind,
  factConsents,
  kindConsents,
  recordFieldsOf,
} from '@rollcall/contract';
import type { StoredEvent } from '../record/stored-event.ts';
import type { Granted } from '../../platform/database/tables/usage.ts';

/** One change of a consent, by the server's clock. */
export interface ConsentState {
  readonly record: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly granted: Granted;
}

export interface ConsentChange extends ConsentState {
  readonly eventId: string;
  readonly product: string;
  readonly received: number;
  readonly user?: string;
  /** What came beside the user's id. */
  readonly proof?: string;
  readonly device?: string;
}

const isText = (value: unknown): value is string =>
  // PostgreSQL refuses NUL in a text.
  typeof value === 'string' && value.length > 0 && value.length <= 128 && !value.includes('\0');

/** Whether a device's clock can have said this. */
const isTime = (value: unknown): value is number =>
  Number.isSafeInteger(value) &&
  (value as number) >= consentBounds.at.min &&
  (value as number) <= consentBounds.at.max;

/** Reads a record of consent (`kind` 3) out of an event; undefined for any other event, which grants nothing. */
export const consentChange = (event: StoredEvent): ConsentChange | undefined => {
  if (event.kind !== eventKind.consent) return undefined;
  const { r: record, g } = (event.data ?? {}) as { r?: unknown; g?: unknown };
  if (!isText(record) || typeof g !== 'object' || g === null) return undefined;
  const granted: { -readonly [K in ConsentKind]?: { version: string; at: number } } = {};
  for (const kind of consentKinds) {
    const grant = Object.hasOwn(g, kind) ? (g as Record<string, unknown>)[kind] : undefined;
    if (!Array.isArray(grant)) continue;
    const [version, at] = grant as unknown[];
    if (isText(version)) granted[kind] = { version, at: isTime(at) ? at : event.time };
  }
  return {
    eventId: event.id,
    record,
    product: event.product,
    at: event.time,
    received: event.received,
    granted,
    ...(isText(event.user) ? { user: event.user } : {}),
    ...(isText(event.user) && event.proof !== undefined ? { proof: event.proof } : {}),
    ...(isText(event.device) ? { device: event.device } : {}),
  };
};

/** The last state at or before a time; undefined where none is known. */
const stateAt = (states: readonly ConsentState[], time: number): ConsentState | undefined => {
  let found: ConsentState | undefined;
  for (const state of states) if (state.at <= time && (!found || state.at >= found.at)) found = state;
  return found;
};

/**
 * Whether a kind was known to be withdrawn at a time.
 * @param ofDevice consents of the event's device from any record: the last one counts
 * @param ofUser what the records of its user said, for an event without a device, or of a server: one of them may be this page's, so
 * only what all of them say counts
 */
const isWithdrawn = (
  kind: ConsentKind,
  time: number,
  ofDevice: readonly ConsentState[] | undefined,
  ofUser: readonly ConsentState[] | undefined,
): boolean => {
  const state = ofDevice && stateAt(ofDevice, time);
  if (state && !state.granted[kind]) return true;
  if (!ofUser) return false;
  const states = byRecord(ofUser).map(states => stateAt(states, time));
  return states.length > 0 && states.every(state => state !== undefined && !state.granted[kind]);
};

const byRecord = (states: readonly ConsentState[]): ConsentState[][] => {
  const records = new Map<string, ConsentState[]>();
  for (const state of states) records.set(state.record, [...(records.get(state.record) ?? []), state]);
  return [...records.values()];
};

/**
 * What of an event may be kept: itself, itself without facts of a kind that was withdrawn before, or nothing.
 * @param states what is known of the event's device and user; undefined where it names none
 */
export const permitted = (
  event: StoredEvent,
  states: {
    readonly device?: readonly ConsentState[] | undefined;
    readonly user?: readonly ConsentState[] | undefined;
  },
): StoredEvent | undefined => {
  if (!states.device && !states.user) return event;
  const withdrawn = (kind: ConsentKind) => isWithdrawn(kind, event.time, states.device, states.user);
  // An unknown kind needs no consent.
  const needed: readonly ConsentKind[] | undefined = kindConsents[event.kind];
  if (needed?.some(withdrawn)) return undefined;
  const names: readonly string[] = factConsents.filter(withdrawn).flatMap(kind => recordFieldsOf(kind));
  if (names.length === 0) return event;
  return Object.fromEntries(
    Object.entries(event).filter(([name]) => !names.includes(name)),
  ) as unknown as StoredEvent;
};
