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
