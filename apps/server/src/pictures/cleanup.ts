/** Deletes pictures that no profile refers to, left by a kill between two steps or a changed avatar_url. */
import type { Kysely } from 'kysely';
import type { Database } from '../platform/database/schema.ts';
import { picturePath, type Pictures } from './pictures.ts';

/** Minimum age in ms: a newer picture may not be stored in its profile yet. */
const MIN_AGE = 24 * 3600 * 1000;
const BATCH = 500;

/** @param at milliseconds since 1970. @returns the number of deleted pictures */
export const deleteUnusedPictures = async (
  pictures: Pictures,
  db: Kysely<Database>,
  at: number,
): Promise<number> => {
  const old = await pictures.savedBefore(at - MIN_AGE);
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
