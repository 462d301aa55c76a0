import { expect, test } from 'vitest';
import { createSharedWork } from './shared-work.ts';

/** Work that ends when it is told to, and a clock that pauses move. */
const world = () => {
  let time = 0;
  const pauses: number[] = [];
  const ends: (() => void)[] = [];
  const shared = createSharedWork({
    work: async begun => {
      begun();
      await new Promise<void>(resolve => ends.push(resolve));
    },
    rest: 4,
    long: 10,
    now: () => time,
    pause: async (ms, signal) => {
      pauses.push(ms);
      await Promise.resolve();
      signal.throwIfAborted();
      time += ms;
    },
  });
  const settled = () => new Promise(resolve => setImmediate(resolve));
  return {
    shared,
    pauses,
    runs: () => ends.length,
    /** Ends the run that is under way, which took so many milliseconds. */
    end: async (ms: number) => {
      time += ms;
      ends.at(-1)?.();
      await settled();
    },
    later: (ms: number) => (time += ms),
    settled,
  };
};

test('who asks while a run is under way shares the next one, whose results they are', async () => {
  const { shared, runs, end, settled } = world();
  const ended: string[] = [];
  const ask = (name: string) => void shared.run().then(() => ended.push(name));
  ask('first');
  await settled();
  for (const name of ['second', 'third', 'fourth']) ask(name);
  await end(10);
  expect([runs(), ended]).toEqual([2, ['first']]);
  await end(10);
  expect([runs(), ended]).toEqual([2, ['first', 'second', 'third', 'fourth']]);
});

test('rests for four times as long as a long run took, unless that has passed', async () => {
  const { shared, pauses, end, later, settled } = world();
  for (const ms of [9, 100, 20]) {
    const run = shared.run();
    await settled();
    await end(ms);
    await run;
  }
  expect(pauses).toEqual([400]);
  later(80);
  const run = shared.run();
  await settled();
  await end(1);
  await run;
  expect(pauses).toEqual([400]);
});

test('a run that failed tells those who waited for it, and the next one runs', async () => {
  let fails = true;
  const shared = createSharedWork({
    work: async () => {
      if (fails) throw new Error('no space is left');
    },
    rest: 4,
    long: 10,
    now: () => 0,
    pause: async () => {},
  });
  await expect(Promise.all([shared.run(), shared.run()])).rejects.toThrow('no space is left');
  fails = false;
  await shared.run();
});

test('once closed, who waits is told why, and nothing begins', async () => {
  const { shared, runs, end, settled } = world();
  const first = shared.run();
  await settled();
  const waits = shared.run();
  const told = waits.catch(String);
  shared.close(new Error('the store is closed'));
  await end(10);
  await first;
  expect(await told).toContain('the store is closed');
  await expect(shared.run()).rejects.toThrow('the store is closed');
  expect(runs()).toBe(1);
});
