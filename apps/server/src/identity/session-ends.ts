/** The end of an account's sessions: of those that run, and of everything that could begin one. */
import { type Kysely, sql } from 'kysely';
import type { Database, SessionEnd } from '../platform/database/schema.ts';
import { endSteps } from './step-tickets.ts';

/** Seconds by which a server's clock may be ahead of the database's. */
const SKEW = 10;

export interface SessionsEnd {
  readonly accountId: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly by: SessionEnd;
  /** The session that goes on. @default none */
  readonly except?: string;
}

/**
 * Ends the account's sessions within the transaction `db`, and everything that could begin one again: its row remembers when, and a code,
 * a reset or an older site's session of before begins none (`Sessions.start`, `isVoid`). The account's row is locked first, as every sign-in does.
 * @returns how many ran
 */
export const endSessions = async (
  db: Kysely<Database>,
  { accountId, at, by, except }: SessionsEnd,
): Promise<number> => {
  const moment = new Date(at);
  const latest = sql`clock_timestamp() + ${SKEW} * interval '1 second'`;
  await db
    .updateTable('accounts')
    // Of two servers' clocks the later one holds, but not one that is ahead of the database's: what is made after the end would be
    // void, and nobody could sign in by a code, until that time has come.
    .set({
      sessions_ended_at: sql<Date>`greatest(sessions_ended_at, least(${moment}::timestamptz, ${latest}))`,
    })
    .where('id', '=', accountId)
    .execute();
  let running = db
    .updateTable('sessions')
    .set({ ended_at: moment, ended_by: by })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null);
  if (except !== undefined) running = running.where('id', '!=', except);
  const ended = await running.returning('expires_at').execute();
  await endSteps(db, accountId);
  return ended.filter(({ expires_at: until }) => until.getTime() > at).length;
};

/** Whether what was made at `madeAt` (ms) for an account is void, as its sessions were ended since. */
export const isVoid = (
  { sessions_ended_at: ended }: { readonly sessions_ended_at: Date | null },
  madeAt: number,
): boolean => ended !== null && ended.getTime() > madeAt;
