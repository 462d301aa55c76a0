import { expect, test } from 'vitest';
import { NewNames } from './new-names.ts';

const HOUR = 3_600_000;

test('admits so many new names in an hour, and known ones always', () => {
  const names = new NewNames(2);
  names.know(['stored']);
  expect(['a', 'b', 'c', 'a', 'stored'].map(name => names.admit(name, 0))).toEqual([
    true,
    true,
    false,
    true,
    true,
  ]);
  expect(names.admit('c', HOUR)).toBe(true);
});

test.each([
  [100, 10],
  [20, 5],
  [2, 2],
])('of %i names an hour a network brings up %i', (perHour, most) => {
  const names = new NewNames(perHour);
  const admitted = (network: string, at: number) =>
    Array.from({ length: 20 }, (_, n) => names.admit(`${network} ${at} ${n}`, at, network)).filter(Boolean)
      .length;
  expect(admitted('one', 0)).toBe(most);
  expect(admitted('two', 0)).toBe(Math.min(most, perHour - most));
  expect(admitted('one', HOUR)).toBe(most);
});

test('a name that is recognised spends nothing', () => {
  const names = new NewNames(1);
  names.recognise(['stored']);
  expect(names.has('stored')).toBe(true);
  expect(['stored', 'a', 'b'].map(name => names.admit(name, 0))).toEqual([true, true, false]);
});

test('made-up names do not push out those of before, nor one that comes up once a week', () => {
  const perHour = 200;
  const names = new NewNames(perHour);
  const stored = Array.from({ length: 20_000 }, (_, n) => `stored-${n}`);
  names.know(stored);
  expect(names.admit('weekly', 0)).toBe(true);
  // Three weeks of as many made-up names as each hour admits: 100,800.
  let made = 0;
  for (let hour = 1; hour <= 21 * 24; hour += 1) {
    for (let n = 0; n < perHour; n += 1) names.admit(`made-up-${(made += 1)}`, hour * HOUR);
    // Nothing new is admitted in this hour, and what is known is.
    expect(names.admit('another', hour * HOUR)).toBe(false);
    if (hour % (7 * 24) === 0) expect(names.admit('weekly', hour * HOUR)).toBe(true);
  }
  expect(stored.every(name => names.admit(name, 21 * 24 * HOUR))).toBe(true);
});
