import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { heldClock } from '../app/testing.ts';
import { forwardedAddress, plainForwardedFor } from './forwarded-for.ts';
import { trustOf } from './trust.ts';

it.each([
  ['203.0.113.8', '203.0.113.8'],
  [' 203.0.113.8:20001', '203.0.113.8'],
  ['2001:db8::1', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['"[2001:db8::1]:443"', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['[fe80::1%25eth0]:443', 'fe80::1'],
  ['::ffff:203.0.113.8', '203.0.113.8'],
  ['[::ffff:cb00:7108]:1', '203.0.113.8'],
  ['unknown', undefined],
  ['_hidden', undefined],
  ['999.1.1.1', undefined],
  ['203.0.113.8:x', undefined],
  ['203.0.113.8:123456', undefined],
  ['[2001:db8::1', undefined],
  ['%', undefined],
  ['', undefined],
])('an entry %o has the address %o', (entry, address) => {
  expect(forwardedAddress(entry)).toBe(address);
});

const reader = (trusted: number | readonly string[] | 'none') => {
  const now = heldClock();
  const lines: unknown[] = [];
  const read = plainForwardedFor(trustOf(trusted), { warn: (line: unknown) => void lines.push(line) }, now);
  return {
    now,
    lines,
    /** The header as it is read by everything that follows. */
    read: (peer: string, forwarded?: string) => {
      const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
      const request = { headers, socket: { remoteAddress: peer } } as unknown as IncomingMessage;
      read(request);
      return request.headers['x-forwarded-for'];
    },
  };
};

it('has plain addresses, from the nearest one that is not trusted on', () => {
  const { read, lines } = reader(['loopback', '10.0.0.0/8']);
  expect(read('127.0.0.1', '203.0.113.8:20001')).toBe('203.0.113.8');
  expect(read('::ffff:127.0.0.1', '[2001:db8::1]:443, 10.0.0.7:8080')).toBe('2001:db8::1, 10.0.0.7');
  expect(read('127.0.0.1', '198.51.100.1, 203.0.113.8:1, 10.0.0.7')).toBe('203.0.113.8, 10.0.0.7');
  expect(read('127.0.0.1')).toBeUndefined();
  expect(reader(2).read('192.0.2.1', '198.51.100.1, 203.0.113.8:1, 192.0.2.2:1')).toBe(
    '203.0.113.8, 192.0.2.2',
  );
  expect(lines).toEqual([]);
});

it('of who is no trusted proxy stays as it is, for the check that refuses it', () => {
  for (const trusted of [[], ['10.0.0.0/8'], 'none'] as const)
    expect(reader(trusted).read('127.0.0.1', 'unknown')).toBe('unknown');
});

it('without an address is of the proxy that wrote it, whatever stands before; the log says so once an hour', () => {
  const { read, lines, now } = reader(['loopback', '10.0.0.0/8']);
  expect(read('127.0.0.1', '198.51.100.1, unknown')).toBe('127.0.0.1');
  expect(read('127.0.0.1', '198.51.100.1, 999.1.1.1, 10.0.0.7')).toBe('10.0.0.7');
  expect(read('127.0.0.1', '198.51.100.1, ')).toBe('127.0.0.1');
  expect(lines).toEqual([{ entry: 'unknown' }]);
  now.move(3600_000);
  read('127.0.0.1', '_hidden');
  read('127.0.0.1', '_hidden');
  expect(lines).toEqual([{ entry: 'unknown' }, { entry: '_hidden' }]);
});
