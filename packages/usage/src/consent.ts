import type { ConsentKind } from '@rollcall/contract';

/** One kind's grant: the version of the words agreed to, when (ms since 1970, device clock), and the grant's number. */
export type Grant = readonly [version: string, at: number, number: number];
export type Grants = { readonly [K in ConsentKind]?: Grant };

/** All consents; travels as the `biz_data` of a `consent` event. */
export interface Consents {
  /** Names this record to the server; random, and sent with records of consent alone. */
  readonly r: string;
  /** The last grant's number. */
  readonly n: number;
  readonly g: Grants;
}

/** Nobody is known to have agreed. */
export const none: Consents = { r: '', n: 0, g: {} };
