/**
 * Checkpoints of the audit log. A checkpoint is the hash of an entry, signed with a key that the database does not have:
 * entries before it cannot be rewritten unnoticed while it is there. Who can write to the database can delete it, or
 * spoil its signature, together with entries: its hash is in the server's log too, to compare with.
 */
import type { Kysely } from 'kysely';
import { isMacOf, macOf } from '../../platform/digest.ts';
import type { Database } from '../../platform/database/schema.ts';
import { transaction } from '../../platform/database/transaction.ts';
import type { Checkpoint } from './audit-chain.ts';

/** The keys of the audit log: first the current one, which signs. */
export type AuditKeys = readonly [Buffer, ...Buffer[]];

interface Signed {
  readonly id: number;
  readonly deleted: boolean;
  readonly hash: Buffer;
  readonly at: Date;
}

const textOf = ({ id, deleted, hash, at }: Signed): string =>
  `${deleted ? 'deleted' : 'head'} ${id} ${hash.toString('hex')} ${at.getTime()}`;

/** The row of a checkpoint. @param key signs it */
export const checkpointOf = (key: Buffer, row: Signed) => ({ ...row, mac: macOf(key, textOf(row)) });

/** All checkpoints, those of the first entries first. @param keys with which they may be signed */
export const readCheckpoints = async (
  db: Kysely<Database>,
  keys: readonly Buffer[],
): Promise<readonly Checkpoint[]> => {
  const rows = await db.selectFrom('audit_checkpoints').selectAll().orderBy('id').execute();
  return rows.map(row => ({ ...row, signed: isMacOf(keys, textOf(row), row.mac) }));
};

/**
 * Writes a checkpoint of the last entry, unless there is one. @param at milliseconds since 1970
 * @returns the entry's id and hash; undefined without a new entry
 */
export const writeCheckpoint = (db: Kysely<Database>, key: Buffer, at: number) =>
  transaction(db, async trx => {
    const last = await trx
      .selectFrom('audit_log')
      .select(['id', 'hash'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (!last) return undefined;
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('audit_checkpoints')
      .values(checkpointOf(key, { ...last, deleted: false, at: new Date(at) }))
      .onConflict(conflict => conflict.doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 0n ? undefined : last;
  });

/** Signs checkpoints of the previous secret with the current one, so that they hold when the previous one is removed. */
export const signAgain = async (db: Kysely<Database>, [key, ...previous]: AuditKeys): Promise<void> => {
  if (previous.length === 0) return;
  const rows = await db.selectFrom('audit_checkpoints').selectAll().execute();
  for (const row of rows) {
    if (!isMacOf(previous, textOf(row), row.mac)) continue;
    await db
      .updateTable('audit_checkpoints')
      .set({ mac: macOf(key, textOf(row)) })
      .where('id', '=', row.id)
      .where('deleted', '=', row.deleted)
      .where('mac', '=', row.mac)
      .execute();
  }
};

/** Signs the checkpoints of these entries again, with any previous signature, in the transaction `db`. */
export const signAll = async (db: Kysely<Database>, key: Buffer, ids: readonly number[]): Promise<void> => {
  const rows = await db.selectFrom('audit_checkpoints').selectAll().where('id', 'in', ids).execute();
  for (const row of rows)
    await db
      .updateTable('audit_checkpoints')
      .set({ mac: macOf(key, textOf(row)) })
      .where('id', '=', row.id)
      .where('deleted', '=', row.deleted)
      .execute();
};
