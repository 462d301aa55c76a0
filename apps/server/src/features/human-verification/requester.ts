/** Who sends a request, as far as the server knows. */
import { createHash } from 'node:crypto';
import type { Identifier } from '../../platform/identifier.ts';

/** What is known of the sender of a request. */
export interface Requester {
  readonly identity: Identifier;
  /** From `deviceName`; empty where the browser sent none. */
  readonly device: string;
  readonly ip: string;
  /** The account that asks, where it is signed in. */
  readonly accountId?: string | undefined;
}

/** A requester without an identity. */
export type Place = Pick<Requester, 'ip' | 'device'>;

/** The digest of a device's fingerprint. */
export const deviceName = (deviceId: string | undefined): string =>
  deviceId ? createHash('sha256').update(deviceId).digest('base64url') : '';
