/** The facts that an event is recorded with, and the consents that allow them. */
import type { ConsentKind, WireFactsOf } from '@rollcall/contract';

/** One kind's grant: the version of the words agreed to, when (ms since 1970, device clock), and the grant's number. */
export type Grant = readonly [version: string, at: number, number: number];
export type Grants = { readonly [K in ConsentKind]?: Grant };

/** All consents; the `biz_data` of a `consent` event. */
export interface Consents {
  /** Names this record to the server; random, and sent with records of consent alone. Absent before the first consent. */
  readonly r?: string;
  /** The last grant's number. */
  readonly n: number;
  readonly g: Grants;
}

/** The facts at the time of an event, and the consents that it was recorded under. */
export interface Facts {
  readonly grants: Grants;
  readonly app?: WireFactsOf<'app'> | undefined;
  readonly user?: UserFacts | '' | undefined;
  readonly device?: DeviceFacts | undefined;
}

/** Without a proof where the page gave none. */
type UserFacts = Omit<WireFactsOf<'user'>, 'up'> & { readonly up?: string | undefined };

/** The IP address is added once it is known; waiting events get it too. */
export type DeviceFacts = Omit<WireFactsOf<'device'>, 'ip'> & { ip?: string | undefined };
