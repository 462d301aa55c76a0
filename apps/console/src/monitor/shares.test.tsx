// @vitest-environment jsdom
/** Reads the shares back out of the rendered chart. */
import { expect, test } from 'vitest';
import { drawn } from '../testing.tsx';
import { Shares } from './shares.tsx';

test('draws three parts in order, each with its own height and its text', () => {
  const box = drawn(
    <Shares
      label="LCP"
      names={{ good: 'Good', 'needs-improvement': 'Middling', poor: 'Poor' }}
      percent={share => `${share * 100}%`}
      rows={[
        {
          name: '/lesson',
          note: 'r1',
          value: 'p75 3,000 ms',
          rating: 'needs-improvement',
          parts: { good: 0.5, 'needs-improvement': 0.25, poor: 0.25 },
        },
      ]}
    />,
    'en',
  );
  const bars = [...box.querySelectorAll('rect')].map(rect => [
    rect.getAttribute('data-rating'),
    Number(rect.getAttribute('x')),
    Number(rect.getAttribute('width')),
  ]);
  expect(bars).toEqual([
    ['good', 0, 500],
    ['needs-improvement', 500, 250],
    ['poor', 750, 250],
  ]);
  const heights = [...box.querySelectorAll('rect')].map(rect => rect.getAttribute('height'));
  expect(new Set(heights).size).toBe(3);
  expect(box.querySelector('svg')?.getAttribute('aria-label')).toBe('Good 50%, Middling 25%, Poor 25%');
  expect(box.textContent).toContain('▲');
  expect(box.textContent).toContain('Middling');
});
