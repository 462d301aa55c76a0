// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { drawn } from '../testing.tsx';
import { Approvable } from './approvable.tsx';

type Change = Parameters<typeof Approvable>[0]['change'];
const said = (change: Change, language: 'zh-CN' | 'en') =>
  drawn(<Approvable change={change} now={Date.UTC(2026, 10, 23)} />, language).textContent;
const later = Date.UTC(2101, 4, 6, 4, 30);

test('a proposal says when it can be approved, in the time of the school', () => {
  const waiting: Change = { state: 'proposed', approvable_at: later };
  expect(said(waiting, 'zh-CN')).toContain('2101年5月6日 12:30 起可批准');
  expect(said(waiting, 'en')).toContain('It can be approved from May 6, 2101, 12:30');
});

test('a proposal that nobody can approve before it expires says so', () => {
  const stuck: Change = { state: 'proposed', approvable_at: null };
  expect(said(stuck, 'zh-CN')).toContain('申请失效前无人可以批准');
  expect(said(stuck, 'en')).toContain('no one can approve it before it expires');
});

test.each<[why: string, change: Change]>([
  ['can be approved now', { state: 'proposed', approvable_at: Date.UTC(2001, 4, 6) }],
  ['was approved', { state: 'approved', approvable_at: null }],
  ['was cancelled', { state: 'cancelled', approvable_at: later }],
])('nothing is said of a change that %s', (_, change) => {
  expect(said(change, 'en')).toBe('');
});
