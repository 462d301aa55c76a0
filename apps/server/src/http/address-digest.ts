/** What stands for an IP address in the request log: it tells requests of one address together, and names it to nobody without the secret. */
import { createHmac } from 'node:crypto';
import { deriveKey, type Secret } from '../platform/derive-key.ts';
import { plainIp } from './trust.ts';

/** Characters of a digest, in base64url: enough to tell all addresses of a log apart. */
const LENGTH = 16;

/** The keyed digest of an address, the same as long as the secret is. */
export const addressDigest = (secret: Secret): ((ip: string) => string) => {
  const key = deriveKey(secret, 'request log');
  return ip => createHmac('sha256', key).update(plainIp(ip)).digest('base64url').slice(0, LENGTH);
};
