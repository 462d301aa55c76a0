import fc from 'fast-check';
import { expect, test } from 'vitest';
import { along, flowOf, labelled, nearest, toneOf, upwards } from './geometry.ts';

const figures = fc.array(fc.integer({ min: 0, max: 1_000_000_000 }), { minLength: 1, maxLength: 400 });

test('a drawn height is its figure, and all stand within the chart', () => {
  fc.assert(
    fc.property(figures, fc.integer({ min: 50, max: 1000 }), (values, height) => {
      const y = upwards(values, height);
      for (const value of values) {
        const drawn = y(value);
        expect(drawn).toBeGreaterThanOrEqual(-1e-6);
        expect(drawn).toBeLessThanOrEqual(height + 1e-6);
        expect(y.invert(drawn)).toBeCloseTo(value, 3);
      }
      // nothing is at the foot, whatever the greatest is
      expect(y(0)).toBe(height);
    }),
  );
});

test('the reading line finds every moment where it is drawn', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 800 }), fc.integer({ min: 100, max: 1200 }), (count, width) => {
      const x = along(count, width);
      for (let at = 0; at < count; at++) expect(nearest(x(at) ?? -1, count, width)).toBe(at);
      expect(nearest(-50, count, width)).toBe(0);
      expect(nearest(width + 50, count, width)).toBe(count - 1);
    }),
  );
});

test('labels begin with the first moment and do not meet', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 800 }), fc.integer({ min: 100, max: 1200 }), (count, width) => {
      const labels = labelled(count, width, 76);
      expect(labels[0]).toBe(0);
      expect(labels.every(at => at < count)).toBe(true);
      expect(labels.length).toBeLessThanOrEqual(Math.max(1, Math.floor(width / 76)));
    }),
  );
});

test('ribbons: thickness is in proportion, both ends fill their page, none lies on another', () => {
  const name = fc.constantFrom('/a', '/b', '/c', '/d', '(comes)');
  const steps = fc.uniqueArray(fc.tuple(name, name, fc.integer({ min: 1, max: 10_000 })), {
    minLength: 1,
    selector: ([from, to]) => `${from} ${to}`,
  });
  fc.assert(
    fc.property(steps, given => {
      const total = given.reduce((sum, [, , count]) => sum + count, 0);
      const flow = flowOf(given, 300, 10);
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

test('tones rise with the share, and even a little is seen', () => {
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
