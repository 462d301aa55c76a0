/** The contract's numbers as plain constants, which a bundler inlines; their types check them against the contract. */
import type { beaconLength, monitorCodes, SUCCESS_SAMPLE } from '@rollcall/contract';

type Codes = typeof monitorCodes;

export const NETWORK: Codes['network'] = 601;
export const TIMEOUT: Codes['timeout'] = 602;
export const ABORT: Codes['abort'] = 603;
export const FETCH: Codes['fetch'] = 604;

/** One of this many successful calls is reported. */
export const SAMPLE: typeof SUCCESS_SAMPLE = 10;
/** The first calls of a page form one sequence of samples, later ones a sequence per endpoint; also the maximum of endpoints remembered. */
export const MANY = 200;
/** A beacon's URL is shorter than this many characters. */
export const MAX_URL_LENGTH: (typeof beaconLength)['sent'] = 2000;

/** The fields of a beacon that hold reports: performance, calls, errors, failed resources. */
export type Field = 't' | 'c' | 'e' | 'f';
/** What the page did last, errors, calls and failed resources, is kept up to this number of characters: eight long steps. */
export const MAX_TRAIL = 1_000;

/** Milliseconds that reports are collected before the queue waits for the browser's idle time. */
export const FLUSH_DELAY = 1000;
