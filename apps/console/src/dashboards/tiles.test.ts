/** Tiles of a dashboard, and what they ask. */
import { readQuestion } from '@rollcall/contract/console';
import { expect, test } from 'vitest';
import { askedBy, moveTile, otherProduct, resizeTile } from './tiles.ts';

const tile = (id: string, width = 2) => ({ id, name: id, template: null, question: '', sql: null, width });
const tiles = [tile('a'), tile('b', 1), tile('c', 4)];
const ids = (given: readonly { readonly id: string }[]) => given.map(({ id }) => id).join('');

test.each([
  [0, 2, 'bca'],
  [2, 0, 'cab'],
  [1, 1, 'abc'],
  [0, 3, 'abc'],
  [1, -1, 'abc'],
])('a tile at %i moves to %i', (from, to, order) => {
  expect(ids(moveTile(tiles, from, to))).toBe(order);
});

test('a tile is as wide as the grid at most', () => {
  expect(resizeTile(tiles, 1, -1)[1]?.width).toBe(1);
  expect(resizeTile(tiles, 2, 1)[2]?.width).toBe(4);
  expect(resizeTile(tiles, 0, 1)[0]?.width).toBe(3);
});

test('a tile asks for the period and filter of its dashboard beside its own filter', () => {
  const own = { property: 'event.page', op: 'is', value: '/' } as const;
  const shared = { property: 'device.class', op: 'is', value: 'phone' } as const;
  const question = JSON.stringify({ v: 1, kind: 'trend', filter: { all: [own] } });
  const asked = askedBy({ question }, { period: { last: 7, unit: 'day' }, filter: { all: [shared] } });
  expect(readQuestion(asked ?? '').question).toMatchObject({
    period: { last: 7, unit: 'day' },
    filter: { all: [own, shared] },
  });
  expect(askedBy({ question: 'x' }, { period: null, filter: null })).toBeUndefined();
});

test('a tile asks for the product that is chosen, unless its question names one', () => {
  const asked = (population: object, product?: string) =>
    readQuestion(
      askedBy(
        { question: JSON.stringify({ v: 1, kind: 'trend', population }) },
        { period: null, filter: null, ...(product === undefined ? {} : { product }) },
      ) ?? '',
    ).question?.population.product;
  expect(asked({}, 'school')).toBe('school');
  expect(asked({ product: 'contest' }, 'school')).toBe('contest');
  expect(asked({}, '')).toBeUndefined();
  expect(asked({})).toBeUndefined();
});

test('a tile says which product it is of, where the chooser says another one or all', () => {
  const other = (population: object, shown: { product?: string }) =>
    otherProduct({ question: JSON.stringify({ v: 1, kind: 'trend', population }) }, shown);
  expect(other({ product: 'contest' }, { product: 'school' })).toBe('contest');
  expect(other({ product: 'contest' }, {})).toBe('contest');
  expect(other({ product: 'contest' }, { product: 'contest' })).toBeUndefined();
  expect(other({}, { product: 'school' })).toBeUndefined();
});
