import { hkdfSync } from 'node:crypto';

/** Uses of derived keys. Each has its own key, so that a leaked one does not affect the others. */
export type KeyUse =
  | 'codes'
  | 'refresh tokens'
  | 'signing keys'
  | 'sign-in failures'
  | 'tickets'
  | 'captcha'
  | 'window counts'
  | 'known browsers'
  | 'device cookie'
  | 'notices'
  | 'guardians'
  | 'email links'
  | 'said years'
  | 'past identifiers'
  | 'console'
  | 'usage downloads'
  | 'usage files'
  | 'usage proofs'
  | 'cursors'
  | 'audit log'
  | 'second factors'
  | 'data keys'
  | 'alert channels'
  | 'request log'
  | 'openid cookies'
  | 'webhooks';

/**
 * The server's secret, at least 32 characters. While it is being changed there are two: everything new is made with
 * `current`, and what was made with `previous` is accepted, too.
 */
export type Secret = string | { readonly current: string; readonly previous: string };

const derive = (secret: string, use: KeyUse): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'rollcall/accounts', use, 32));

/** Derives the 32-byte key of a use from the current secret (HKDF-SHA-256). */
export const deriveKey = (secret: Secret, use: KeyUse): Buffer =>
  derive(typeof secret === 'string' ? secret : secret.current, use);

/** The accepted keys of a use: first the current one, which makes everything new. */
export const deriveKeys = (secret: Secret, use: KeyUse): readonly [Buffer, ...Buffer[]] =>
  typeof secret === 'string'
    ? [derive(secret, use)]
    : [derive(secret.current, use), derive(secret.previous, use)];
