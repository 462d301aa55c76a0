import { expect, it } from 'vitest';
import { createClientNames, NAMED_CLIENTS, OTHER_CLIENTS } from './client-names.ts';

const client = (sdk: string | null) => ({ platform: 'web', product: 'school', sdk });

it('names a client by its User-Agent fields, and leaves missing fields empty', () => {
  const nameOf = createClientNames();
  expect(nameOf(client('0.16.2'), 1, false)).toEqual(['web', 'school', '0.16.2']);
  expect(nameOf({ platform: null, product: null, sdk: null }, 1, false)).toEqual(['', '', '']);
});

it('limits new client names to a number an hour, except clients that signed a person in', () => {
  const nameOf = createClientNames();
  nameOf(client('genuine'), 1, true);
  for (let n = 0; n < NAMED_CLIENTS; n += 1) expect(nameOf(client(`${n}`), 2, false)).not.toBe(OTHER_CLIENTS);
  expect(nameOf(client('made-up'), 2, false)).toBe(OTHER_CLIENTS);
  expect(nameOf(client('0'), 2, false)).toEqual(['web', 'school', '0']);
  expect(nameOf(client('genuine'), 2, false)).toEqual(['web', 'school', 'genuine']);
  expect(nameOf(client('new'), 2, true)).toEqual(['web', 'school', 'new']);
  expect(nameOf(client('made-up'), 3, false)).toEqual(['web', 'school', 'made-up']);
});

it('names at most twice that number an hour, however many clients sign in', () => {
  const nameOf = createClientNames();
  for (let n = 0; n < 5 * NAMED_CLIENTS; n += 1) nameOf(client(`${n}`), 1, true);
  const names = Array.from({ length: 5 * NAMED_CLIENTS }, (_, n) => nameOf(client(`${n}`), 1, true)[2]);
  expect(new Set(names.filter(name => name !== '*')).size).toBeLessThanOrEqual(2 * NAMED_CLIENTS);
});
