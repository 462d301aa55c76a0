/** The console's two cookies: the session, and a signed device cookie of browsers that signed in before. */
import { randomBytes } from 'node:crypto';
import { readCookie } from '../../http/language.ts';
import { isMacOf, macOf } from '../../platform/digest.ts';

/** Lifetime of the device cookie in seconds: 180 days. */
const DEVICE_AGE = 180 * 24 * 3600;

export interface Cookies {
  /** The session's token in a Cookie header. */
  session(header: string | undefined): string | undefined;
  /** Set-Cookie for a session of so many seconds; null ends it. */
  setSession(session: { readonly token: string; readonly maxAge: number } | null): string;
  /** The browser's device id if its cookie was signed for this operator; undefined otherwise. */
  device(header: string | undefined, operatorId: string): string | undefined;
  /** Set-Cookie of a new device cookie. */
  setDevice(operatorId: string): string;
}

/**
 * Over https the names have the `__Host-` prefix, so that a sibling host cannot set them.
 * @param keys the first signs device cookies (HMAC-SHA-256), all are accepted
 */
export const createCookies = ({
  https,
  keys,
}: {
  readonly https: boolean;
  readonly keys: readonly [Buffer, ...Buffer[]];
}): Cookies => {
  const name = (plain: string) => (https ? `__Host-${plain}` : plain);
  const sessionName = name('rollcall_console');
  const deviceName = name('rollcall_console_device');
  const serialise = (cookieName: string, value: string, maxAge: number) =>
    `${cookieName}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${https ? '; Secure' : ''}`;
  const textOf = (operatorId: string, nonce: string) => `device|${operatorId}|${nonce}`;

  return {
    session: header => readCookie(header, sessionName),
    setSession: session => serialise(sessionName, session?.token ?? '', session?.maxAge ?? 0),
    device: (header, operatorId) => {
      const [nonce = '', mac = ''] = (readCookie(header, deviceName) ?? '').split('.');
      return isMacOf(keys, textOf(operatorId, nonce), Buffer.from(mac, 'base64url')) ? nonce : undefined;
    },
    setDevice: operatorId => {
      const nonce = randomBytes(12).toString('base64url');
      const mac = macOf(keys[0], textOf(operatorId, nonce)).toString('base64url');
      return serialise(deviceName, `${nonce}.${mac}`, DEVICE_AGE);
    },
  };
};
