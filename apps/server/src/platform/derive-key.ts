import { hkdfSync } from 'node:crypto';

/** One key for each use, so that what one of them reveals is worth nothing elsewhere. */
export type KeyUse =
  | 'codes'
  | 'refresh tokens'
  | 'signing keys'
  | 'sign-in failures'
  | 'tickets'
  | 'captcha'
  | 'console'
  | 'usage downloads';

/** 32 bytes for one use, derived (HKDF-SHA-256) from the server's secret. Another secret, other keys. */
export const deriveKey = (secret: string, use: KeyUse): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'rollcall/accounts', use, 32));
