/** The hourly job of the audit log: it checks the log, writes a checkpoint, and deletes entries after their retention. */
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import { withAdvisoryLock } from '../../platform/database/advisory-lock.ts';
import type { Database } from '../../platform/database/schema.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { type AuditKeys, checkpointOf, signAgain, writeCheckpoint } from './audit-checkpoints.ts';
import { type AuditRun, databaseClock, isWholeCheckDue, judgeClock, readRun, saveRun } from './audit-runs.ts';
import { verifyAudit, verifySinceCheckpoint, verifyUpTo } from './audit-verify.ts';

/** Entries that one transaction deletes. */
const BATCH = 1000;
const DAY = 24 * 3600 * 1000;
/** Keys of the advisory locks of the job and, for servers of earlier versions, of a deletion. */
export const JOB_LOCK = 7_665_527_022;
const DELETION_LOCK = 7_665_527_021;

export interface AuditRetention {
  readonly db: Kysely<Database>;
  readonly keys: AuditKeys;
  /** Days for which entries are kept. */
  readonly days: number;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** The database's clock in milliseconds since 1970; by default by a query. */
  readonly databaseNow?: () => Promise<number>;
}

/** Deletes the entries up to `last`, after a checkpoint, in the transaction `db`. */
const deleteTo = async (
  db: Kysely<Database>,
  key: Buffer,
  last: { readonly id: number; readonly hash: Buffer },
  at: number,
): Promise<void> => {
  const row = { id: last.id, hash: last.hash, deleted: true, at: new Date(at) };
  await db.insertInto('audit_checkpoints').values(checkpointOf(key, row)).execute();
  await sql`select set_config('rollcall.audit_cleanup', 'on', true)`.execute(db);
  await db.deleteFrom('audit_log').where('id', '<=', last.id).execute();
  // What was deleted needs no other checkpoint.
  await db
    .deleteFrom('audit_checkpoints')
    .where('id', '<=', last.id)
    .where(eb => eb.not(eb.and([eb('id', '=', last.id), eb('deleted', '=', true)])))
    .execute();
};

/** Deletes a batch of the oldest entries up to the id `to`. @returns how many */
const deleteBatch = ({ db, keys: [key] }: AuditRetention, to: number, at: number): Promise<number> =>
  transaction(db, async trx => {
    await sql`select pg_advisory_xact_lock(${DELETION_LOCK})`.execute(trx);
    const rows = await trx
      .selectFrom('audit_log')
      .select(['id', 'hash'])
      .where('id', '<=', to)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    const last = rows.at(-1);
    if (last) await deleteTo(trx, key, last, at);
    return rows.length;
  });

/** The last of the entries at the beginning of the log that are older than `before`; undefined: none is. */
const lastOlder = async (db: Kysely<Database>, before: number): Promise<number | undefined> => {
  const kept = await db
    .selectFrom('audit_log')
    .select('id')
    .where('at', '>=', new Date(before))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  const { last } = await db
    .selectFrom('audit_log')
    .select(eb => eb.fn.max('id').as('last'))
    .$if(kept !== undefined, query => query.where('id', '<', kept?.id ?? 0))
    .executeTakeFirstOrThrow();
  return last ?? undefined;
};

/** Checks the log: all of it once a day, else what is new since the last checkpoint. @returns whether it holds */
const check = async ({ db, keys, log }: AuditRetention, whole: boolean): Promise<boolean> => {
  const faults = whole ? (await verifyAudit(db, keys)).faults : await verifySinceCheckpoint(db, keys);
  const changed = faults.filter(({ kind }) => kind !== 'signature');
  if (changed.length > 0) {
    log.error({ faults: changed.slice(0, 10) }, 'the audit log was changed: nothing is signed or deleted');
    return false;
  }
  // After a change of the secret without the previous one these remain: they don't hold up the retention.
  if (faults.length > 0)
    log.warn({ faults: faults.slice(0, 10) }, 'checkpoints of the audit log are not signed with this secret');
  return true;
};

/** Deletes the entries beyond the retention, if the chain up to the checkpoint after them holds. @returns whether it does */
const deleteOld = async (retention: AuditRetention, at: number): Promise<boolean> => {
  const { db, keys, days, log } = retention;
  const to = await lastOlder(db, at - days * DAY);
  if (to === undefined) return true;
  const faults = await verifyUpTo(db, keys, to);
  if (faults.length > 0) {
    log.error({ faults: faults.slice(0, 10) }, 'the audit log was changed: its old entries are not deleted');
    return false;
  }
  for (;;) {
    const deleted = await deleteBatch(retention, to, at);
    if (deleted > 0) log.info({ entries: deleted }, 'deleted entries of the audit log after their retention');
    if (deleted < BATCH) return true;
  }
};

const run = async (retention: AuditRetention, at: number): Promise<void> => {
  const { db, keys, log, databaseNow = () => databaseClock(db) } = retention;
  const [key] = keys;
  await signAgain(db, keys);
  const before = await readRun(db, keys);
  const clock = judgeClock(at, await databaseNow(), before);
  const jumpedAt = clock.state === 'jumped' ? clock.jumpedAt : undefined;
  const save = (checkedAt: AuditRun['checkedAt']) =>
    // Two clocks that disagree say nothing about a jump.
    saveRun(
      db,
      key,
      clock.state === 'disagreeing' && before ? { ...before, checkedAt } : { at, jumpedAt, checkedAt },
    );
  const whole = isWholeCheckDue(before, at);
  if (!(await check(retention, whole))) return save(undefined);
  const last = await writeCheckpoint(db, key, at);
  // In the log, which is collected elsewhere, the hash also shows when the whole database was set back.
  if (last) log.info({ entry: last.id, hash: last.hash.toString('hex') }, 'checkpoint of the audit log');
  await save(whole ? at : before?.checkedAt);
  if (clock.state === 'disagreeing')
    log.warn('the clocks of server and database differ: no entry of the audit log is deleted');
  if (clock.state === 'jumped' && clock.now)
    log.warn(
      { from: before && new Date(before.at), to: new Date(at), until: new Date(clock.until) },
      'the clock jumped: no entry of the audit log is deleted for 30 days',
    );
  if (clock.state === 'trusted' && !(await deleteOld(retention, at))) await save(undefined);
};

/**
 * Checks the log, writes a checkpoint and deletes entries beyond their retention, on one server at a time. Neither signs nor
 * deletes where the log was changed, as a signature would confirm the change; from then on every run checks the whole log.
 * @param at milliseconds since 1970
 */
export const keepAudit = async (retention: AuditRetention, at: number): Promise<void> => {
  await withAdvisoryLock(retention.db, JOB_LOCK, () => run(retention, at));
};
