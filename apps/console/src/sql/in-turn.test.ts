import { expect, test } from 'vitest';
import { inTurn } from './in-turn.ts';

test('one runs after the other, whatever became of the one before; what was left while it waited is not run', async () => {
  const { signal } = new AbortController();
  const ran: string[] = [];
  let end = () => {};
  const ended = new Promise<void>(resolve => {
    end = resolve;
  });
  const left = new AbortController();
  const done = [
    inTurn(signal, async () => {
      ran.push('first');
      await ended;
      throw new Error('refused');
    }),
    inTurn(left.signal, async () => ran.push('left')),
    inTurn(signal, async () => ran.push('last')),
  ];
  const settled = Promise.allSettled(done);
  left.abort();
  expect(ran).toEqual([]);
  await Promise.resolve();
  expect(ran).toEqual(['first']);
  end();
  expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  expect(ran).toEqual(['first', 'last']);
});
