// @vitest-environment jsdom
import { useEffect } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeServer, show } from '../testing.tsx';
import { SLOW_MS, useTask } from './use-task.ts';

afterEach(() => vi.restoreAllMocks());

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
  const [set, clear] = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'clearTimeout')];
  /** The timers of slow tasks: React and the test have others. */
  const timers = () =>
    set.mock.calls.flatMap(([, ms], call) => (ms === SLOW_MS ? [set.mock.results[call]?.value] : []));
  const { box, unmount } = await show(fakeServer().auth, <Endless onSignal={given} />);
  expect(box.textContent).toBe('busy');
  expect(timers()).toHaveLength(1);
  await unmount();
  expect(given.mock.calls[0]?.[0].aborted).toBe(true);
  expect(clear.mock.calls.flat()).toContain(timers()[0]);
});
