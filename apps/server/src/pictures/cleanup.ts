/** Deletes pictures without an owner, which a kill between two steps left behind. */
import type { Kysely } from 'kysely';
import type { Database } from '../platform/database/schema.ts';
import { picturePath, type Pictures } from './pictures.ts';

/** Minimum age in ms: a newer picture may not have its owner yet. */
const MIN_AGE = 24 * 3600 * 1000;
/** Pictures that one statement asks for. */
const BATCH = 500;

/** @param at milliseconds since 1970. @returns the number of deleted pictures */
export const deleteUnusedPictures = async (
  pictures: Pictures,
  db: Kysely<Database>,
  at: number,
): Promise<number> => {
  let removed = 0;
  for await (const names of pictures.savedBefore(at - MIN_AGE, BATCH)) {
    if (names.length === 0) continue;
    const rows = await db.selectFrom('accounts').select('picture').where('picture', 'in', names).execute();
    // The school's mark.
    const marks = await db
      .selectFrom('settings')
      .select('value')
      .where('value', 'in', names.map(picturePath))
      .execute();
    const shown = new Set(marks.map(row => row.value));
    const owned = new Set(rows.map(row => row.picture));
    for (const name of names) {
      if (owned.has(name) || shown.has(picturePath(name))) continue;
      await pictures.remove(name);
      removed += 1;
    }
  }
  return removed;
};
