/** Deletes pictures that no profile shows: a kill between two steps leaves one, and so does a changed avatar_url. */
import type { Kysely } from 'kysely';
import type { Database } from '../platform/database/schema.ts';
import { picturePath, type Pictures } from './pictures.ts';

/** Milliseconds that a picture may be on its way to its profile. */
const ON_ITS_WAY = 24 * 3600 * 1000;
const BATCH = 500;

/** @param at milliseconds since 1970. @returns how many were removed. */
export const deleteUnusedPictures = async (
  pictures: Pictures,
  db: Kysely<Database>,
  at: number,
): Promise<number> => {
  const old = await pictures.keptBefore(at - ON_ITS_WAY);
  let removed = 0;
  for (let from = 0; from < old.length; from += BATCH) {
    const names = old.slice(from, from + BATCH);
    const rows = await db
      .selectFrom('accounts')
      .select('avatar_url')
      .where('avatar_url', 'in', names.map(picturePath))
      .execute();
    const shown = new Set(rows.map(row => row.avatar_url));
    for (const name of names) {
      if (shown.has(picturePath(name))) continue;
      await pictures.remove(name);
      removed += 1;
    }
  }
  return removed;
};
