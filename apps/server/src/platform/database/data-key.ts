/**
 * Keys of data that outlives the server's secret, such as authenticator secrets and MACs of recovery codes: kept in the
 * database, sealed with a key derived from the secret, and sealed anew when the secret changes.
 */
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import { deriveKeys, type KeyUse, type Secret } from '../derive-key.ts';
import { seal, unseal } from '../seal.ts';
import type { Database } from './schema.ts';
import { transaction } from './transaction.ts';

/** The advisory lock under which they are made. */
const LOCK = 'rollcall: data keys';

/**
 * Opens the 32-byte key of a use. The first is the one that is derived from the secret, which earlier versions used directly.
 * Where no accepted secret opens the kept one it is replaced, with a warning: what it protected is lost.
 */
export const openDataKey = (
  deps: { readonly db: Kysely<Database>; readonly log: Pick<Logger, 'warn'>; readonly secret: Secret },
  use: KeyUse,
): Promise<Buffer> =>
  transaction(deps.db, async within => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${LOCK}, 0))`.execute(within);
    const sealing = deriveKeys(deps.secret, 'data keys');
    const row = await within
      .selectFrom('data_keys')
      .select('sealed')
      .where('use', '=', use)
      .executeTakeFirst();
    for (const [index, key] of (row ? sealing : []).entries()) {
      const text = row && unseal(key, use, row.sealed);
      if (text === undefined) continue;
      if (index > 0) await keep(within, use, seal(sealing[0], use, text));
      return Buffer.from(text, 'base64');
    }
    if (row) deps.log.warn({ use }, 'a key does not open with this secret and is replaced: was it changed?');
    // Before the first one was kept, the oldest accepted secret made what is there.
    const made = deriveKeys(deps.secret, use).at(row ? 0 : -1) ?? sealing[0];
    await keep(within, use, seal(sealing[0], use, made.toString('base64')));
    return made;
  });

const keep = async (db: Kysely<Database>, use: KeyUse, sealed: Buffer): Promise<void> => {
  await db
    .insertInto('data_keys')
    .values({ use, sealed })
    .onConflict(conflict => conflict.column('use').doUpdateSet({ sealed }))
    .execute();
};
