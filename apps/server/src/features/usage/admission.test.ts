import { expect, test } from 'vitest';
import { noteAttack } from '../../app/testing/attack-table.ts';
import { heldClock } from '../../app/testing.ts';
import { Admission, MOST_WAITING, MOST_WAITING_PER_IP } from './admission.ts';
import { createCorsHeaders } from './origins.ts';
import { senderIp } from './sender-ip.ts';
import { trustOf } from '../../http/trust.ts';

const now = heldClock(1_000_000);

test('admits a limited number of requests at once, and half of it from one IP', () => {
  const admission = new Admission({ ipRate: 0, now });
  for (let n = 0; n < MOST_WAITING_PER_IP; n++) expect(admission.enter('one')).toBeUndefined();
  expect(admission.enter('one')).toBe(1);
  for (let n = 0; n < MOST_WAITING - MOST_WAITING_PER_IP; n++)
    expect(admission.enter(`${n}`)).toBeUndefined();
  expect(admission.enter('other')).toBe(1);
  admission.leave('one', 100);
  expect(admission.enter('other')).toBeUndefined();
  expect(admission.waiting).toBe(MOST_WAITING);
});

test('limits an IP to its burst and then its rate, without delaying others', () => {
  const admission = new Admission({ ipRate: 1000, now });
  const send = (ip: string, bytes: number) => {
    const later = admission.enter(ip);
    if (later === undefined) admission.leave(ip, bytes);
    return later;
  };
  for (let sent = 0; sent < 64_000; sent += 16_000) expect(send('busy', 16_000)).toBeUndefined();
  expect(send('busy', 1)).toBe(1);
  expect(send('quiet', 16_000)).toBeUndefined();
  now.move(10_000);
  expect(send('busy', 15_000)).toBeUndefined();
  // Five seconds' worth more than it had.
  expect(send('busy', 1)).toBe(5);
  now.move(4_000);
  expect(send('busy', 1)).toBe(1);
  now.move(1_001);
  expect(send('busy', 1)).toBeUndefined();
});

test('an IPv6 sender is its network: no /48 holds more than half of the places, or sends without end', () => {
  const admission = new Admission({ ipRate: 1000, now });
  const address = (n: number) => `2001:db8:7:${n.toString(16)}::1`;
  for (let n = 0; n < MOST_WAITING_PER_IP; n++) expect(admission.enter(address(n))).toBeUndefined();
  expect(admission.enter(address(0xffff))).toBe(1);
  noteAttack({
    attack: 'places of the collector, one IPv6 /48',
    tried: MOST_WAITING_PER_IP + 1,
    through: admission.waiting,
    may: MOST_WAITING / 2,
  });
  expect(admission.enter('2001:db8:8::1')).toBeUndefined();
  admission.leave('2001:db8:8::1', 0);
  for (let n = 0; n < MOST_WAITING_PER_IP; n++) admission.leave(address(n), 0);

  const send = (ip: string) => {
    const later = admission.enter(ip);
    if (later === undefined) admission.leave(ip, 64_000);
    return later === undefined;
  };
  // Any address of a /64 is the same sender; a /48 has sixteen times its bytes.
  const same = Array.from({ length: 20 }, (_, n) => send(`2001:db8:9:1::${n.toString(16)}`));
  expect(same.filter(Boolean)).toHaveLength(1);
  const all = Array.from({ length: 100 }, (_, n) => send(`2001:db8:a:${(n * 256).toString(16)}::1`));
  expect(all.filter(Boolean)).toHaveLength(16);
  expect(send('2001:db8:b::1')).toBe(true);
});

test('keeps the state of an IP with waiting requests into the next minute, and drops that of an idle IP', () => {
  const admission = new Admission({ ipRate: 1000, now });
  admission.enter('slow');
  admission.enter('busy');
  admission.leave('busy', 128_000);
  now.move(63_000);
  expect(admission.enter('busy')).toBe(1);
  now.move(200_000);
  expect(admission.enter('busy')).toBeUndefined();
  admission.leave('slow', 10);
  expect(admission.waiting).toBe(1);
  // A clock that goes back forgives, and counts on.
  now.move(-1_000_000);
  expect(admission.enter('busy')).toBeUndefined();
  expect(admission.waiting).toBe(2);
});

test('identifies the sender by the nearest IP that is no trusted proxy', () => {
  const from = (remoteAddress: string, forwarded: string | undefined, trusted: number | string[]) =>
    senderIp(
      {
        socket: { remoteAddress },
        headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
      } as never,
      trustOf(trusted),
    );
  expect(from('::ffff:203.0.113.7', undefined, [])).toBe('203.0.113.7');
  expect(from('203.0.113.7', '198.51.100.1', [])).toBe('203.0.113.7');
  expect(from('127.0.0.1', '198.51.100.1', ['loopback'])).toBe('198.51.100.1');
  expect(from('127.0.0.1', '192.0.2.1, 198.51.100.1', ['loopback'])).toBe('198.51.100.1');
  expect(from('127.0.0.1', '192.0.2.1, 198.51.100.1', 2)).toBe('192.0.2.1');
  expect(from('127.0.0.1', '192.0.2.1', 5)).toBe('192.0.2.1');
});

test('only listed origins may read an answer', () => {
  const listed = createCorsHeaders(['https://school.example']);
  expect(listed('https://school.example')).toContain('https://school.example');
  expect(listed('http://localhost')).toEqual(['vary', 'Origin']);
  expect(listed(undefined)).toEqual(['vary', 'Origin']);
  expect(createCorsHeaders('loopback')('http://localhost:3000')).toContain('http://localhost:3000');
});
