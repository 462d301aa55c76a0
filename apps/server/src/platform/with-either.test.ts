import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import { withEither } from './with-either.ts';

const listening = ({ signal }: AbortController): number => getEventListeners(signal, 'abort').length;

it('aborts the work with the reason of whichever is aborted, also before it began', async () => {
  for (const early of [true, false])
    for (const which of [0, 1]) {
      const controllers = [new AbortController(), new AbortController()] as const;
      if (early) controllers[which]?.abort(new Error('stop'));
      const work = withEither(controllers[0].signal, controllers[1].signal, async signal => {
        if (!early) controllers[which]?.abort(new Error('stop'));
        signal.throwIfAborted();
      });
      await expect(work).rejects.toThrow('stop');
    }
});

it('leaves no listener, whether the work succeeds or fails, and ends what still waits', async () => {
  const [one, other] = [new AbortController(), new AbortController()];
  let left: AbortSignal | undefined;
  const work = async (signal: AbortSignal) => {
    left = signal;
    expect([listening(one), listening(other)]).toEqual([1, 1]);
    return 'done';
  };
  expect(await withEither(one.signal, other.signal, work)).toBe('done');
  expect(left?.aborted).toBe(true);
  await expect(withEither(one.signal, other.signal, () => Promise.reject(new Error('no')))).rejects.toThrow(
    'no',
  );
  expect([listening(one), listening(other)]).toEqual([0, 0]);
});
