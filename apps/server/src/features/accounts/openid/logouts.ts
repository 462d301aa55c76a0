/**
 * Back-channel logout: tells clients that a session has ended. The database marks the rows in the transaction that ends the session
 * (`0096_openid.sql`), so that none is missed, whatever ended it.
 */
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import { deliverDue, type Outbox } from '../../../platform/database/outbox.ts';
import type { Database } from '../../../platform/database/schema.ts';
import { batchDelete } from '../../../platform/database/batch-delete.ts';
import type { BuiltProvider } from './provider.ts';

interface Login {
  readonly id: string;
  readonly account_id: string;
  readonly client_id: string;
  readonly sid: string;
  /** As claimed: of the next attempt. */
  readonly due_at: Date;
  readonly attempts: number;
}

/** Milliseconds by which a row may be due in future: the longest wait between two attempts, and some. */
const LATEST = 2 * 3600 * 1000;

const outbox: Outbox<Login> = {
  table: 'openid_logins',
  key: 'id',
  dueAt: 'due_at',
  attempts: 'attempts',
  latest: LATEST,
};

/** Rows that are sent concurrently: a client that does not answer keeps no other waiting. */
const WORKERS = 8;

/** Tells the clients whose sessions have ended. @returns how many were tried */
export const tellClients = async (
  {
    db,
    openid,
    log,
  }: {
    db: Kysely<Database>;
    openid: { provider(): Promise<Pick<BuiltProvider, 'tell'>> };
    log: Pick<Logger, 'warn'>;
  },
  at: number,
): Promise<number> => {
  // A sign-in meanwhile takes the row into use again, and its end is told another time.
  const remove = async ({ id, due_at: due }: Login) => {
    await db.deleteFrom('openid_logins').where('id', '=', id).where('due_at', '=', due).execute();
  };
  /** Clients that failed in this run: each of their rows would wait as long. */
  const down = new Set<string>();
  const delivery = {
    send: async (login: Login) => {
      if (down.has(login.client_id)) return false;
      try {
        const { tell } = await openid.provider();
        await tell(login.client_id, { sub: login.account_id, sid: login.sid });
      } catch (error) {
        down.add(login.client_id);
        const message = error instanceof Error ? error.message : 'unknown';
        log.warn(
          { client: login.client_id, reason: message },
          'a client was not told of the end of a session',
        );
        return false;
      }
      await remove(login);
      return true;
    },
    giveUp: remove,
  };
  const tried = await Promise.all(
    Array.from({ length: WORKERS }, () => deliverDue(db, outbox, at, delivery)),
  );
  return tried.reduce((sum, one) => sum + one, 0);
};

/** Rows that one statement looks at. */
const LOOKS = 1_000;

/**
 * Marks the rows of sessions that nobody ended: they expired, or are deleted with their account. A row is looked at when its session
 * expires, or is deleted (`0151_openid_looks.sql`).
 */
export const markExpired = async (db: Kysely<Database>, at: number): Promise<void> => {
  const now = sql`${new Date(at)}::timestamptz`;
  for (let looked = LOOKS; looked === LOOKS; ) {
    const { numAffectedRows } = await sql`
      update openid_logins l set (due_at, look_at) = (
        select case when s.expires_at > ${now} then null else ${now} end, coalesce(s.expires_at, ${now})
        from (values (l.session_id)) own (id) left join sessions s on s.id = own.id
      ) where ctid = any (array(
        select ctid from openid_logins where due_at is null and look_at <= ${now} limit ${LOOKS} for update skip locked
      ))`.execute(db);
    looked = Number(numAffectedRows ?? 0);
  }
};

/** Milliseconds for which a client's sign-ins of a day are kept. */
const DAYS_KEPT = 400 * 24 * 3600 * 1000;

/** Deletes codes and tokens that are over. Nothing relies on it. @returns how many */
export const deleteExpiredArtefacts = async (db: Kysely<Database>, at: number): Promise<number> => {
  await sql`delete from openid_client_days where day < ${new Date(at - DAYS_KEPT)}::date`.execute(db);
  return batchDelete(db, 'openid_artefacts', sql`expires_at < ${new Date(at)}::timestamptz`);
};
