import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { heldClock, type TestDatabase, testDatabase } from '../../app/testing.ts';
import { InstallationProductNames } from './product-names.ts';

const now = heldClock();
const HOUR = 3_600_000;
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database?.close());
beforeEach(() => database.truncate());

const open = () => new InstallationProductNames(database.db, 2);
const admitted = async (names: InstallationProductNames, at: number, ...products: string[]) =>
  [...(await names.admitted(new Set(products), at))].sort();

describe('the products of an installation', () => {
  test('are admitted up to so many an hour, for all loaders together, and stay admitted', async () => {
    const [one, other] = [open(), open()];
    expect(await admitted(one, now(), 'a')).toEqual(['a']);
    expect(await admitted(other, now(), 'b', 'c')).toEqual(['b']);
    expect(await admitted(one, now(), 'a', 'b', 'c', 'd')).toEqual(['a', 'b']);
    expect(await admitted(other, now() + HOUR, 'a', 'c')).toEqual(['a', 'c']);
    expect(await admitted(open(), now() + HOUR, 'a', 'b', 'c', 'd', 'e')).toEqual(['a', 'b', 'c', 'd']);
  });

  test('are not more if many loaders admit at once', async () => {
    const found = await Promise.all(
      Array.from({ length: 12 }, (_, n) => admitted(open(), now(), `product ${n}`)),
    );
    expect(found.flat()).toHaveLength(2);
  });

  test('that are stored need no room, and those that no store takes get none', async () => {
    const names = open();
    names.know(['stored']);
    expect(await admitted(names, now(), 'stored', 'a\0b', '\ud800', 'a', 'b')).toEqual(['a', 'b', 'stored']);
  });

  test('are forgotten after 90 days', async () => {
    await admitted(open(), now(), 'a', 'b');
    await open().expire(now() + 91 * 24 * HOUR);
    expect(await admitted(open(), now(), 'c', 'd')).toEqual(['c', 'd']);
  });
});
