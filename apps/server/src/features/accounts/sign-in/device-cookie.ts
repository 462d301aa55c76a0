/**
 * Devices from which a wrong password came, by a signed cookie that their first wrong password sets. It grants nothing: it
 * only counts further failures by device, over all names and IP addresses. Without the cookie failures count by network alone.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { createHostCookie } from '../../../http/host-cookie.ts';

/** Lifetime of the cookie in seconds: a day; failures are counted for minutes. */
const AGE = 24 * 3600;

export interface DeviceCookie {
  /** The device's id; undefined if it has no valid one. @param header the Cookie header */
  read(header: string | undefined): string | undefined;
  /** A new id, and the Set-Cookie that gives it to the device. */
  create(): { readonly id: string; readonly setCookie: string };
}

/**
 * @param options.key signs the ids (HMAC-SHA-256), so that failures cannot be counted for another device
 */
export const createDeviceCookie = ({ https, key }: { https: boolean; key: Buffer }): DeviceCookie => {
  const cookie = createHostCookie('rollcall_device', { https, age: AGE });
  const macOf = (id: string): Buffer => createHmac('sha256', key).update(id).digest().subarray(0, 16);
  return {
    read: header => {
      const value = cookie.read(header) ?? '';
      if (!/^[\w-]{16}\.[\w-]{22}$/.test(value)) return undefined;
      const [id = '', mac = ''] = value.split('.');
      return timingSafeEqual(Buffer.from(mac, 'base64url'), macOf(id)) ? id : undefined;
    },
    create: () => {
      const id = randomBytes(12).toString('base64url');
      const value = `${id}.${macOf(id).toString('base64url')}`;
      return { id, setCookie: cookie.set(value) };
    },
  };
};
