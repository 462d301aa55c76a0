/** Stores pictures in the database, for several servers. */
import type { Kysely } from 'kysely';
import type { Database } from '../platform/database/schema.ts';
import { newPictureName, type Pictures } from './pictures.ts';

export const databasePictures = (db: Kysely<Database>, now: () => number): Pictures => ({
  save: async bytes => {
    const name = newPictureName();
    await db
      .insertInto('pictures')
      .values({ name, bytes, kept_at: new Date(now()) })
      .execute();
    return name;
  },
  read: async name => {
    const row = await db.selectFrom('pictures').select('bytes').where('name', '=', name).executeTakeFirst();
    return row?.bytes;
  },
  remove: async name => {
    await db.deleteFrom('pictures').where('name', '=', name).execute();
  },
  savedBefore: async function* (at, limit) {
    for (let after: string | undefined = ''; after !== undefined; ) {
      const rows: { name: string; kept_at: Date }[] = await db
        .selectFrom('pictures')
        .select(['name', 'kept_at'])
        .where('name', '>', after)
        .orderBy('name')
        .limit(limit)
        .execute();
      yield rows.filter(row => row.kept_at.getTime() < at).map(({ name }) => name);
      after = rows.length === limit ? rows.at(-1)?.name : undefined;
    }
  },
});
