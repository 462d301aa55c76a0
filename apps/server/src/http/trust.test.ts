import { expect, it } from 'vitest';
import { plainIp, trustOf } from './trust.ts';

it('trusts nobody, some networks, or a number of hops', () => {
  expect(trustOf([])('127.0.0.1', 0)).toBe(false);
  const networks = trustOf(['10.0.0.0/8', 'fd00::/8', '203.0.113.7', 'loopback']);
  const trusted = [
    '10.1.2.3',
    '::ffff:10.1.2.3',
    'fd12::1',
    '203.0.113.7',
    '127.0.0.1',
    '::1',
    'fd12::1%eth0',
  ];
  expect(trusted.filter(address => !networks(address, 0))).toEqual([]);
  expect(
    ['11.0.0.1', '203.0.113.8', 'fe80::1', '', 'nonsense'].filter(address => networks(address, 0)),
  ).toEqual([]);
  const hops = trustOf(2);
  expect([hops('1.2.3.4', 0), hops('1.2.3.4', 1), hops('1.2.3.4', 2)]).toEqual([true, true, false]);
});

it('writes an IPv4 address plainly', () => {
  expect(plainIp('::ffff:192.0.2.1')).toBe('192.0.2.1');
  expect(plainIp('::ffff:c000:201')).toBe('192.0.2.1');
  expect(plainIp('::1')).toBe('::1');
  expect(plainIp('fe80::1%eth0')).toBe('fe80::1');
});
