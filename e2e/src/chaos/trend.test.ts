import { describe, expect, it } from 'vitest';
import { type Point, trendOf } from './trend.ts';

const MINUTES = 20;
const EVERY = 10;
/** Of a heap, in MB. */
const allowance = { amount: 4, share: 0.05 };

/** Numbers from 0 to 1 that look like chance, the same for each seed. */
const chance = (seed: number) => {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

/** @param value of the minutes since the start, and of chance */
const sampled = (seed: number, value: (minutes: number, random: () => number) => number): Point[] => {
  const random = chance(seed);
  return Array.from({ length: (MINUTES * 60) / EVERY }, (_, n) => ({
    at: n * EVERY,
    value: value((n * EVERY) / 60, random),
  }));
};
const noise = (random: () => number, width: number): number => (random() + random() - 1) * width;
const seeds = Array.from({ length: 20 }, (_, n) => n + 1);

describe('what grows', () => {
  it('is a heap of 80 MB that keeps one MB more each minute, under noise of 4', () => {
    for (const seed of seeds) {
      const trend = trendOf(
        sampled(seed, (minutes, random) => 80 + minutes + noise(random, 4)),
        allowance,
      );
      expect(trend.grows, `seed ${seed}`).toBe(true);
      expect(trend.growth).toBeGreaterThan(9);
    }
  });

  it('is a descriptor that is left open each minute', () => {
    const left = sampled(1, (minutes, random) => 60 + Math.floor(minutes) + Math.round(noise(random, 5)));
    expect(trendOf(left, { amount: 8, share: 0.1 }).grows).toBe(true);
  });

  it('is a pool that fills up steadily to the end', () => {
    const pool = sampled(1, (minutes, random) => 19 + minutes * 2 + Math.round(noise(random, 4)));
    expect(trendOf(pool, { amount: 8, share: 0.1 }).grows).toBe(true);
  });

  it('is a rise in a few big steps', () => {
    const stairs = sampled(1, (minutes, random) => 80 + 4 * Math.floor(minutes / 3) + noise(random, 2));
    expect(trendOf(stairs, allowance).grows).toBe(true);
  });

  it('is a leak behind a warm-up', () => {
    const leak = sampled(
      1,
      (minutes, random) => 40 + 40 * Math.min(1, minutes / 5) + minutes + noise(random, 4),
    );
    expect(trendOf(leak, allowance).grows).toBe(true);
  });

  it('is a leak below the teeth of a collector that runs now and then', () => {
    const teeth = sampled(
      1,
      (minutes, random) => 80 + minutes + 20 * ((minutes * 1.7) % 1) + noise(random, 2),
    );
    expect(trendOf(teeth, allowance).grows).toBe(true);
  });
});

describe('what does not grow', () => {
  const flat: readonly (readonly [string, (minutes: number, random: () => number) => number])[] = [
    ['noise', (_, random) => 80 + noise(random, 12)],
    ['the teeth of a collector', (minutes, random) => 80 + 20 * ((minutes * 1.7) % 1) + noise(random, 2)],
    ['a warm-up', (minutes, random) => 40 + 40 * Math.min(1, minutes / 6) + noise(random, 4)],
    ['a warm-up that fades', (minutes, random) => 40 + 40 * (1 - Math.exp(-minutes / 2)) + noise(random, 4)],
    ['one step', (minutes, random) => (minutes < 15 ? 80 : 105) + noise(random, 4)],
    ['outliers', (_, random) => 80 + (random() > 0.95 ? 500 : 0) + noise(random, 4)],
    ['what shrinks', (minutes, random) => 100 - minutes + noise(random, 4)],
  ];
  it.each(flat)('is %s', (_, value) => {
    for (const seed of seeds) {
      const trend = trendOf(sampled(seed, value), allowance);
      expect({ seed, ...trend }).toMatchObject({ grows: false });
    }
  });
});

it('tells where a measure began and ended, and what it may grow by', () => {
  const trend = trendOf(
    sampled(1, minutes => 100 + minutes),
    allowance,
  );
  expect(trend.before).toBeCloseTo(108, 0);
  expect(trend.after).toBeCloseTo(118, 0);
  expect(trend.growth).toBeCloseTo(13.2, 0);
  expect(trend.allowed).toBeCloseTo(5.7, 0);
});

it('refuses to judge by too few samples', () => {
  const few = sampled(1, () => 80).slice(0, 17);
  expect(() => trendOf(few, allowance)).toThrow('11 samples do not show a trend');
});
