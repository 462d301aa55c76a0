/** The contract's numbers as plain constants, which a bundler puts in place; their types hold them to the contract. */
import type { beaconLength, monitorCodes, SUCCESS_SAMPLE } from '@rollcall/contract';

type Codes = typeof monitorCodes;

export const NETWORK: Codes['network'] = 601;
export const TIMEOUT: Codes['timeout'] = 602;
export const ABORT: Codes['abort'] = 603;
export const FETCH: Codes['fetch'] = 604;

/** Of so many calls of one address that succeed, one is reported. */
export const SAMPLE: typeof SUCCESS_SAMPLE = 10;
/** An address is shorter than this. */
export const ADDRESS: (typeof beaconLength)['sent'] = 2000;

/** The fields of a beacon that are reports: performance, calls, errors, failed resources. */
export type Field = 't' | 'c' | 'e' | 'f';
/**
 * Reports of each kind that one page sends at most; what repeats while it waits counts once. Calls are many: one that
 * were dropped would be missing from the sums.
 */
export const MOST: Readonly<Record<Field, number>> = { t: 50, c: 20_000, e: 20, f: 20 };

/** ms that a report waits for company, before the browser's idle time is waited for. */
export const WAIT = 1000;
