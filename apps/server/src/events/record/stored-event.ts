/** One reported event as the store loads it: names written out, its facts beside it, all by the contract's table of fields. */
import type { EventRecord } from '@rollcall/contract';

export type StoredEvent = EventRecord & {
  /** Of a record of consent until it was checked: what came beside the user's id. No store takes it. */
  readonly proof?: string;
};
