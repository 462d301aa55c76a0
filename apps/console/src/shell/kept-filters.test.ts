import { expect, test } from 'vitest';
import { keptAfter } from './kept-filters.ts';

const trend = ['platform', 'sample', 'bots', 'dev', 'period', 'from', 'to', 'step', 'as'];
const live = ['platform', 'sample', 'bots', 'dev', 'as'];

test('keeps what the views of a group have in common, and nothing else', () => {
  const after = keptAfter({}, 'usage', trend, '?platform=web&period=7&step=hour');
  expect(after).toEqual({ usage: { platform: 'web', period: '7' } });
  expect(keptAfter(after, 'monitor', ['period', 'from', 'to'], '?period=day')).toEqual({
    usage: { platform: 'web', period: '7' },
    monitor: { period: 'day' },
  });
});

test('keeps the period over a view that has none', () => {
  const after = keptAfter({ usage: { platform: 'web', period: '7' } }, 'usage', live, '?platform=ios');
  expect(after).toEqual({ usage: { platform: 'ios', period: '7' } });
});

test('forgets a filter that was set back', () => {
  const before = { usage: { platform: 'web', period: '7' } };
  expect(keptAfter(before, 'usage', trend, '?period=7')).toEqual({ usage: { period: '7' } });
});

test('stays the same where nothing changed, and outside of such groups', () => {
  const before = { usage: { period: '7' } };
  expect(keptAfter(before, 'usage', trend, '?period=7')).toBe(before);
  expect(keptAfter(before, 'people', ['query'], '?period=28')).toBe(before);
  expect(keptAfter(before, undefined, [], '?period=28')).toBe(before);
});
