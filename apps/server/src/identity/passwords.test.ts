import * as argon2 from '@node-rs/argon2';
import { describe, expect, test } from 'vitest';
import type { Hasher } from '../platform/hasher.ts';
import { createPasswords } from './passwords.ts';
import { outcomes } from '../features/accounts/testing.ts';

const limits = { parallel: 2, queue: 10 };
const ip = '192.0.2.1';

describe('passwords', () => {
  test('a hash is right for its password only', async () => {
    const passwords = await createPasswords(limits);
    const hash = await passwords.hash('Correct-1', ip);
    expect(await passwords.check(hash, 'Correct-1', ip)).toBe('right');
    expect(await passwords.check(hash, 'correct-1', ip)).toBe('wrong');
    expect(await passwords.hash('Correct-1', ip)).not.toBe(hash);
  });

  test('a hash of other parameters is right, and is to be replaced', async () => {
    const passwords = await createPasswords(limits);
    const old = await argon2.hash('Correct-1', { memoryCost: 8192, timeCost: 1 });
    expect(await passwords.check(old, 'Correct-1', ip)).toBe('stale');
    expect(await passwords.check(old, 'Wrong-1', ip)).toBe('wrong');
  });

  test('without a hash a decoy of the same cost is compared, and is wrong even where it would match', async () => {
    const compared: string[] = [];
    const hasher: Hasher = {
      hash: (password, parameters) => argon2.hash(password, parameters),
      verify: async hash => {
        compared.push(hash);
        return true;
      },
    };
    const passwords = await createPasswords(limits, hasher);
    expect(await passwords.check(undefined, 'Correct-1', ip)).toBe('wrong');
    expect(await passwords.check(null, 'Correct-1', ip)).toBe('wrong');
    expect(compared).toHaveLength(2);
    expect(compared[0]).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test('too many at once are refused as TooBusy', async () => {
    const passwords = await createPasswords({ parallel: 1, queue: 1 });
    const ends = await outcomes(Array.from({ length: 5 }, () => passwords.hash('Correct-1', ip)));
    expect(ends).toEqual(['ok', 'ok', 'TooBusy', 'TooBusy', 'TooBusy']);
  });

  test.each([
    ['an IPv4 address', () => '203.0.113.9'],
    ['an IPv6 network', (n: number) => `2001:db8:0:${n.toString(16)}::${n.toString(16)}`],
  ])('300 from %s leave sign-ins from elsewhere their turn', async (_, attacker) => {
    const ended: string[] = [];
    const waiting: (() => void)[] = [];
    const passwords = await createPasswords(
      { parallel: 2, queue: 256 },
      {
        hash: async () => '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$aGFzaA',
        verify: async () => {
          await new Promise<void>(resolve => waiting.push(resolve));
          return false;
        },
      },
    );
    const from = (name: string, address: string) =>
      passwords.check(undefined, 'Wrong-1', address).then(
        () => ended.push(name),
        () => ended.push(`${name} refused`),
      );
    const attack = Array.from({ length: 300 }, (__, n) => from('attacker', attacker(n)));
    const honest = Array.from({ length: 12 }, (__, n) => from('honest', `198.51.100.${n}`));
    const all = Promise.all([...attack, ...honest]);
    while (ended.length < 312) {
      waiting.shift()?.();
      await new Promise(setImmediate);
    }
    await all;
    expect(ended.filter(name => name === 'honest')).toHaveLength(12);
    expect(ended).not.toContain('honest refused');
    // Two ran before them, and the attacker's network had one turn of the thirteen.
    const checked = ended.filter(name => !name.endsWith('refused'));
    expect(checked.slice(0, 16).filter(name => name === 'attacker').length).toBeLessThanOrEqual(4);
  });
});
