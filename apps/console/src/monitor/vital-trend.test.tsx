// @vitest-environment jsdom
/** Reads the percentiles back out of the view: the lines, the table, and what a press of a page does. */
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Vital } from '@rollcall/contract/console';
import { ConsoleContextProvider, type ConsoleContextValue } from '../console-context.ts';
import { Shares } from './shares.tsx';
import type { VitalTrend as Trend } from './tables.ts';
import { VitalTrend } from './vital-trend.tsx';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
window.scrollTo = () => {};
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

let box: HTMLElement;
let root: Root;
beforeEach(() => {
  box = document.body.appendChild(document.createElement('div'));
  root = createRoot(box);
});
afterEach(async () => {
  await act(async () => root.unmount());
  box.remove();
});

const draw = async (part: React.ReactNode) => {
  const router = createRouter({
    routeTree: createRootRoute({ component: () => part }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  const value = { language: 'en' } as ConsoleContextValue;
  await act(async () => {
    await router.load();
    root.render(
      <ConsoleContextProvider value={value}>
        <RouterProvider router={router as never} />
      </ConsoleContextProvider>,
    );
  });
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
const shown = (metric: Vital, given: Trend, now: number) =>
  draw(<VitalTrend metric={metric} trend={given} now={now} />);
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
