import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { untrustedProxyCheck } from './untrusted-proxy.ts';

/** Whether a request with X-Forwarded-For from this address is refused, and what the log says. */
const check = (
  trustProxy: number | readonly string[] | 'none',
  address: string,
  headers: object = { 'x-forwarded-for': '203.0.113.7' },
) => {
  const lines: unknown[] = [];
  const refuse = untrustedProxyCheck(
    { production: true, trustProxy },
    { error: (...line: unknown[]) => void lines.push(...line) },
  );
  const answer = {
    status: 0,
    writeHead: (status: number) => Object.assign(answer, { status }),
    end: () => {},
  };
  const request = { headers, socket: { remoteAddress: address } } as IncomingMessage;
  const refused = refuse(request, answer as unknown as ServerResponse);
  expect(answer.status).toBe(refused ? 503 : 0);
  return { refused, logged: JSON.stringify(lines) };
};

it.each([
  '10.0.0.2',
  '172.17.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '100.64.0.1',
  '::ffff:172.18.0.3',
  'fd00::1',
  'fe80::1%eth0',
])('a proxy at the private address %s is refused, and the log says what to set', address => {
  const { refused, logged } = check([], address);
  expect(refused).toBe(true);
  expect(logged).toContain('ROLLCALL_TRUST_PROXY');
  expect(logged).toContain(address.replace('::ffff:', '').replace('%eth0', ''));
  expect(check(['loopback'], address).refused).toBe(true);
});

it.each([
  ['it is named', ['172.16.0.0/12', 'loopback'], '172.17.0.1'],
  ['it is named by its IPv6 network', ['fd00::/8'], 'fd00::1'],
  ['proxies are counted', 1, '10.0.0.2'],
  ['it is said that there is none', 'none', '10.0.0.2'],
  ['its address is public', [], '203.0.113.9'],
  ['its address is beside the private ones', [], '172.32.0.1'],
] as const)('no proxy is refused where %s', (_, trustProxy, address) => {
  expect(check(trustProxy, address).refused).toBe(false);
});

it('a request without X-Forwarded-For is none of a proxy', () => {
  expect(check([], '10.0.0.2', {}).refused).toBe(false);
});

it('none does not allow a proxy on this machine', () => {
  expect(check('none', '127.0.0.1').refused).toBe(true);
  expect(check('none', '::1').refused).toBe(true);
});
