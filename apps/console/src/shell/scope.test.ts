import { createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { parseSearch, searchParams, stringifySearch, text } from '../search-params/search-params.ts';
import { scopeSearch } from './scope.ts';

/** A router with two views in a frame, and one without it. */
const routerAt = async (address: string) => {
  const root = createRootRoute();
  const frame = createRoute({ getParentRoute: () => root, id: 'frame', ...scopeSearch });
  const { route } = searchParams({ sort: text('newest') });
  const views = ['/people', '/live'].map(path =>
    createRoute({ getParentRoute: () => frame, path, ...route }),
  );
  const outside = createRoute({ getParentRoute: () => root, path: '/sign-in' });
  const router = createRouter({
    routeTree: root.addChildren([outside, frame.addChildren(views)]),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch,
    stringifySearch,
  });
  await router.load();
  return router;
};
/** Where a link leads, as its address says and as pressing it does. */
const link = async (from: string, to: object) => {
  const router = await routerAt(from);
  const hrefOf = (how: object) => router.buildLocation({ ...to, ...how } as never).href;
  expect(hrefOf({ _includeValidateSearch: true })).toBe(hrefOf({}));
  return hrefOf({});
};

test('a link that names neither product nor site keeps both', async () => {
  expect(await link('/live?product=school&site=club&sort=old', { to: '/people' })).toBe(
    '/people?product=school&site=club',
  );
  expect(await link('/live?product=school', { to: '/people', search: { sort: 'old' } })).toBe(
    '/people?sort=old&product=school',
  );
});

test('a link that names another product sets it', async () => {
  expect(await link('/live?product=school', { to: '/live', search: { product: 'contest' } })).toBe(
    '/live?product=contest',
  );
});

test('an empty product sets the choice back, and is not written', async () => {
  const search = (now: object) => ({ ...now, product: '' });
  expect(await link('/live?product=school&site=club', { to: '/live', search })).toBe('/live?site=club');
});

test('to and from a view without the frame nothing is kept', async () => {
  expect(await link('/sign-in', { to: '/live' })).toBe('/live');
  expect(await link('/live?product=school', { to: '/sign-in' })).toBe('/sign-in');
});

test('texts alone are read', () => {
  const read = (raw: object) => scopeSearch.validateSearch(raw as never);
  expect(read({ product: 5, site: ['one', 'two'] })).toEqual({ product: '', site: 'one' });
});
