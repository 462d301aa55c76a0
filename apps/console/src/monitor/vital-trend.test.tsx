// @vitest-environment jsdom
/** Reads the percentiles back out of the view: the lines, the table, and what a press of a page does. */
import { act } from 'react';
import { expect, test } from 'vitest';
import type { Vital } from '@rollcall/contract/console';
import { Refused } from '../client/refused.ts';
import { routed, testRoot } from '../testing-root.tsx';
import { useLateCall } from '../use-late-call.ts';
import { Shares } from './shares.tsx';
import type { VitalTrend as Trend } from './tables.ts';
import { placeOf, VitalTrend } from './vital-trend.tsx';

globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

const { box, render } = testRoot();

const draw = async (part: React.ReactNode) => {
  await render(await routed(part));
  // the charts' chunk
  await act(async () => void (await import('../charts/charts.ts')));
};
const press = (name: string) =>
  act(async () =>
    [...box.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click(),
  );

const HOUR = 3_600_000;
const AT = Date.parse('2026-11-21T08:00:00Z');
const nothing = { samples: 0, p50: null, p75: null, p95: null };
const trend: Trend = {
  step: HOUR,
  points: [
    { at: AT, samples: 40, p50: 900, p75: 1500, p95: 4000 },
    { at: AT + HOUR, ...nothing },
    { at: AT + 2 * HOUR, samples: 7, p50: 800, p75: 1400, p95: 3900 },
    { at: AT + 3 * HOUR, ...nothing },
  ],
};
const place = placeOf({ from: AT, to: AT + 4 * HOUR }, AT + 9 * HOUR);
const shown = (metric: Vital, given: Trend | null | undefined, now: number) =>
  draw(<VitalTrend metric={metric} trend={given} place={place} now={now} />);
const reader = () => box.querySelector('input[type=range]');

test('draws three named lines up to now, and says that the last point is not over', async () => {
  await shown('LCP', trend, AT + 2 * HOUR + 1);
  expect([...box.querySelectorAll('li[data-series]')].map(line => line.textContent)).toEqual([
    'p50',
    'p75',
    'p95',
  ]);
  expect(box.querySelector('svg[role=img]')?.getAttribute('aria-label')).toContain('(LCP)');
  expect(reader()?.getAttribute('max')).toBe('2');
  expect(reader()?.getAttribute('aria-valuetext')).toMatch(
    /The last point is not over.*p50 800 ms, p75 1,400 ms, p95 3,900 ms/,
  );
});

test('a period that is over has no unfinished point; its table has the samples', async () => {
  await shown('LCP', trend, AT + 9 * HOUR);
  expect(reader()?.getAttribute('max')).toBe('3');
  expect(box.textContent).not.toContain('not over');
  await press('As a table');
  const rows = [...box.querySelectorAll('tbody tr')].map(row =>
    [...row.querySelectorAll('th, td')].slice(1).map(cell => cell.textContent),
  );
  expect(rows).toEqual([
    ['900 ms', '1,500 ms', '4,000 ms', '40'],
    ['—', '—', '—', '0'],
    ['800 ms', '1,400 ms', '3,900 ms', '7'],
    ['—', '—', '—', '0'],
  ]);
});

test('a layout shift has no unit, and without samples there is no chart', async () => {
  const at = { at: AT, samples: 3, p50: 0.012, p75: 0.1, p95: 0.3 };
  await shown('CLS', { step: HOUR, points: [at, { ...at, at: AT + HOUR }] }, AT + 9 * HOUR);
  expect(reader()?.getAttribute('aria-valuetext')).toMatch(/p50 0\.01, p75 0\.10, p95 0\.30$/);
  await shown('CLS', { step: HOUR, points: [{ at: AT, ...nothing }] }, AT + 9 * HOUR);
  expect(box.textContent).toBe('');
});

test('keeps the place of the chart before it is there, without figures, and says where it can’t be told', async () => {
  const frame = () => box.querySelector('svg[role=img]');
  await shown('LCP', undefined, AT + 9 * HOUR);
  expect(frame()?.closest('[data-waits]')).not.toBeNull();
  expect(frame()?.getAttribute('height')).toBe('300');
  expect(box.querySelectorAll('li[data-series]')).toHaveLength(3);
  expect(box.querySelector('[aria-live]')?.textContent).toBe('Loading…');
  await shown('LCP', null, AT + 9 * HOUR);
  expect(frame()?.closest('[data-waits]')).not.toBeNull();
  expect(box.querySelector('[aria-live]')?.textContent).toBe('Changes over time can’t be shown now.');
  await shown('LCP', trend, AT + 9 * HOUR);
  expect(frame()?.closest('[data-waits]')).toBeNull();
  expect(box.querySelector('[aria-live]')).toBeNull();
});

test('the place of a period that runs has the words of the last point too, and that of one that is over has not', () => {
  const lastOf = (to: number, now: number) => {
    const { step, points } = placeOf({ from: AT, to }, now);
    return (points.at(-1)?.at ?? 0) + step > now;
  };
  expect(lastOf(AT + 9 * HOUR, AT + 9 * HOUR)).toBe(true);
  expect(lastOf(AT + 20 * HOUR, AT + 9 * HOUR)).toBe(true);
  expect(lastOf(AT + 4 * HOUR, AT + 9 * HOUR)).toBe(false);
});

test('asks once for each choice, and shows neither a late answer nor a failure of another one', async () => {
  interface Asked {
    readonly metric: string;
    readonly signal: AbortSignal;
    readonly resolve: (answer: unknown) => void;
    readonly reject: (error: Error) => void;
  }
  const calls: Asked[] = [];
  const client = {
    call: (_: string, { query: { metric } }: { query: { metric: string } }, signal: AbortSignal) =>
      new Promise((resolve, reject) => {
        calls.push({ metric, signal, resolve, reject });
      }),
  };
  const Shown = ({ metric }: { metric: Vital }) => {
    const query = { product: 'school', from: AT, to: AT + HOUR, metric };
    const { answer, failed, last } = useLateCall('getVitalTrend', query);
    const state = answer === undefined ? 'waiting' : answer === null ? failed : answer.step;
    return `${state} after ${last?.step ?? 'none'}`;
  };
  const show = (metric: Vital) => render(<Shown metric={metric} />, { client });
  await show('LCP');
  await show('LCP');
  expect(calls.map(({ metric }) => metric)).toEqual(['LCP']);
  expect(box.textContent).toBe('waiting after none');
  await act(async () => calls[0]?.resolve({ step: 1, points: [] }));
  expect(box.textContent).toBe('1 after 1');

  await show('CLS');
  expect(box.textContent).toBe('waiting after 1');
  await show('INP');
  expect(calls[1]?.signal.aborted).toBe(true);
  await act(async () => calls[1]?.reject(new Error('left')));
  expect(box.textContent).toBe('waiting after 1');
  await act(async () => calls[2]?.reject(new Error('busy')));
  expect(box.textContent).toBe('Unknown after none');
  // a server of the release before
  await show('FCP');
  await act(async () => calls[3]?.reject(new Refused('NotFound')));
  expect(box.textContent).toBe('NotFound after none');
});

test('a press of a page in the list chooses it', async () => {
  const picked: string[] = [];
  await draw(
    <Shares
      label="LCP"
      names={{ good: 'Good', 'needs-improvement': 'Middling', poor: 'Poor' }}
      percent={String}
      onPick={page => void picked.push(page)}
      rows={[
        {
          name: '/lesson',
          note: 'r1',
          value: 'p75',
          rating: 'good',
          parts: { good: 1, 'needs-improvement': 0, poor: 0 },
        },
      ]}
    />,
  );
  await press('/lesson');
  expect(picked).toEqual(['/lesson']);
});
