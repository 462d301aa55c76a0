/** One reported event as the store loads it: names written out, its facts beside it, all by the contract's table of fields. */
export type { EventRecord as StoredEvent } from '@rollcall/contract';
