import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createBoundedPool } from './bounded-pool.ts';
import { outcomes, refusalOf } from '../features/accounts/testing.ts';

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

describe('sources', () => {
  /** A pool with one place that is taken until `finish`. */
  const held = (limits: { queue: number; perSource?: number }) => {
    const pool = createBoundedPool({ parallel: 1, tasksPerSecond: 20, ...limits });
    let finish = () => {};
    void pool.run(() => new Promise<void>(resolve => (finish = resolve)));
    const ran: string[] = [];
    const add = (source: string) =>
      pool.run(async () => void ran.push(source), source).catch(() => void ran.push(`${source} refused`));
    return { add, ran, end: () => finish() };
  };

  test('take turns', async () => {
    const { add, ran, end } = held({ queue: 10 });
    const all = ['a', 'a', 'a', 'a', 'b', 'b', 'c'].map(add);
    end();
    await Promise.all(all);
    expect(ran).toEqual(['a', 'b', 'c', 'a', 'b', 'a', 'a']);
  });

  test('have a bound of their own', async () => {
    const { add, ran, end } = held({ queue: 10, perSource: 2 });
    const all = ['a', 'a', 'a', 'b'].map(add);
    end();
    await Promise.all(all);
    expect(ran).toEqual(['a refused', 'a', 'b', 'a']);
  });

  test('with the most waiting tasks lose the last one to a source with fewer', async () => {
    const { add, ran, end } = held({ queue: 4 });
    const all = ['a', 'a', 'a', 'b', 'c', 'b', 'd', 'a'].map(add);
    end();
    await Promise.all(all);
    // The third `a` makes room for `c`; `b` and `a` have no fewer than the others then; `d` takes a place of `a`.
    expect(ran.toSorted()).toEqual(['a', 'a refused', 'a refused', 'a refused', 'b', 'b refused', 'c', 'd']);
  });
});
