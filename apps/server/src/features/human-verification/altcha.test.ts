import { randomBytes } from 'node:crypto';
import { type AltchaChallenge, altchaChallenge } from '@rollcall/contract';
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import * as v from 'valibot';
import { beforeEach, expect, test } from 'vitest';
import { type Altcha, createAltcha, work } from './altcha.ts';
import { solve } from './testing/solve.ts';

let altcha: Altcha;
beforeEach(() => {
  altcha = createAltcha([randomBytes(32)]);
});

test('what a browser derives is the solution, and costs what the level says [4.altcha]', async () => {
  const challenge = await altcha.create('attempt', 'low');
  expect(v.parse(altchaChallenge, challenge)).toEqual(challenge);
  expect(challenge.parameters.keySignature).toMatch(/^[\da-f]{64}$/);
  const solution = solve(challenge);
  expect(solution.counter).toBeGreaterThanOrEqual(work.low[0]);
  expect(solution.counter).toBeLessThanOrEqual(work.low[1]);
  expect(await altcha.check({ challenge, solution }, 'attempt')).toBe(true);
});

test('what ALTCHA’s own solver finds is the solution too [4.altcha]', async () => {
  const challenge = await altcha.create('attempt', 'low');
  const solution = await solveChallenge({ challenge: challenge as Challenge, deriveKey });
  if (!solution) throw new Error('The solver gave up.');
  expect(solution).toMatchObject({ counter: solve(challenge).counter });
  expect(await altcha.check({ challenge, solution }, 'attempt')).toBe(true);
});

test('the public prefix alone is no solution [4.altcha]', async () => {
  const challenge = await altcha.create('attempt', 'low');
  const derivedKey = challenge.parameters.keyPrefix + '0'.repeat(32);
  expect(await altcha.check({ challenge, solution: { counter: 1, derivedKey } }, 'attempt')).toBe(false);
});

test('a solution for another attempt, or of another server, is refused [4.altcha]', async () => {
  const challenge = await altcha.create('attempt', 'low');
  const solution = solve(challenge);
  expect(await altcha.check({ challenge, solution }, 'other')).toBe(false);
  expect(await createAltcha([randomBytes(32)]).check({ challenge, solution }, 'attempt')).toBe(false);
});

test('no parameter can be changed, added or left out [4.altcha]', async () => {
  const challenge = await altcha.create('attempt', 'raised');
  const solution = solve(challenge);
  const judge = (change: object) => {
    const parameters = { ...challenge.parameters, ...change } as AltchaChallenge['parameters'];
    return altcha.check({ challenge: { ...challenge, parameters }, solution }, 'attempt');
  };
  expect(await judge({})).toBe(true);
  for (const change of [
    { expiresAt: 4_102_444_800 },
    { cost: 1 },
    { keyPrefix: 'aa' },
    { keySignature: undefined },
    { nonce: 'aa' },
    { nonce: 'a' },
    { more: 1 },
    { more: { deep: [] } },
    { data: undefined },
    { data: null },
    { data: 'attempt' },
    { data: { attempt: 'attempt' } },
    { data: { ...(challenge.parameters['data'] as object), more: 1 } },
  ]) {
    expect(await judge(change), JSON.stringify(change)).toBe(false);
  }
});

test.each([
  ['no hex', 'zz'],
  ['an odd number of figures', 'abc'],
  ['in capitals', 'AB'.repeat(32)],
  ['empty', ''],
])('a key that is %s is none [4.altcha]', async (_, derivedKey) => {
  const challenge = await altcha.create('attempt', 'low');
  expect(await altcha.check({ challenge, solution: { counter: 1, derivedKey } }, 'attempt')).toBe(false);
});
