import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isGenuine, readRefreshToken, writeRefreshToken } from './refresh-token.ts';

const key = randomBytes(32);
const secret = randomBytes(32);
const generation = fc.integer({ min: 0, max: 2 ** 32 - 1 });

test('a token that is written can be read and is genuine', () => {
  fc.assert(
    fc.property(fc.uuid(), generation, (id, g) => {
      const token = writeRefreshToken(key, secret, id, g);
      expect(token).toMatch(/^[\w-]{70}$/);
      const read = readRefreshToken(token);
      expect(read).toMatchObject({ id, generation: g });
      expect(read && isGenuine(key, secret, read)).toBe(true);
      expect(read && isGenuine(key, randomBytes(32), read)).toBe(false);
      expect(read && isGenuine(randomBytes(32), secret, read)).toBe(false);
    }),
  );
});

test('a token with any character changed is not genuine', () => {
  fc.assert(
    fc.property(
      fc.uuid(),
      generation,
      fc.nat(69),
      fc.constantFrom('a', 'Z', '9', '_', '-', '.'),
      (id, g, place, letter) => {
        const token = writeRefreshToken(key, secret, id, g);
        fc.pre(token[place] !== letter);
        const read = readRefreshToken(token.slice(0, place) + letter + token.slice(place + 1));
        expect(read !== undefined && isGenuine(key, secret, read)).toBe(false);
      },
    ),
  );
});

test('any other text is not a token', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 100 }), text => {
      expect(readRefreshToken(text)).toBeUndefined();
    }),
  );
  const token = writeRefreshToken(key, secret, '00000000-0000-4000-8000-000000000000', 0);
  for (const other of ['', `${token}=`, ` ${token}`, `${token}A`, token.slice(1)]) {
    expect(readRefreshToken(other)).toBeUndefined();
  }
});
