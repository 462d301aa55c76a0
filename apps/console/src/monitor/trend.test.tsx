// @vitest-environment jsdom
import { act } from 'react';
import { expect, test } from 'vitest';
import { testRoot } from '../testing-root.tsx';
import { drawn } from '../testing.tsx';
import { useLateCall } from '../use-late-call.ts';
import { countsByGroup, countsQuery, type ErrorCounts, Trend } from './trend.tsx';

const { box, render } = testRoot();

const HOUR = 3_600_000;
const [ONE, OTHER] = ['0a'.repeat(16), '0b'.repeat(16)];
/** A midnight of the school's zone. */
const from = Date.parse('2026-11-21T00:00:00+08:00');
const zeros = Array.from({ length: 27 }, () => 0);
const counts = zeros.with(0, 1).with(4, 9_000).with(7, 1_000).with(26, 4_500);
const found: ErrorCounts = { from, step: 6 * HOUR, counts: new Map([[ONE, counts]]) };

test('draws a bar for each point that has occurrences, the fewest too, and says the sum and the highest day', () => {
  const svg = drawn(<Trend id={ONE} found={found} />, 'en').querySelector('svg');
  const bars = [
    ...(svg?.querySelector('path:not([data-base])')?.getAttribute('d') ?? '').matchAll(
      /M(\d+) 19v-(\d+)h2v\d+z/g,
    ),
  ].map(([, x, height]) => [Number(x), Number(height)]);
  expect(bars).toEqual([
    [0, 2],
    [12, 19],
    [21, 2],
    [78, 10],
  ]);
  expect(svg?.querySelector('title')?.textContent).toBe('7 days: 14,501, most on 11/22: 10,000');
  const chinese = drawn(<Trend id={ONE} found={found} />, 'zh-CN').querySelector('[role=img]');
  expect(chinese?.querySelector('title')?.textContent).toBe('近 7 天 14,501 次，11/22 最多，10,000 次');
});

test('a group without an occurrence has a line without bars, and says so', () => {
  const svg = drawn(<Trend id={OTHER} found={found} />, 'en').querySelector('svg');
  expect(svg?.querySelector('title')?.textContent).toBe('None in 7 days');
  expect(svg?.querySelectorAll('path')).toHaveLength(1);
});

test('is as large before the counts are there, and a dash where they can’t be told', () => {
  const waiting = drawn(<Trend id={ONE} found={undefined} />, 'en');
  const [before, after] = [waiting, drawn(<Trend id={ONE} found={found} />, 'en')].map(box => {
    const svg = box.querySelector('svg');
    return [svg?.getAttribute('width'), svg?.getAttribute('height')];
  });
  expect(before).toEqual(after);
  expect(waiting.querySelector('[role=img]')).toBeNull();
  const failed = drawn(<Trend id={ONE} found={null} />, 'en');
  expect(failed.textContent).toBe('—');
  expect(failed.firstElementChild?.className).toBe(waiting.firstElementChild?.className);
});

test('asks for a list’s counts once, whatever its order, and shows neither a late answer nor a failure of another list', async () => {
  interface Asked {
    readonly ids: string;
    readonly signal: AbortSignal;
    readonly resolve: (answer: unknown) => void;
    readonly reject: (error: Error) => void;
  }
  const calls: Asked[] = [];
  const client = {
    call: (_: string, { query: { ids } }: { query: { ids: string } }, signal: AbortSignal) =>
      new Promise((resolve, reject) => {
        calls.push({ ids, signal, resolve, reject });
      }),
  };
  const List = ({ ids }: { ids: readonly string[] }) => {
    const { answer } = useLateCall('getErrorCounts', countsQuery('school', ids));
    const shown = answer && countsByGroup(answer);
    return shown === undefined ? 'waiting' : shown === null ? 'failed' : [...shown.counts.keys()].join();
  };
  const show = (...ids: readonly string[]) => render(<List ids={ids} />, { client });
  const answer = { from, step: 6 * HOUR, groups: [{ id: ONE, counts }] };
  await show();
  expect(calls).toHaveLength(0);
  await show(OTHER, ONE);
  await show(ONE, OTHER);
  expect(calls.map(({ ids }) => ids)).toEqual([`${ONE},${OTHER}`]);
  expect(box.textContent).toBe('waiting');
  await act(async () => calls[0]?.resolve(answer));
  expect(box.textContent).toBe(ONE);

  await show(OTHER);
  expect(box.textContent).toBe('waiting');
  await show(ONE);
  expect(calls[1]?.signal.aborted).toBe(true);
  await act(async () => calls[1]?.reject(new Error('left')));
  expect(box.textContent).toBe('waiting');
  await act(async () => calls[2]?.reject(new Error('busy')));
  expect(box.textContent).toBe('failed');
});
