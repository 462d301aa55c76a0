import type { WireFacts } from '@rollcall/contract';
import type { Grants } from './consent.ts';

/** What was known when an event was recorded, and the consents that it was recorded under. */
export interface Facts {
  readonly grants: Grants;
  readonly app?: WireFacts | undefined;
  readonly user?: WireFacts | '' | undefined;
  readonly device?: DeviceFacts | undefined;
}
export type DeviceFacts = Omit<WireFacts, 'ip'> & { ip?: string | undefined };
