/** Which ids are accounts'. */
import { type Kysely, sql } from 'kysely';
import type { Database } from './schema.ts';

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

export const isUuid = (text: string): boolean => UUID.test(text);

/** Those of the ids, as written in the database, that are accounts now. @param ids any texts */
export const knownAccounts = async (
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> => {
  const asked = [...new Set(ids.filter(isUuid))];
  if (asked.length === 0) return new Set();
  const rows = await db
    .selectFrom('accounts')
    .select('id')
    .where(sql<boolean>`id = any(${asked}::uuid[])`)
    .execute();
  return new Set(rows.map(({ id }) => id));
};
