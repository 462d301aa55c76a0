import { expect, test } from 'vitest';
import { RecentRefusals } from './recent-refusals.ts';

test('keeps the last hundred, as text that can be shown, whatever was sent', () => {
  const refusals = new RecentRefusals();
  const hostile = [{ a: 1 }, null, 7, 'a'.repeat(10_000), 'line\nbreak\u202e', '13800138000'];
  for (let n = 0; n < 200; n += 1)
    refusals.add({ at: n, product: hostile[n % 6], key: hostile[(n + 1) % 6], why: 'key', batch: false });
  const kept = refusals.list({});
  expect(kept.map(({ at }) => at)).toEqual(Array.from({ length: 100 }, (_, n) => 199 - n));
  expect(new Set(kept.map(({ product }) => product))).toEqual(
    new Set([null, '7', 'a'.repeat(128), 'line\ufffdbreak\ufffd', '138****8000']),
  );
});

test('what is sent under other names, or in no readable form, displaces nothing of a product that is served', () => {
  const refusals = new RecentRefusals(['school']);
  refusals.recognise('club');
  for (const product of ['school', 'club', 'made-up'])
    refusals.add({ at: 0, product, key: 'first', why: 'duration', batch: false });
  for (let n = 1; n <= 300; n += 1) {
    refusals.add({ at: n * 1_000, product: `made-up-${n}`, why: 'body', batch: true });
    refusals.add({ at: n * 1_000, why: 'TooBusy', batch: true });
  }
  const first = (product: string) => refusals.list({ product }).filter(({ key }) => key === 'first').length;
  expect(['school', 'club', 'made-up'].map(first)).toEqual([1, 1, 0]);
  expect(refusals.list({})).toHaveLength(102);
});

test('a rush of requests that are not read is one entry a second, and products with lists have a bound', () => {
  const refusals = new RecentRefusals();
  for (let n = 0; n < 500; n += 1) {
    refusals.add({ at: n, why: 'TooBusy', batch: true });
    refusals.recognise(`p${n}`);
  }
  refusals.add({ at: 500, why: 'WrongType', batch: true });
  refusals.add({ at: 1_000, why: 'TooBusy', batch: true });
  expect(refusals.list({}).map(({ at, why }) => [at, why])).toEqual([
    [1_000, 'TooBusy'],
    [500, 'WrongType'],
    [0, 'TooBusy'],
  ]);
  for (let n = 0; n < 500; n += 1)
    for (let m = 0; m < 3; m += 1)
      refusals.add({ at: 2_000, product: `p${n}`, key: 'k', why: 'key', batch: false });
  // A hundred products with a list, three of each, and a list of all others, of which the newest are told.
  const listed = (product: string) =>
    refusals.list({ product }).filter(each => each.product === product).length;
  expect([listed('p0'), listed('p99'), listed('p100'), listed('p499')]).toEqual([3, 3, 0, 3]);
  expect(refusals.list({})).toHaveLength(200);
});
