import { expect, test } from 'vitest';
import { keepScope, scopeSearch } from './scope.ts';

type Search = Readonly<Record<string, unknown>>;
/** The search of a link from an address. */
const link = (from: Search, to: Search): Search => keepScope<Search>({ search: from, next: () => to });

test('a link that names neither product nor site keeps both', () => {
  const from = { product: 'school', site: 'club', period: 'day' };
  expect(link(from, { sort: 'newest' })).toEqual({ product: 'school', site: 'club', sort: 'newest' });
});

test('a link that names another product sets it', () => {
  expect(link({ product: 'school', site: '' }, { product: 'contest' })).toEqual({ product: 'contest' });
});

test('an empty product sets the choice back, and is not written', () => {
  expect(link({ product: 'school', site: 'club' }, { product: '' })).toEqual({ site: 'club' });
});

test('from a view without the frame nothing is kept', () => {
  expect(link({ to: '/console' }, {})).toEqual({});
});

test('reads texts alone', () => {
  const read = (raw: object) => scopeSearch.validateSearch(raw as never);
  expect(read({ product: 5, site: ['one', 'two'] })).toEqual({ product: '', site: 'one' });
});
