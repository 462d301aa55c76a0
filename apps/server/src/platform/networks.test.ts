import { expect, test } from 'vitest';
import { networkScales, networksOf } from './networks.ts';

test('an IPv4 address is its own network', () => {
  expect(networksOf('203.0.113.7')).toEqual({ near: '203.0.113.7', wide: undefined });
});

test.each([
  ['2001:db8:1:2ff::1', '2001:db8:1:2ff::/64', '2001:db8:1:200::/56'],
  ['2001:DB8:1:2FF:a:b:c:d', '2001:db8:1:2ff::/64', '2001:db8:1:200::/56'],
  ['2001:db8::1', '2001:db8:0:0::/64', '2001:db8:0:0::/56'],
  ['::1', '0:0:0:0::/64', '0:0:0:0::/56'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0:0::/56'],
  ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64', '64:ff9b:0:0::/56'],
  ['1:2:3:4:5:6:192.0.2.1', '1:2:3:4::/64', '1:2:3:0::/56'],
])('%s is in %s and %s', (ip, near, wide) => {
  expect(networksOf(ip)).toEqual({ near, wide });
});

test('an IPv6 address that changes in its last 64 bits stays in its network', () => {
  const near = Array.from({ length: 50 }, (_, n) => networksOf(`2001:db8::${(n * 331).toString(16)}`).near);
  expect(new Set(near).size).toBe(1);
});

test('text that is no address is its own network', () => {
  expect(networksOf('unknown')).toEqual({ near: 'unknown', wide: undefined });
});

test.each([
  ['203.0.113.7', ['203.0.113.7', '203.0.113.0/24']],
  ['2001:db8:1:2f03::9', ['2001:db8:1:2f03::/64', '2001:db8:1:2f00::/56', '2001:db8:1::/48']],
  ['unknown', ['unknown']],
])('the networks of %s', (ip, names) => {
  expect(networkScales(ip).map(({ name }) => name)).toEqual(names);
});
