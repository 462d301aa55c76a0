// @vitest-environment jsdom
import { useEffect } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeServer, show } from '../testing.tsx';
import { SLOW_MS, useTask } from './use-task.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function Endless({ onSignal }: { onSignal: (signal: AbortSignal) => void }) {
  const { run, phase } = useTask();
  useEffect(() => {
    run(signal => {
      onSignal(signal);
      return new Promise(() => {});
    });
  }, [run, onSignal]);
  return <output>{phase}</output>;
}

test('work that goes on when its component is gone is aborted, and leaves no timer behind', async () => {
  const given = vi.fn<(signal: AbortSignal) => void>();
  const before = vi.getTimerCount();
  const { box, unmount } = await show(fakeServer().auth, <Endless onSignal={given} />);
  expect(box.textContent).toBe('busy');
  expect(vi.getTimerCount()).toBe(before + 1);
  await unmount();
  expect(given.mock.calls[0]?.[0].aborted).toBe(true);
  expect(vi.getTimerCount()).toBe(before);
  vi.advanceTimersByTime(SLOW_MS);
});
