import type { EventKind } from '@rollcall/contract';
import type { Facts } from './facts.ts';
import { ADDED, EVENT } from './limits.ts';

/** Why an event was dropped: more than 1000 waiting, over 5000 in size, not JSON, refused, the device's store full. */
export type DropReason = 'queue' | 'size' | 'form' | 'refused' | 'store';
export type Drops = Partial<Record<DropReason, number>>;
/** The outcome of an event that no longer waits. */
export type Outcome = DropReason | 'acknowledged' | 'withdrawn';

/** An event that waits until it is acknowledged. Its names are kept on devices, so they are not shortened. */
export interface Entry {
  /** Set when it is serialised; empty until then. */
  id: string;
  readonly kind: EventKind;
  /** ms since 1970 by the device; with `offset` by the server. */
  readonly time: number;
  /** Once it is known, and kept beyond the page's life. */
  offset?: number | undefined;
  readonly facts: Facts;
  /** The event without `i`, `t` and `x`, until it is serialised in idle time. */
  wire?: object | undefined;
  /** The same with its `i`, as JSON. */
  json: string;
  /** Whether it is in a request or beacon that outlives the page, as far as this page knows. */
  inFlight?: boolean;
  /** The page life that keeps it in the store. */
  owner?: string | undefined;
  /** The store's record that it is in: a timed event has one of its own id. Empty until it is first saved. */
  kept: string;
  /** Whether it is written, as far as this page knows. */
  saved?: boolean | undefined;
}

/** JSON whose texts the collector takes: `?` replaces NUL and lone surrogates, which it refuses. */
export const toJson = (value: object): string =>
  JSON.stringify(value).replace(/(\\\\)|\\u(0000|d...)/g, (_, backslash = '?') => backslash);

/** Names and serialises an entry, or says why it can't be sent. */
export const serialise = (entry: Entry, uuid: () => string): DropReason | false => {
  try {
    entry.json = toJson({ i: (entry.id ||= uuid()), ...entry.wire });
    entry.wire = undefined;
    return 3 * (entry.json.length + ADDED) > EVENT && 'size';
  } catch {
    return 'form';
  }
};
