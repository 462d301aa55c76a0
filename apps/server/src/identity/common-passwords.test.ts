import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { checkNotCommonForOperator, isCommonPassword } from './common-passwords.ts';
import { listed } from './common-password-list.ts';
import type { Identifier } from '../platform/identifier.ts';

const packed = readFileSync(new URL('./common-password-list/100k.txt.br', import.meta.url));
const all = brotliDecompressSync(packed).toString('latin1').split('\n').slice(0, -1);

describe('the list', () => {
  test('has 100,000 passwords that can be set, sorted, in less than 200 kB', () => {
    expect(all).toHaveLength(100_000);
    expect(all.every(line => /^[!-@[-~]{6,20}$/.test(line))).toBe(true);
    expect(all.every((line, at) => at === 0 || (all[at - 1] ?? '') < line)).toBe(true);
    expect(packed.length).toBeLessThan(200_000);
  });

  test('finds each of its lines, and nothing between them', () => {
    const known = new Set(all);
    const missed = all.filter(line => !listed(line));
    expect(missed).toEqual([]);
    const others = all.flatMap(line => [`${line}~`, line.slice(0, -1), `!${line}`]);
    expect(others.filter(line => !known.has(line) && listed(line))).toEqual([]);
    expect([listed(''), listed('\n'), listed('~'.repeat(20)), listed('!')]).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});

describe('a password is common', () => {
  const phone: Identifier = { kind: 'phone', value: '13812345678' };
  const username: Identifier = { kind: 'username', value: 'anna_lee88' };
  const email: Identifier = { kind: 'email', value: 'bo.chen+school@example.com' };
  test.each([
    ['123456', []],
    ['PassWord', []],
    ['p@ssw0rd', []],
    ['1qaz2wsx', []],
    ['woaini1314', []],
    ['5201314', []],
    ['ａ123456', []],
    ['13812345678', [phone]],
    ['a13812345678', [phone]],
    ['345678', [phone]],
    ['Ab12345678!', [phone]],
    ['anna_lee88', [username]],
    ['Anna_Lee88!', [username]],
    ['anna_lee2024', [username]],
    ['2024_ANNA_LEE', [username]],
    ['anna_lee88anna_lee88', [username]],
    ['bo.chen99', [phone, username, email]],
    ['bo.chen+school1', [email]],
    ['bo.chen+school@example.com', [email]],
  ] as const)('%s', (password, identifiers) => {
    expect(isCommonPassword(password, identifiers)).toBe(true);
  });

  test.each([
    ['Correct-1', [phone, username, email]],
    ['hannah-leeds-99', [username]],
    ['susanna_lee', [username]],
    ['Zx-781234-qV', [phone]],
    ['kb.chenille7', [email]],
    ['x7', [{ kind: 'email', value: 'x@example.com' }]],
    ['correct horse', []],
  ] as const)('%s is not', (password, identifiers) => {
    expect(isCommonPassword(password, identifiers)).toBe(false);
  });
});

test.each(['password1234', 'Administrator#2026', '2026-iloveyou-2026', 'root.keeper-1234'])(
  'an operator root.keeper may not have %s',
  password => {
    expect(() => checkNotCommonForOperator(password, 'root.keeper')).toThrow('PasswordTooCommon');
  },
);

test('an operator may have a phrase of common words', () => {
  expect(() => checkNotCommonForOperator('shadow under dragon 7', 'root')).not.toThrow();
});
