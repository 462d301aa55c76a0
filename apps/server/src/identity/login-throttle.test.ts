import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type HeldClock, heldClock, type TestDatabase, testDatabase } from '../app/testing.ts';
import { createLoginThrottle, type LoginThrottle } from './login-throttle.ts';
import { createPasswordObstacles } from './password-obstacles.ts';
import { delayAfter, clearFailures, type Guessed, LOCK, MEMORY } from './sign-in-failures.ts';
import type { Identifier } from '../platform/identifier.ts';
import { outcomes, refusalOf } from '../features/accounts/testing.ts';

let database: TestDatabase;
let now: HeldClock;
let attempts: LoginThrottle;
let last = 0;
const open = (queue = 1000) => createLoginThrottle({ db: database.db, now, secret: 'secret', queue });
const newIdentity = (): Identifier => {
  last += 1;
  return { kind: 'username', value: `somebody_${last}` };
};
beforeAll(async () => {
  database = await testDatabase();
  now = heldClock();
  attempts = open();
});
afterAll(() => database.close());

const wrong = (identity: Identifier) => attempts.run({ identity }, async () => undefined);
const right = (identity: Identifier) => attempts.run({ identity }, async () => 'in');

describe('wrong passwords [7.loginByAccount]', () => {
  test('five are not delayed; then even the right one is refused for ten seconds', async () => {
    const identity = newIdentity();
    for (let n = 0; n < 5; n += 1) expect(await wrong(identity)).toBeUndefined();
    now.move(1_500);
    expect(await refusalOf(right(identity))).toMatchObject({
      refusal: 'TooManyAttempts',
      detail: { data: { retry_after: 9 } },
    });
    expect(await right(newIdentity())).toBe('in');
    now.move(8_500);
    expect(await right(identity)).toBe('in');
    // A right one forgets all.
    for (let n = 0; n < 5; n += 1) expect(await wrong(identity)).toBeUndefined();
  });

  test('the delay grows to five minutes at most, and always ends', async () => {
    const identity = newIdentity();
    for (let n = 0; n < 4; n += 1) await wrong(identity);
    for (const seconds of [10, 20, 40, 80, 160, 300, 300, 300]) {
      await wrong(identity);
      expect(await refusalOf(wrong(identity))).toMatchObject({ detail: { data: { retry_after: seconds } } });
      now.move(seconds * 1000);
    }
    expect(await right(identity)).toBe('in');
    expect(delayAfter(1_000_000)).toBe(300_000);
  });

  test('fifteen minutes without a failure reset the count', async () => {
    const identity = newIdentity();
    for (let n = 0; n < 4; n += 1) await wrong(identity);
    now.move(MEMORY);
    for (let n = 0; n < 5; n += 1) expect(await wrong(identity)).toBeUndefined();
    expect(await refusalOf(wrong(identity))).toMatchObject({ refusal: 'TooManyAttempts' });
  });

  test('a clock that is set back does not prolong the delay', async () => {
    const identity = newIdentity();
    for (let n = 0; n < 9; n += 1) {
      await wrong(identity);
      now.move(300_000);
    }
    now.move(-24 * 3600_000);
    expect(await right(identity)).toBe('in');
  });

  test('an attempt that throws is not counted', async () => {
    const identity = newIdentity();
    for (let n = 0; n < 8; n += 1) {
      await expect(attempts.run({ identity }, () => Promise.reject(new Error('busy')))).rejects.toThrow(
        'busy',
      );
    }
    expect(await right(identity)).toBe('in');
  });

  test('no identity is stored in clear', async () => {
    const identity = newIdentity();
    await wrong(identity);
    const { rows } = await database.pool.query(
      "select encode(identity, 'escape') as name from sign_in_failures",
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(identity.value);
  });
});

describe('many at once', () => {
  test('of a hundred wrong ones five are compared', async () => {
    const identity = newIdentity();
    let tried = 0;
    const ends = await outcomes(
      Array.from({ length: 100 }, () =>
        attempts.run({ identity }, async () => {
          tried += 1;
          return undefined;
        }),
      ),
    );
    expect(tried).toBe(5);
    expect(ends.filter(end => end === 'TooManyAttempts')).toHaveLength(95);
  });

  test('a hundred right ones all sign in', async () => {
    const identity = newIdentity();
    for (let n = 0; n < 4; n += 1) await wrong(identity);
    const ends = await outcomes(Array.from({ length: 100 }, () => right(identity)));
    expect(ends.every(end => end === 'ok')).toBe(true);
  });

  test('the number of waiting attempts is bounded', async () => {
    const small = open(2);
    const identity = newIdentity();
    const ends = await outcomes(Array.from({ length: 20 }, () => small.run({ identity }, async () => 'in')));
    expect(ends.filter(end => end === 'ok')).toHaveLength(8);
    expect(ends.filter(end => end === 'TooBusy')).toHaveLength(12);
    expect(await outcomes([small.run({ identity }, async () => 'in')])).toEqual(['ok']);
  });

  test('after any mix of attempts the delay ends', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('in', undefined, 'throw'), { maxLength: 25 }),
        async kinds => {
          const identity = newIdentity();
          let wrongInARow = 0;
          let most = 0;
          await Promise.allSettled(
            kinds.map(kind =>
              attempts.run({ identity }, async () => {
                if (kind === 'throw') throw new Error('busy');
                wrongInARow = kind === undefined ? wrongInARow + 1 : 0;
                most = Math.max(most, wrongInARow);
                return kind;
              }),
            ),
          );
          // Five, and four more that ran beside a right one, whose end then forgets them.
          expect(most).toBeLessThanOrEqual(9);
          now.move(MEMORY);
          expect(await right(identity)).toBe('in');
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('a hundred wrong passwords in a row', () => {
  const DAY = 24 * 3600_000;
  const newAccount = (): Guessed => ({ identity: newIdentity(), accountId: randomUUID() });
  /** Guesses behind passed challenges, by two servers in turn. @returns how many were compared */
  const guess = async (guessed: Guessed, times: number, onLock = async () => {}) => {
    const servers = [attempts, open()];
    let compared = 0;
    for (let n = 0; n < times; n += 1) {
      const run = servers[n % 2]?.run(
        guessed,
        async () => {
          compared += 1;
          return undefined;
        },
        { verified: true, onLock },
      );
      await run?.catch(() => undefined);
      // Failures do not expire.
      if (n % 10 === 0) now.move(DAY);
    }
    return compared;
  };
  const enter = (guessed: Guessed) => attempts.run(guessed, async () => 'in', { verified: true });

  test.each([
    ['an account', newAccount],
    ['a name without an account', (): Guessed => ({ identity: newIdentity() })],
  ])('lock %s, and that is told once', async (_, make) => {
    const guessed = make();
    let locks = 0;
    const onLock = async () => void (locks += 1);
    expect(await guess(guessed, 150, onLock)).toBe(LOCK);
    expect(locks).toBe(1);
    const refused = await refusalOf(enter(guessed));
    expect(refused).toMatchObject({ refusal: 'TooManyAttempts', detail: { data: { locked: true } } });
    now.move(365 * DAY);
    expect((await refusalOf(enter(guessed))).detail).toEqual(refused.detail);
  });

  test('stay a hundred when guesses arrive at many servers at once', async () => {
    const guessed = newAccount();
    const servers = Array.from({ length: 5 }, () => open());
    let compared = 0;
    let locks = 0;
    const tries = Array.from(
      { length: 400 },
      (_, n) => async () =>
        servers[n % 5]?.run(
          guessed,
          async () => {
            compared += 1;
            return undefined;
          },
          { verified: true, onLock: async () => void (locks += 1) },
        ),
    );
    for (let n = 0; n < 400; n += 20) await Promise.allSettled(tries.slice(n, n + 20).map(run => run()));
    expect([compared, locks]).toEqual([LOCK, 1]);
  });

  test('count by account, for every name of it', async () => {
    const accountId = randomUUID();
    await guess({ identity: newIdentity(), accountId }, LOCK);
    expect(await outcomes([enter({ identity: newIdentity(), accountId })])).toEqual(['TooManyAttempts']);
  });

  test('lock no browser that is known, which has a hundred of its own', async () => {
    const guessed = newAccount();
    await guess(guessed, LOCK);
    const known = { ...guessed, browser: 'known' };
    expect(await enter(known)).toBe('in');
    // Its right password says nothing of the others' guesses.
    expect(await outcomes([enter(guessed)])).toEqual(['TooManyAttempts']);
    expect(await guess(known, 150)).toBe(LOCK);
    expect(await outcomes([enter(known)])).toEqual(['TooManyAttempts']);
    await clearFailures(database.db, guessed.accountId ?? '');
    expect(await outcomes([enter(known), enter(guessed)])).toEqual(['ok', 'ok']);
  });

  test('are counted in a row: the right one resets the count', async () => {
    const guessed = newAccount();
    await guess(guessed, LOCK - 1);
    expect(await enter(guessed)).toBe('in');
    expect(await guess(guessed, 150)).toBe(LOCK);
  });

  test('are not counted where the attempt was not made', async () => {
    const guessed = newAccount();
    await guess(guessed, LOCK - 1);
    for (let n = 0; n < 5; n += 1) {
      const busy = attempts.run(guessed, () => Promise.reject(new Error('busy')), { verified: true });
      await expect(busy).rejects.toThrow('busy');
    }
    expect(await enter(guessed)).toBe('in');
  });

  test('are shown by the diagnosis', async () => {
    const identity = newIdentity();
    const obstaclesOf = createPasswordObstacles({ db: database.db, now, secret: 'secret' });
    expect(await obstaclesOf(identity)).toEqual({ failures: 0, delay: 0, locked: false });
    await guess({ identity }, 5);
    expect(await obstaclesOf(identity)).toMatchObject({ failures: 4, locked: false });
    await guess({ identity }, LOCK);
    expect(await obstaclesOf(identity)).toMatchObject({ locked: true });
  });
});
