import { createHmac } from 'node:crypto';

/**
 * `iat`: when the person signed in there, seconds since 1970. Without it no session is converted once the account has ended its sessions.
 * @param {{ phone?: string, email?: string, username?: string, sub?: string, iat?: number }} person one of them is enough
 * @param {number} exp seconds since 1970
 * @param {string} secret ROLLCALL_CONVERT_SECRET
 */
export function sessionCookie(person, exp, secret) {
  const payload = Buffer.from(JSON.stringify({ ...person, exp })).toString('base64url');
  const signature = createHmac('sha256', secret).update(payload).digest('base64url');
  return `${payload}.${signature}`;
}
