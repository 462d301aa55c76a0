// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { drawn } from '../testing.tsx';
import { PageViews } from './page-views.tsx';

const since = Date.UTC(2001, 4, 6, 4, 30);

test('page views that were counted from the first occurrence on are their number alone', () => {
  const row = { pages: 1234, first_seen: since, pages_since: since };
  expect(drawn(<PageViews of={row} />, 'en').innerHTML).toBe('1,234');
});

test('an error older than the count says since when page views are counted, in the time of the school', () => {
  const row = { pages: 2, first_seen: since - 1, pages_since: since };
  expect(drawn(<PageViews of={row} />, 'zh-CN').textContent).toBe('2 2001年5月6日 12:30 起');
  expect(drawn(<PageViews of={row} />, 'en').querySelector('small')?.textContent).toContain(
    'since May 6, 2001',
  );
});

test('where none was counted there is a dash, not a zero', () => {
  const row = { pages: 0, first_seen: since, pages_since: null };
  const box = drawn(<PageViews of={row} />, 'en');
  expect(box.textContent).toBe('—');
  expect(box.querySelector('[data-none]')).not.toBeNull();
});
