/** Every implementation of the seam passes the same suite. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../app/testing.ts';
import { databasePictures } from './database-pictures.ts';
import { folderPictures } from './folder-pictures.ts';
import { picturePath, type Pictures } from './pictures.ts';
import { deleteUnusedPictures } from './cleanup.ts';

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), 'rollcall-pictures-'));
});
afterAll(async () => {
  await database?.close();
  await rm(folder, { recursive: true, force: true });
});

const HOUR = 3600 * 1000;
const implementations: [string, () => Pictures][] = [
  ['a folder', () => folderPictures(join(folder, 'pictures'))],
  ['the database', () => databasePictures(database.db, Date.now)],
];

const pagesOf = async (all: AsyncIterable<readonly string[]>) => {
  const pages: (readonly string[])[] = [];
  for await (const page of all) pages.push(page);
  return pages;
};

describe.each(implementations)('%s', (_name, open) => {
  test('returns what it stores, under generated names', async () => {
    const pictures = open();
    const bytes = Buffer.from([0, 255, 13, 10, 0]);
    const [one, two] = [await pictures.save(bytes), await pictures.save(bytes)];
    expect(one).not.toBe(two);
    expect(await pictures.read(one)).toEqual(bytes);
    await pictures.remove(one);
    await pictures.remove(one);
    expect(await pictures.read(one)).toBeUndefined();
    expect(await pictures.read(two)).toEqual(bytes);
  });

  test('names all that are old enough, some at a time', async () => {
    const pictures = open();
    const saved = [await pictures.save(Buffer.from('1')), await pictures.save(Buffer.from('2'))];
    saved.push(await pictures.save(Buffer.from('3')));
    const pages = await pagesOf(pictures.savedBefore(Date.now() + HOUR, 2));
    expect(Math.max(...pages.map(page => page.length))).toBe(2);
    expect(pages.flat()).toEqual(expect.arrayContaining(saved));
    expect(new Set(pages.flat()).size).toBe(pages.flat().length);
    expect((await pagesOf(pictures.savedBefore(Date.now() - HOUR, 2))).flat()).toEqual([]);
  });

  test('deletes pictures without an owner once they are a day old', async () => {
    const pictures = open();
    const owned = await pictures.save(Buffer.from('owned'));
    const orphan = await pictures.save(Buffer.from('orphan'));
    await database.db
      .insertInto('accounts')
      .values({
        id: randomUUID(),
        pid: 'school',
        created_at: new Date(),
        nickname: owned,
        nickname_key: owned,
        avatar_url: picturePath(owned),
        picture: owned,
      })
      .execute();
    await deleteUnusedPictures(pictures, database.db, Date.now() + 23 * HOUR);
    expect(await pictures.read(orphan)).toBeDefined();
    expect(await deleteUnusedPictures(pictures, database.db, Date.now() + 25 * HOUR)).toBeGreaterThan(0);
    expect(await pictures.read(orphan)).toBeUndefined();
    expect(await pictures.read(owned)).toBeDefined();
  });
});

test('refuses a name that leads out of the folder', async () => {
  await expect(async () => folderPictures(folder).read('../secret')).rejects.toThrow('no name of a picture');
});
