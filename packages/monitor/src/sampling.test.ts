import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSampler } from './sampling.ts';

test('the weighted sum of a visit is off by less than ten, also for one URL after the first 200 calls', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 200 }),
      fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 300 }),
      fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })),
      (first, later, random) => {
        const picked = createSampler(() => random.next().value as number);
        const weighed = (address: string) => (picked(address) ? 10 : 0);
        const short = first.reduce((sum, address) => sum + weighed(address), 0);
        expect(Math.abs(short - first.length)).toBeLessThan(10);
        for (let rest = first.length; rest < 200; rest++) weighed('a');
        const sums = new Map<string, { all: number; weighed: number }>();
        for (const address of later) {
          const sum = sums.get(address) ?? { all: 0, weighed: 0 };
          sums.set(address, { all: sum.all + 1, weighed: sum.weighed + weighed(address) });
        }
        for (const sum of sums.values()) expect(Math.abs(sum.all - sum.weighed)).toBeLessThan(10);
      },
    ),
  );
});

test('each call is sampled with probability one tenth: over all draws each is picked as often [9.samples]', () => {
  for (const calls of [1, 7, 10, 25]) {
    const times = Array.from({ length: calls }, () => 0);
    const rows = Math.ceil(calls / 10);
    for (let draws = 0; draws < 10 ** rows; draws++) {
      const digits = [...String(draws).padStart(rows, '0')].map(Number);
      const picked = createSampler(() => (digits.shift() ?? 0) / 10);
      for (let call = 0; call < calls; call++) if (picked('a')) times[call] = (times[call] ?? 0) + 1;
    }
    expect(new Set(times)).toEqual(new Set([10 ** (rows - 1)]));
  }
});

/** Numbers from 0 to below 1, the same in every run (mulberry32). */
const generator = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

/** How far the weighted sums of 100,000 calls are from the truth: of all calls, of their ms, and of the worst address. */
const errorOf = (seed: number, visitLength: (random: () => number) => number) => {
  const random = generator(seed);
  const addresses = ['a', 'b', 'c', 'd'];
  const all = new Map<string, number>();
  const weighed = new Map<string, number>();
  const add = (sums: Map<string, number>, name: string, value: number) =>
    sums.set(name, (sums.get(name) ?? 0) + value);
  for (let calls = 0; calls < 100_000; ) {
    const picked = createSampler(random);
    for (let left = visitLength(random); left > 0 && calls < 100_000; left--, calls++) {
      const address = addresses[Math.floor(random() * 4)] ?? 'a';
      const ms = 20 + random() * 300;
      const weight = picked(address) ? 10 : 0;
      for (const [name, value] of [
        ['calls', 1],
        ['ms', ms],
        [address, 1],
      ] as const) {
        add(all, name, value);
        add(weighed, name, weight * value);
      }
    }
  }
  const off = (name: string) => Math.abs((weighed.get(name) ?? 0) / (all.get(name) ?? 1) - 1);
  return { calls: off('calls'), ms: off('ms'), address: Math.max(...addresses.map(off)) };
};

test('over 100,000 calls in visits of 1 to 40 calls the weighted sums are right within 1 % [9.samples]', () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const { calls, ms } = errorOf(seed, random => 1 + Math.floor(random() * 40));
    expect(calls).toBeLessThan(0.01);
    expect(ms).toBeLessThan(0.01);
  }
});

test('over 100,000 calls of one visit the weighted sum of each URL is right within 1 %', () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const { calls, ms, address } = errorOf(seed, () => 100_000);
    expect(calls).toBeLessThan(0.001);
    expect(address).toBeLessThan(0.01);
    expect(ms).toBeLessThan(0.01);
  }
});
