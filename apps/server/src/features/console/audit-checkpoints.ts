/**
 * Checkpoints of the audit log, and the deletion of entries after their retention. A checkpoint is the hash of an entry,
 * signed with a key that the database does not have: entries before it cannot be written anew unnoticed while it is there.
 * Who can write to the database can delete it, or spoil its signature, together with entries: its hash is in the server's
 * log too, to compare with.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../../platform/database/schema.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { type ChainReport, type Checkpoint, checkChain, readChain } from './audit-chain.ts';

/** Entries that one transaction deletes. */
const BATCH = 1000;
const DAY = 24 * 3600 * 1000;

interface Signed {
  readonly id: number;
  readonly deleted: boolean;
  readonly hash: Buffer;
  readonly at: Date;
}

const macOf = (key: Buffer, { id, deleted, hash, at }: Signed): Buffer =>
  createHmac('sha256', key)
    .update(`${deleted ? 'deleted' : 'head'} ${id} ${hash.toString('hex')} ${at.getTime()}`)
    .digest();

const isSigned = (keys: readonly Buffer[], row: Signed & { readonly mac: Buffer }): boolean =>
  keys.some(key => {
    const mac = macOf(key, row);
    return mac.length === row.mac.length && timingSafeEqual(mac, row.mac);
  });

/**
 * Writes a checkpoint of the last entry, unless there is one.
 * @returns the entry's id and hash; undefined without a new entry
 */
const writeCheckpoint = (db: Kysely<Database>, key: Buffer, at: number) =>
  transaction(db, async within => {
    const last = await within
      .selectFrom('audit_log')
      .select(['id', 'hash'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (!last) return undefined;
    const row = { ...last, deleted: false, at: new Date(at) };
    const { numInsertedOrUpdatedRows } = await within
      .insertInto('audit_checkpoints')
      .values({ ...row, mac: macOf(key, row) })
      .onConflict(conflict => conflict.doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 0n ? undefined : last;
  });

/** Deletes a batch of the oldest entries that are older than `before`, after a checkpoint. @returns how many */
const deleteBatch = (db: Kysely<Database>, key: Buffer, before: number, at: number): Promise<number> =>
  transaction(db, async within => {
    // Two servers delete one after the other.
    await sql`select pg_advisory_xact_lock(7665527021)`.execute(within);
    const { rows } = await sql<{ id: number; hash: Buffer; old: boolean }>`
      select id, hash, at < ${new Date(before)} as old from audit_log order by id limit ${BATCH}`.execute(
      within,
    );
    const kept = rows.findIndex(({ old }) => !old);
    const old = kept < 0 ? rows : rows.slice(0, kept);
    const last = old.at(-1);
    if (!last) return 0;
    const row = { id: last.id, hash: last.hash, deleted: true, at: new Date(at) };
    await within
      .insertInto('audit_checkpoints')
      .values({ ...row, mac: macOf(key, row) })
      .execute();
    await sql`select set_config('rollcall.audit_cleanup', 'on', true)`.execute(within);
    await within.deleteFrom('audit_log').where('id', '<=', last.id).execute();
    // What was deleted needs no other checkpoint.
    await within
      .deleteFrom('audit_checkpoints')
      .where('id', '<=', last.id)
      .where(eb => eb.not(eb.and([eb('id', '=', last.id), eb('deleted', '=', true)])))
      .execute();
    return old.length;
  });

/** Signs checkpoints of the previous secret with the current one, so that they hold when the previous one is removed. */
const signAgain = async (db: Kysely<Database>, [key, ...previous]: AuditRetention['keys']): Promise<void> => {
  if (previous.length === 0) return;
  const rows = await db.selectFrom('audit_checkpoints').selectAll().execute();
  for (const row of rows) {
    if (!isSigned(previous, row)) continue;
    await db
      .updateTable('audit_checkpoints')
      .set({ mac: macOf(key, row) })
      .where('id', '=', row.id)
      .where('deleted', '=', row.deleted)
      .where('mac', '=', row.mac)
      .execute();
  }
};

export interface AuditRetention {
  readonly db: Kysely<Database>;
  /** First the current one, which signs. */
  readonly keys: readonly [Buffer, ...Buffer[]];
  /** Days for which entries are kept. */
  readonly days: number;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
}

/**
 * Writes a checkpoint and deletes entries beyond their retention; neither where the log was changed, as a signature
 * would confirm the change, and a time that was set back would have the entry deleted.
 * @param at milliseconds since 1970
 */
export const keepAudit = async ({ db, keys, days, log }: AuditRetention, at: number): Promise<void> => {
  const [key] = keys;
  await signAgain(db, keys);
  const { faults } = await verifyAudit(db, keys);
  const changed = faults.filter(({ kind }) => kind !== 'signature');
  if (changed.length > 0) {
    log.error({ faults: changed.slice(0, 10) }, 'the audit log was changed: nothing is signed or deleted');
    return;
  }
  // After a change of the secret without the previous one these remain: they don't hold up the retention.
  if (faults.length > 0)
    log.warn({ faults: faults.slice(0, 10) }, 'checkpoints of the audit log are not signed with this secret');
  const last = await writeCheckpoint(db, key, at);
  // In the log, which is collected elsewhere, the hash also shows when the whole database was set back.
  if (last) log.info({ entry: last.id, hash: last.hash.toString('hex') }, 'checkpoint of the audit log');
  for (;;) {
    const deleted = await deleteBatch(db, key, at - days * DAY, at);
    if (deleted > 0) log.info({ entries: deleted }, 'deleted entries of the audit log after their retention');
    if (deleted < BATCH) return;
  }
};

/** Checks the audit log at one moment. @param keys with which checkpoints may be signed */
export const verifyAudit = (db: Kysely<Database>, keys: readonly Buffer[]): Promise<ChainReport> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async within => {
      const rows = await within.selectFrom('audit_checkpoints').selectAll().orderBy('id').execute();
      const checkpoints: Checkpoint[] = rows.map(row => ({ ...row, signed: isSigned(keys, row) }));
      return checkChain(readChain(within), checkpoints);
    });
