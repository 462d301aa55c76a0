/** What makes a sign-in one from a new device, and the words for it. */
import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { describeDevice } from '../../../platform/describe-device.ts';

/** Milliseconds after the last sign-in when a device is forgotten. */
export const KNOWN_DEVICE_LIFE = 180 * 24 * 3600 * 1000;

/** The provider's network: addresses within it change from day to day. */
const networkOf = (ip: string): string =>
  isIPv6(ip) ? ip.split(':').slice(0, 2).join(':') : ip.split('.').slice(0, 2).join('.');

const withoutVersion = (name: string | null): string => name?.replace(/ [\d.]+$/, '') ?? '';

/**
 * The digest of what stays the same between two sign-ins of one browser: its name and system without their versions,
 * and the provider's network (IPv4 /16, IPv6 /32). Another browser, or the same one at another provider, is new.
 */
export const deviceDigest = (
  accountId: string,
  { userAgent, ip }: { userAgent: string; ip: string },
): Buffer => {
  const { browser, system, kind } = describeDevice(userAgent);
  const parts = [accountId, withoutVersion(browser), withoutVersion(system), kind, networkOf(ip)];
  return createHash('sha256').update(parts.join('|')).digest();
};

/** Browser and system in words; empty where they are unknown. */
export const deviceWords = (userAgent: string): string => {
  const { browser, system } = describeDevice(userAgent);
  return [system, browser].filter(Boolean).join(' · ');
};
