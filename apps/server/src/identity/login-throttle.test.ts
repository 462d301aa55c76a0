import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type HeldClock, heldClock, type TestDatabase, testDatabase } from '../app/testing.ts';
import { type LoginThrottle, createLoginThrottle, delayAfter, MEMORY } from './login-throttle.ts';
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

const wrong = (identity: Identifier) => attempts.run(identity, async () => undefined);
const right = (identity: Identifier) => attempts.run(identity, async () => 'in');

describe('wrong passwords', () => {
  test('five are free; then even the right one waits ten seconds, and then it opens', async () => {
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

  test('the delay grows, ends at five minutes, and always opens again', async () => {
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

  test('fifteen quiet minutes are enough to begin anew', async () => {
    const identity = newIdentity();
    for (let n = 0; n < 4; n += 1) await wrong(identity);
    now.move(MEMORY);
    for (let n = 0; n < 5; n += 1) expect(await wrong(identity)).toBeUndefined();
    expect(await refusalOf(wrong(identity))).toMatchObject({ refusal: 'TooManyAttempts' });
  });

  test('a clock that is put back keeps nobody out', async () => {
    const identity = newIdentity();
    for (let n = 0; n < 9; n += 1) {
      await wrong(identity);
      now.move(300_000);
    }
    now.move(-24 * 3600_000);
    expect(await right(identity)).toBe('in');
  });

  test('what a try throws is not counted', async () => {
    const identity = newIdentity();
    for (let n = 0; n < 8; n += 1) {
      await expect(attempts.run(identity, () => Promise.reject(new Error('busy')))).rejects.toThrow('busy');
    }
    expect(await right(identity)).toBe('in');
  });

  test('no identity is kept in clear', async () => {
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
  test('a hundred wrong ones find out no more than five', async () => {
    const identity = newIdentity();
    let tried = 0;
    const ends = await outcomes(
      Array.from({ length: 100 }, () =>
        attempts.run(identity, async () => {
          tried += 1;
          return undefined;
        }),
      ),
    );
    expect(tried).toBe(5);
    expect(ends.filter(end => end === 'TooManyAttempts')).toHaveLength(95);
  });

  test('a hundred right ones all come in', async () => {
    const identity = newIdentity();
    for (let n = 0; n < 4; n += 1) await wrong(identity);
    const ends = await outcomes(Array.from({ length: 100 }, () => right(identity)));
    expect(ends.every(end => end === 'ok')).toBe(true);
  });

  test('those that wait are bounded', async () => {
    const small = open(2);
    const identity = newIdentity();
    const ends = await outcomes(Array.from({ length: 20 }, () => small.run(identity, async () => 'in')));
    expect(ends.filter(end => end === 'ok')).toHaveLength(8);
    expect(ends.filter(end => end === 'TooBusy')).toHaveLength(12);
    expect(await outcomes([small.run(identity, async () => 'in')])).toEqual(['ok']);
  });

  test('any mix ends, and opens again', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('in', undefined, 'throw'), { maxLength: 25 }),
        async kinds => {
          const identity = newIdentity();
          let wrongInARow = 0;
          let most = 0;
          await Promise.allSettled(
            kinds.map(kind =>
              attempts.run(identity, async () => {
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
