/** The contract's numbers as plain constants, which a bundler puts in place; their types hold them to the contract. */
import type { eventKind, usageLimits } from '@rollcall/contract';

type Limits = typeof usageLimits;
type Kinds = typeof eventKind;

/** Events that may wait. */
export const QUEUE: Limits['queue'] = 1000;
/** An event's size at most: 3 × JSON length. */
export const EVENT: Limits['event'] = 5000;
/** A request's size at most: 3 × JSON length. */
export const REQUEST: Limits['request'] = 30_000;
/** ms between two sends. */
export const INTERVAL: Limits['interval'] = 500;
/** Characters of a key. */
export const KEY: Limits['key'] = 128;

export const CUSTOM: Kinds['custom'] = 0;
export const VIEW: Kinds['view'] = 1;
export const CLICK: Kinds['click'] = 2;
export const CONSENT: Kinds['consent'] = 3;
export const DROPPED: Kinds['dropped'] = 4;
