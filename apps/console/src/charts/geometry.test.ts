import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  endLabels,
  pointScale,
  flowLayout,
  labelledPoints,
  nearestPoint,
  toneOf,
  toneRanges,
  valueScale,
} from './geometry.ts';

const figures = fc.array(fc.integer({ min: 0, max: 1_000_000_000 }), { minLength: 1, maxLength: 400 });

test('draws every height in proportion to its value, within the chart', () => {
  fc.assert(
    fc.property(figures, fc.integer({ min: 50, max: 1000 }), (values, height) => {
      const { y, ticks } = valueScale(values, height);
      expect(ticks.length).toBeLessThanOrEqual(6);
      expect(ticks.every(Number.isInteger)).toBe(true);
      for (const value of values) {
        const drawn = y(value);
        expect(drawn).toBeGreaterThanOrEqual(-1e-6);
        expect(drawn).toBeLessThanOrEqual(height + 1e-6);
        expect(y.invert(drawn)).toBeCloseTo(value, 3);
      }
      // 0 is at the bottom for any maximum
      expect(y(0)).toBe(height);
    }),
  );
});

test.each([
  // layout shift, as web-vitals rate it
  { values: [0.02, 0.1], time: false, ticks: [0, 0.02, 0.04, 0.06, 0.08, 0.1] },
  { values: [0.3], time: false, ticks: [0, 0.1, 0.2, 0.3] },
  // a share of everything
  { values: [0.977, 1], time: false, ticks: [0, 0.2, 0.4, 0.6, 0.8, 1] },
  { values: [0, 0], time: false, ticks: [0, 1] },
  { values: [3, 1], time: false, ticks: [0, 1, 2, 3] },
  { values: [7], time: false, ticks: [0, 2, 4, 6, 8] },
  { values: [1260], time: false, ticks: [0, 500, 1000, 1500] },
  // milliseconds: a second and a half, a minute and a half, an hour and a half, three days
  { values: [1_500], time: true, ticks: [0, 500, 1_000, 1_500] },
  { values: [90_000], time: true, ticks: [0, 30_000, 60_000, 90_000] },
  { values: [5_400_000], time: true, ticks: [0, 1_800_000, 3_600_000, 5_400_000] },
  { values: [259_200_000.5], time: true, ticks: [0, 1, 2, 3, 4].map(days => days * 86_400_000) },
])('$values (time: $time) have the ticks $ticks', ({ values, time, ticks }) => {
  const scale = valueScale(values, 100, time);
  expect(scale.ticks).toEqual(ticks);
  expect(scale.y(ticks.at(-1) ?? 0)).toBe(0);
});

test.each([
  { figures: fc.double({ min: 1e-6, max: 1, noNaN: true }), time: false },
  { figures: fc.double({ min: 0, max: 1e11, noNaN: true }), time: true },
])('makes few, even ticks up to the greatest value (time: $time)', ({ figures: some, time }) => {
  fc.assert(
    fc.property(fc.array(some, { minLength: 1, maxLength: 20 }), values => {
      const { ticks } = valueScale(values, 100, time);
      expect(ticks.length).toBeGreaterThanOrEqual(2);
      expect(ticks.length).toBeLessThanOrEqual(6);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(Math.max(...values) * (1 - 1e-9));
      const step = ticks[1] ?? 0;
      for (const [at, tick] of ticks.entries()) expect(tick / step).toBeCloseTo(at, 9);
    }),
  );
});

test('finds every point with the reading line where it is drawn', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 800 }), fc.integer({ min: 100, max: 1200 }), (count, width) => {
      const x = pointScale(count, width);
      for (let at = 0; at < count; at++) expect(nearestPoint(x(at) ?? -1, count, width)).toBe(at);
      expect(nearestPoint(-50, count, width)).toBe(0);
      expect(nearestPoint(width + 50, count, width)).toBe(count - 1);
    }),
  );
});

test('begins labels with the first point, without overlaps', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 800 }), fc.integer({ min: 100, max: 1200 }), (count, width) => {
      const labels = labelledPoints(count, width, 76);
      expect(labels[0]).toBe(0);
      expect(labels.every(at => at < count)).toBe(true);
      expect(labels.length).toBeLessThanOrEqual(Math.max(1, Math.floor(width / 76)));
    }),
  );
});

test('places labels at the usual intervals of the time unit', () => {
  expect(labelledPoints(24, 260, 76, 'hour')).toEqual([0, 12]);
  expect(labelledPoints(24, 560, 76, 'hour')).toEqual([0, 6, 12, 18]);
  expect(labelledPoints(28, 860, 76, 'day')).toEqual([0, 7, 14, 21]);
  expect(labelledPoints(31, 500, 76, 'minute')).toEqual([0, 10, 20, 30]);
  // eight moments a day, and a label a day at most
  expect(labelledPoints(56, 860, 76, [8, 16, 24, 56])).toEqual([0, 8, 16, 24, 32, 40, 48]);
  // beyond every beat they still do not meet
  expect(labelledPoints(800, 260, 76, 'day')).toEqual([0, 267, 534]);
});

test('ribbons: draws widths in proportion, fills both ends, overlaps none', () => {
  const name = fc.constantFrom('/a', '/b', '/c', '/d', '(comes)');
  const steps = fc.uniqueArray(fc.tuple(name, name, fc.integer({ min: 1, max: 10_000 })), {
    minLength: 1,
    selector: ([from, to]) => `${from} ${to}`,
  });
  fc.assert(
    fc.property(steps, given => {
      const total = given.reduce((sum, [, , count]) => sum + count, 0);
      const flow = flowLayout(given, 300, 10);
      expect(flow.ribbons).toHaveLength(given.length);
      for (const ribbon of flow.ribbons) {
        expect(ribbon.thick).toBeCloseTo((ribbon.value / total) * 300, 6);
        const found = given.find(
          ([from, to]) => from === flow.left[ribbon.from]?.name && to === flow.right[ribbon.to]?.name,
        );
        expect(found?.[2]).toBe(ribbon.value);
      }
      for (const [side, end] of [
        [flow.left, 'from'],
        [flow.right, 'to'],
      ] as const)
        for (const [at, page] of side.entries()) {
          const own = flow.ribbons
            .filter(ribbon => ribbon[end] === at)
            .map(ribbon => ({ y: end === 'from' ? ribbon.y0 : ribbon.y1, thick: ribbon.thick }))
            .sort((a, b) => a.y - b.y);
          expect(own.reduce((sum, { thick }) => sum + thick, 0)).toBeCloseTo(page.thick, 6);
          let foot = page.y;
          for (const { y, thick } of own) {
            expect(y).toBeCloseTo(foot, 6);
            foot = y + thick;
          }
          const next = side[at + 1];
          if (next) expect(next.y).toBeGreaterThanOrEqual(page.y + page.thick);
        }
    }),
  );
});

test('raises the tone with the share, and makes small shares visible', () => {
  expect(toneOf(0)).toBe(0);
  expect(toneOf(1e-9)).toBe(1);
  expect(toneOf(1)).toBe(6);
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (a, b) => {
        if (a <= b) expect(toneOf(a)).toBeLessThanOrEqual(toneOf(b));
      },
    ),
  );
});

test('the key of tones names each count once, with the tone in which it is drawn', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3000 }), most => {
      const drawn = Array.from({ length: most }, (_, index) => toneOf((index + 1) / most));
      const named = toneRanges(most).flatMap(({ tone, from, to }) =>
        Array.from({ length: to - from + 1 }, () => tone),
      );
      expect(named).toEqual(drawn);
    }),
  );
});

test('names of lines stand at their ends, apart from each other and within the chart', () => {
  expect(endLabels([20, 100], 200)).toEqual([20, 100]);
  expect(endLabels([100, 98, 99], 200)).toEqual([130, 98, 114]);
  expect(endLabels([200, 200, 10], 200)).toEqual([184, 200, 10]);
});
