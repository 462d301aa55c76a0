import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lifetime } from './lifetime.ts';
import type { ChallengeCallbacks } from './providers/provider.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const waiting = (limit = 1_000) => {
  const life = lifetime(limit);
  let turn: ChallengeCallbacks<string> | undefined;
  const settled = vi.fn<(value: unknown) => void>();
  life.wait<string>(given => (turn = given)).then(settled, settled);
  return { life, turn: turn as unknown as ChallengeCallbacks<string>, settled };
};

test('after the end nothing settles and no clock runs', async () => {
  const { life, turn, settled } = waiting();
  life.end();
  expect(vi.getTimerCount()).toBe(0);
  turn.pass('late');
  turn.fail();
  turn.close();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(settled).not.toHaveBeenCalled();
});

test('after the end nothing starts', async () => {
  const life = lifetime(1_000);
  life.end();
  const start = vi.fn<(turn: ChallengeCallbacks<string>) => void>();
  const settled = vi.fn<(value: unknown) => void>();
  life.wait(start).then(settled, settled);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(start).not.toHaveBeenCalled();
  expect(settled).not.toHaveBeenCalled();
});

test('every cleanup runs once, though one throws', () => {
  const { onEnd, end, isOver } = lifetime(1_000);
  const undone: string[] = [];
  onEnd(() => undone.push('first'));
  onEnd(() => {
    throw new Error('vendor');
  });
  onEnd(() => undone.push('last'));
  expect(isOver()).toBe(false);
  end();
  end();
  expect(undone).toEqual(['first', 'last']);
  expect(isOver()).toBe(true);
  onEnd(() => undone.push('late'));
  expect(undone).toEqual(['first', 'last', 'late']);
});

test('the limit holds until it is ready [8.error-occurred]', async () => {
  const slow = waiting(1_000);
  const stands = waiting(1_000);
  stands.turn.ready();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(slow.settled.mock.calls).toMatchObject([
    [{ name: 'CaptchaVendorTimeout', message: 'some error occurred' }],
  ]);
  expect(stands.settled).not.toHaveBeenCalled();
});

test('a callback that throws fails the turn [8.fatal]', async () => {
  const { turn, settled } = waiting();
  turn.safely(() => {
    throw new Error('vendor');
  })();
  await vi.advanceTimersByTimeAsync(0);
  expect(settled.mock.calls).toMatchObject([
    [{ name: 'CaptchaVendorError', message: 'fatal error occurred', body: { message: 'vendor' } }],
  ]);
});
