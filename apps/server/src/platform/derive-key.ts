import { hkdfSync } from 'node:crypto';

/** Uses of derived keys. Each has its own key, so that a leaked one does not affect the others. */
export type KeyUse =
  | 'codes'
  | 'refresh tokens'
  | 'signing keys'
  | 'sign-in failures'
  | 'tickets'
  | 'captcha'
  | 'notices'
  | 'console'
  | 'usage downloads'
  | 'cursors'
  | 'audit log'
  | 'second factors';

/** Derives the 32-byte key of a use from the server's secret (HKDF-SHA-256). */
export const deriveKey = (secret: string, use: KeyUse): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'rollcall/accounts', use, 32));
