import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  searchParams,
  day,
  flag,
  matching,
  oneOf,
  parseSearch,
  stringifySearch,
  text,
  texts,
  whole,
} from './search-params.ts';

const searchSchema = searchParams({
  q: text('', 50),
  kind: oneOf(['one', 'two', 'three'], 'two'),
  page: whole(1, -5, 1000),
  on: flag(true),
  days: texts(4, 20),
  from: day(),
});
type State = typeof searchSchema.defaults;

const dayArbitrary = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map(date => date.toISOString().slice(0, 10));
const states = fc.record({
  q: fc.string({ maxLength: 50, unit: 'binary' }).filter(given => !/\p{Cs}/u.test(given)),
  kind: fc.constantFrom('one', 'two', 'three'),
  page: fc.integer({ min: -5, max: 1000 }),
  on: fc.boolean(),
  days: fc.array(fc.string({ maxLength: 20 }), { maxLength: 4 }),
  from: fc.oneof(fc.constant(''), dayArbitrary),
}) as fc.Arbitrary<State>;

const strip = (state: State): Record<string, unknown> => {
  const [middleware] = searchSchema.route.search.middlewares;
  if (!middleware) throw new Error('no middleware');
  return middleware({ search: state, next: search => search });
};

test('a state goes into an address and comes back as it was', () => {
  fc.assert(
    fc.property(states, state => {
      const query = stringifySearch(strip(state));
      expect(searchSchema.read(parseSearch(query))).toEqual(state);
      // and a whole address, as the browser has it
      const url = new URL(`https://school.example/console/people${query}`);
      expect(searchSchema.read(parseSearch(url.search))).toEqual(state);
    }),
  );
});

test('text of another form, or too long, is none', () => {
  const { read } = matching(/^\//, 4);
  expect(['/abc', 'abc', '/abcd', 7, undefined].map(read)).toEqual(['/abc', '', '', '', '']);
  expect(read(['/a', '/b'])).toBe('/a');
});

test('the defaults are not written', () => {
  expect(stringifySearch(strip(searchSchema.defaults))).toBe('');
  expect(stringifySearch(strip({ ...searchSchema.defaults, kind: 'one', on: false }))).toBe('?kind=one&on=0');
});

test('any address gives a state, and the same one again', () => {
  const anything = fc.dictionary(
    fc.constantFrom('q', 'kind', 'page', 'on', 'days', 'from', 'other', '__proto__'),
    fc.oneof(fc.string(), fc.array(fc.string()), fc.integer(), fc.boolean(), fc.constant(null)),
  );
  fc.assert(
    fc.property(anything, raw => {
      const state = searchSchema.read(raw);
      expect(Object.keys(state)).toEqual(Object.keys(searchSchema.defaults));
      expect(searchSchema.read(state)).toEqual(state);
    }),
  );
});

test('a value that is no day, no whole number or out of bounds becomes the default', () => {
  for (const from of ['2026-02-30', '2026-13-01', '20260101', 'yesterday'])
    expect(searchSchema.read({ from }).from).toBe('');
  for (const page of ['1e3', '0x10', '1001', '-6', '1.5', ''])
    expect(searchSchema.read({ page }).page).toBe(1);
  expect(searchSchema.read({ kind: ['three', 'one'] }).kind).toBe('three');
});
