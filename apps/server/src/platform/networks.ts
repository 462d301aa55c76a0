/** The networks that limits by IP address count. */
import { isIPv4, isIPv6 } from 'node:net';

/** The eight groups of an IPv6 address, without its zone. */
const groupsOf = (ip: string): number[] => {
  const [address = ''] = ip.split('%');
  // The last four bytes may be in decimal: `64:ff9b::192.0.2.1`.
  const hex = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...bytes: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.map(Number);
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  });
  const [head = '', tail] = hex.split('::');
  const groups = (text: string) =>
    text === '' ? [] : text.split(':').map(group => Number.parseInt(group, 16));
  const [before, after] = [groups(head), groups(tail ?? '')];
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after];
};

const hexOf = (groups: readonly number[]): string => groups.map(group => group.toString(16)).join(':');

/** The smallest and the largest network that one subscriber usually has. */
interface Networks {
  /** An IPv4 address, or the /64 of an IPv6 address: a host picks any address in its /64. */
  readonly near: string;
  /** The /56 of an IPv6 address, which many providers give to one subscriber; undefined for IPv4. */
  readonly wide: string | undefined;
}

/** @param ip an IP address, mapped IPv4 addresses already written as IPv4; other text is its own network. */
export const networksOf = (ip: string): Networks => {
  if (!isIPv6(ip)) return { near: ip, wide: undefined };
  const [a = 0, b = 0, c = 0, d = 0] = groupsOf(ip);
  return { near: `${hexOf([a, b, c, d])}::/64`, wide: `${hexOf([a, b, c, d & 0xff00])}::/56` };
};

/** A network around an address, and how many times as much its limit is. */
export interface NetworkScale {
  readonly name: string;
  readonly scale: number;
}

/**
 * The networks that a sender of messages may have: the address and its /24 by IPv4, the /64, /56 and /48 by IPv6. Larger
 * ones have a multiple of the limit, because more people share them.
 */
export const networkScales = (ip: string): readonly NetworkScale[] => {
  if (isIPv4(ip)) {
    return [
      { name: ip, scale: 1 },
      { name: `${ip.split('.').slice(0, 3).join('.')}.0/24`, scale: 4 },
    ];
  }
  if (!isIPv6(ip)) return [{ name: ip, scale: 1 }];
  const [a = 0, b = 0, c = 0] = groupsOf(ip);
  const { near, wide = near } = networksOf(ip);
  return [
    { name: near, scale: 1 },
    { name: wide, scale: 4 },
    { name: `${hexOf([a, b, c])}::/48`, scale: 16 },
  ];
};

/** The largest network that one stranger is taken to have: the /24 of an IPv4 address, the /48 of an IPv6 address. */
export const widestNetwork = (ip: string): string => networkScales(ip).at(-1)?.name ?? ip;

/** Whether an address is of this machine. */
export const isLoopbackAddress = (ip: string): boolean => /^(?:127\.|::1$)/.test(ip);
