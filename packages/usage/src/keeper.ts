import type { Outside } from './outside.ts';
import type { OpenTimers } from './timers.ts';
import type { EventKind } from '@rollcall/contract';
import type { createDelivery } from './delivery.ts';
import type { Entry } from './entry.ts';

/** What is known of an entry in the store. */
export type Saved = Pick<Entry, 'kept' | 'saved'>;

/** What keeps events beyond the page's life, as far as the rest sees it. */
export type Keeper = readonly [
  /** After `stop` it is done before it returns. */
  save: (entries: readonly Entry[]) => void,
  /** Has the records that these were in hold what still waits of them. */
  forget: (entries: readonly Saved[]) => unknown,
  /** The page lives: unless it did so already, it joins the tabs, and looks for what dead ones left. */
  start: () => void,
  /** The page ends, or sleeps: what it left in the store is anybody's. */
  stop: () => void,
];

/**
 * @param name shared by the tabs that share a store
 * @param timers those that are open: each is kept as the event to be sent if this page came to a sudden end
 * @param make makes that event
 */
export type Persistence = (
  name: string,
  outside: Outside,
  delivery: ReturnType<typeof createDelivery>,
  uuid: () => string,
  timers: OpenTimers,
  make: (kind: EventKind, key: string, biz: undefined, duration: number, id: string, open: 1) => Entry,
) => Keeper;
