import { expect, test } from 'vitest';
import { createSerialQueue } from './serial-queue.ts';

test('starts each work when the one before has ended, and hands out each result', async () => {
  const queue = createSerialQueue();
  const events: string[] = [];
  const work = (name: string) => async () => {
    events.push(`${name} begins`);
    await Promise.resolve();
    events.push(`${name} ends`);
    return name;
  };
  const results = await Promise.all([queue.run(work('first')), queue.run(work('second'))]);
  expect(results).toEqual(['first', 'second']);
  expect(events).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
});

test('a work that fails rejects its own promise alone', async () => {
  const queue = createSerialQueue();
  const failed = queue.run(async () => {
    throw new Error('disk full');
  });
  const next = queue.run(async () => 'written');
  await expect(failed).rejects.toThrow('disk full');
  expect(await next).toBe('written');
});
