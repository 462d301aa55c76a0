import { randomBytes } from 'node:crypto';
import { altchaChallenge } from '@rollcall/contract';
import * as v from 'valibot';
import { beforeEach, expect, test } from 'vitest';
import { type HeldClock, heldClock } from '../testing.ts';
import { ALTCHA_LIFE, type Altcha, createAltcha, work } from './altcha.ts';
import { solve } from './testing/solve.ts';

let now: HeldClock;
let altcha: Altcha;
beforeEach(() => {
  now = heldClock();
  altcha = createAltcha(randomBytes(32), now);
});

test('what a browser derives is the solution, and costs what the level says', async () => {
  const challenge = await altcha.create('attempt', 'low');
  expect(v.parse(altchaChallenge, challenge)).toEqual(challenge);
  expect(challenge.parameters.keySignature).toMatch(/^[\da-f]{64}$/);
  const solution = solve(challenge);
  expect(solution.counter).toBeGreaterThanOrEqual(work.low[0]);
  expect(solution.counter).toBeLessThanOrEqual(work.low[1]);
  expect(altcha.check({ challenge, solution }, 'attempt')).toBe(true);
});

test('the prefix alone, which everybody sees, is none', async () => {
  const challenge = await altcha.create('attempt', 'low');
  const derivedKey = challenge.parameters.keyPrefix + '0'.repeat(32);
  expect(altcha.check({ challenge, solution: { counter: 1, derivedKey } }, 'attempt')).toBe(false);
});

test('for another attempt, of another server, or too late it is none', async () => {
  const challenge = await altcha.create('attempt', 'low');
  const solution = solve(challenge);
  expect(altcha.check({ challenge, solution }, 'other')).toBe(false);
  expect(createAltcha(randomBytes(32), now).check({ challenge, solution }, 'attempt')).toBe(false);
  now.move(ALTCHA_LIFE);
  expect(altcha.check({ challenge, solution }, 'attempt')).toBe(false);
});

test('no parameter can be changed, added or left out', async () => {
  const challenge = await altcha.create('attempt', 'raised');
  const solution = solve(challenge);
  const judge = (change: object) =>
    altcha.check(
      { challenge: { ...challenge, parameters: { ...challenge.parameters, ...change } }, solution },
      'attempt',
    );
  expect(judge({})).toBe(true);
  for (const change of [
    { expiresAt: (challenge.parameters.expiresAt ?? 0) + 60 },
    { cost: 1 },
    { keyPrefix: 'aa' },
    { nonce: 'aa' },
    { more: 1 },
    { more: { deep: [] } },
    { expiresAt: undefined },
    { data: undefined },
    { data: { attempt: 'attempt' } },
    { data: { ...(challenge.parameters.data as object), more: 1 } },
  ]) {
    expect(judge(change)).toBe(false);
  }
});
