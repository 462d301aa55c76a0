import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { heldClock, type TestDatabase, testDatabase } from '../../app/testing.ts';
import { saveReleases } from './error-groups.ts';
import { newestOf, newestRelease } from './newest-release.ts';
import { saveSourceMap } from './source-map-store.ts';

test('of numbered releases the highest is the newest, however late an old page reports', () => {
  expect(newestOf(['2026.9', '2026.11-ab12cd', '2026.10'])).toBe('2026.11-ab12cd');
  expect(newestOf(['v1.2.0', 'v1.10.0'])).toBe('v1.10.0');
});

test('of numbered releases the leading number alone counts; of equal ones the one reported last is the newest', () => {
  expect(newestOf(['1.2.0', '1.2.0-rc.1'])).toBe('1.2.0');
  expect(newestOf(['2026.11-0f12', '2026.11-ab12cd'])).toBe('2026.11-0f12');
  expect(newestOf(['v1.2', '1.3'])).toBe('1.3');
  expect(newestOf(['1.3', 'v1.2'])).toBe('1.3');
  expect(newestOf(['1.9-20', '1.10-3'])).toBe('1.10-3');
});

test('of other names it is the one that was reported for the first time last', () => {
  expect(newestOf(['f3a9', 'abcd'])).toBe('f3a9');
  expect(newestOf(['3fa9c1', '91c07e', 'ab12'])).toBe('3fa9c1');
});

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(() => database.truncate());

const HOUR = 3_600_000;
const began = heldClock()();
const report = (release: string, hours: number) =>
  saveReleases(database.db, [{ product: 'school', release, at: began + hours * HOUR }]);
const newestAt = (hours: number, product = 'school') =>
  newestRelease(database.db, product, began + hours * HOUR);

test('a release that is reported no more is the newest for a day at most, where another one is', async () => {
  await report('2026.10', 0);
  await report('2026.11', 1);
  await report('9999.0', 2);
  expect(await newestAt(2)).toBe('9999.0');
  await report('2026.11', 20);
  // an older report that another server kept late
  await report('2026.11', 3);
  await report('other', 30);
  expect(await newestAt(30)).toBe('2026.11');
});

test('where none was reported for a day, all count', async () => {
  await report('2026.11', 0);
  await report('2026.10', 1);
  expect(await newestAt(100)).toBe('2026.11');
});

test('where a product has uploaded source maps, a release without them is not the newest', async () => {
  await report('2026.11', 0);
  await report('9999.0', 1);
  const upload = (product: string, release: string) =>
    saveSourceMap(database.db, { product, release }, '/a.js', '{}', began);
  await upload('another', '2026.11');
  expect(await newestAt(1)).toBe('9999.0');
  await upload('school', '2026.11');
  expect(await newestAt(1)).toBe('2026.11');
  // the next one has none of its own before a page reports it
  await upload('school', '2026.12');
  expect(await newestAt(1)).toBe('2026.11');
});

test('the name of all that is beyond the releases of an hour is no release', async () => {
  await report('other', 1);
  expect(await newestAt(1)).toBeUndefined();
  await report('f3a9', 0);
  expect(await newestAt(1)).toBe('f3a9');
});
