import { expect, test } from 'vitest';
import { keptAfter } from './kept-filters.ts';

const trend = ['product', 'platform', 'sample', 'bots', 'dev', 'period', 'from', 'to', 'step', 'as'];
const live = ['product', 'platform', 'sample', 'bots', 'dev', 'as'];

test('keeps what the views of a group have in common, and nothing else', () => {
  const after = keptAfter({}, 'usage', trend, '?product=school&period=7&step=hour');
  expect(after).toEqual({ usage: { product: 'school', period: '7' }, monitor: { product: 'school' } });
  const seen = keptAfter(after, 'monitor', ['product', 'period', 'from', 'to'], '?product=school&period=day');
  expect(seen).toEqual({
    usage: { product: 'school', period: '7' },
    monitor: { product: 'school', period: 'day' },
  });
});

test('a product is chosen once for all groups, and set back for all', () => {
  const chosen = keptAfter({}, 'monitor', ['product', 'period'], '?product=school&period=day');
  expect(chosen.usage).toEqual({ product: 'school' });
  const back = keptAfter(chosen, 'usage', trend, '?period=7');
  expect(back).toEqual({ usage: { period: '7' }, monitor: { period: 'day' } });
});

test('keeps the period over a view that has none', () => {
  const after = keptAfter({ usage: { product: 'school', period: '7' } }, 'usage', live, '?product=other');
  expect(after).toEqual({ usage: { product: 'other', period: '7' }, monitor: { product: 'other' } });
});

test('forgets a filter that was set back', () => {
  expect(keptAfter({ usage: { product: 'school', period: '7' } }, 'usage', trend, '?period=7')).toEqual({
    usage: { period: '7' },
    monitor: {},
  });
});

test('stays the same where nothing changed, and outside of such groups', () => {
  const before = { usage: { period: '7' } };
  expect(keptAfter(before, 'usage', trend, '?period=7')).toBe(before);
  expect(keptAfter(before, 'people', ['query'], '?period=28')).toBe(before);
  expect(keptAfter(before, undefined, [], '?period=28')).toBe(before);
});
