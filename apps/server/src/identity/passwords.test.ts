import * as argon2 from '@node-rs/argon2';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createBoundedPool } from '../platform/bounded-pool.ts';
import { createPasswords, type Hasher } from './passwords.ts';
import { outcomes, refusalOf } from '../features/accounts/testing.ts';

const limits = { parallel: 2, queue: 10 };

describe('passwords', () => {
  test('a hash is right for its password only', async () => {
    const passwords = await createPasswords(limits);
    const hash = await passwords.hash('Correct-1');
    expect(await passwords.check(hash, 'Correct-1')).toBe('right');
    expect(await passwords.check(hash, 'correct-1')).toBe('wrong');
    expect(await passwords.hash('Correct-1')).not.toBe(hash);
  });

  test('one that was hashed with other parameters is right, and stale', async () => {
    const passwords = await createPasswords(limits);
    const old = await argon2.hash('Correct-1', { memoryCost: 8192, timeCost: 1 });
    expect(await passwords.check(old, 'Correct-1')).toBe('stale');
    expect(await passwords.check(old, 'Wrong-1')).toBe('wrong');
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
    expect(await passwords.check(undefined, 'Correct-1')).toBe('wrong');
    expect(await passwords.check(null, 'Correct-1')).toBe('wrong');
    expect(compared).toHaveLength(2);
    expect(compared[0]).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test('too many at once are refused as TooBusy', async () => {
    const passwords = await createPasswords({ parallel: 1, queue: 1 });
    const ends = await outcomes(Array.from({ length: 5 }, () => passwords.hash('Correct-1')));
    expect(ends).toEqual(['ok', 'ok', 'TooBusy', 'TooBusy', 'TooBusy']);
  });
});

describe('the pool', () => {
  test('tells how long to wait, and is free again after', async () => {
    const pool = createBoundedPool({ parallel: 1, queue: 0, tasksPerSecond: 20 });
    let finish = () => {};
    const held = pool.run(() => new Promise<void>(resolve => (finish = resolve)));
    expect(await refusalOf(pool.run(async () => 1))).toMatchObject({
      refusal: 'TooBusy',
      detail: { data: { retry_after: 1 } },
    });
    finish();
    await held;
    expect(await pool.run(async () => 2)).toBe(2);
  });

  test('never runs more than its number at once, keeps the order, and survives tasks that fail', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 0, max: 6 }),
        fc.array(fc.boolean(), { maxLength: 20 }),
        fc.scheduler(),
        async (parallel, queue, fails, scheduler) => {
          const pool = createBoundedPool({ parallel, queue, tasksPerSecond: 20 });
          let running = 0;
          let most = 0;
          const begun: number[] = [];
          const all = fails.map((fail, index) =>
            pool.run(async () => {
              begun.push(index);
              running += 1;
              most = Math.max(most, running);
              await scheduler.schedule(Promise.resolve());
              running -= 1;
              if (fail) throw new Error('failed');
            }),
          );
          const settled = Promise.allSettled(all);
          await scheduler.waitFor(settled);
          const taken = Math.min(fails.length, parallel + queue);
          expect(most).toBe(Math.min(parallel, fails.length));
          expect(begun).toEqual(Array.from({ length: taken }, (_, index) => index));
          expect(await outcomes([pool.run(async () => {})])).toEqual(['ok']);
        },
      ),
      { numRuns: 200 },
    );
  });
});
