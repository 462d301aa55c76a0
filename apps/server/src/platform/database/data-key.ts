/**
 * Keys of data that outlives the server's secret, such as authenticator secrets and MACs of recovery codes: kept in the
 * database, sealed with a key derived from the secret, and sealed again when the secret changes.
 */
import { type Kysely, sql } from 'kysely';
import { deriveKeys, type KeyUse, type Secret } from '../derive-key.ts';
import { seal, unseal } from '../seal.ts';
import type { Database } from './schema.ts';
import { transaction } from './transaction.ts';

/** The advisory lock under which they are made. */
const LOCK = 'rollcall: data keys';

/**
 * Opens the 32-byte key of a use. The first is the one that is derived from the secret, which earlier versions used directly.
 * @throws where no accepted secret opens the kept one; it stays, as all that it protects would be lost with it
 */
export const openDataKey = (
  deps: { readonly db: Kysely<Database>; readonly secret: Secret },
  use: KeyUse,
): Promise<Buffer> =>
  transaction(deps.db, async trx => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${LOCK}, 0))`.execute(trx);
    const sealing = deriveKeys(deps.secret, 'data keys');
    const row = await trx.selectFrom('data_keys').select('sealed').where('use', '=', use).executeTakeFirst();
    for (const [index, key] of (row ? sealing : []).entries()) {
      const text = row && unseal(key, use, row.sealed);
      if (text === undefined) continue;
      if (index > 0) await keep(trx, use, seal(sealing[0], use, text));
      return Buffer.from(text, 'base64');
    }
    if (row)
      throw new Error(
        `The key of ${use} does not open with ROLLCALL_SECRET. Set ROLLCALL_SECRET_PREVIOUS to the secret before it for one start; ` +
          `to give it up with all that it protects, delete the row of ${use} from data_keys.`,
      );
    // Before the first one was kept, the oldest accepted secret made what is there.
    const made = deriveKeys(deps.secret, use).at(-1) ?? sealing[0];
    await keep(trx, use, seal(sealing[0], use, made.toString('base64')));
    return made;
  });

const keep = async (db: Kysely<Database>, use: KeyUse, sealed: Buffer): Promise<void> => {
  await db
    .insertInto('data_keys')
    .values({ use, sealed })
    .onConflict(conflict => conflict.column('use').doUpdateSet({ sealed }))
    .execute();
};
