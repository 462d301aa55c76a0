/** The statements of a refresh: what a session is, and the next generation of its token. */
import { type Kysely, sql } from 'kysely';
import { type AgeColumns, ageColumns } from '../../identity/age.ts';
import type { Database, SessionEnd } from '../../platform/database/schema.ts';
import { refuse } from '../../platform/refusal.ts';
import { LONGEST_SESSION, LONGEST_SHARED, PARENT_GRACE, SESSION_LIFE, SHARED_LIFE } from './session-life.ts';
import type { ReadToken } from './refresh-token.ts';

/** The refusal that tells the holder of a genuine token why the session is over. */
export const over = (row: {
  readonly ended_at: Date | null;
  readonly ended_by: SessionEnd | null;
  readonly blocked_at: Date | null;
}) => {
  const reason = row.blocked_at ? 'blocked' : row.ended_at ? row.ended_by : 'expired';
  return refuse('RefreshTokenInvalid', reason === null ? {} : { data: { reason } });
};

export const findSession = (db: Kysely<Database>, id: string) =>
  db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select([
      'sessions.account_id',
      'sessions.pid',
      'sessions.secret',
      'sessions.ended_at',
      'sessions.ended_by',
      'sessions.expires_at',
      'accounts.blocked_at',
      ...ageColumns,
    ])
    .where('sessions.id', '=', id)
    .executeTakeFirst();

/** Milliseconds as PostgreSQL's interval, by the kind of the session's device. */
const interval = (own: number, shared: number) =>
  sql`(case when s.shared then ${shared / 1000}::float8 else ${own / 1000}::float8 end * interval '1 second')`;
const LIFE = interval(SESSION_LIFE, SHARED_LIFE);
const LIMIT = interval(LONGEST_SESSION, LONGEST_SHARED);

export interface Rotated extends AgeColumns {
  readonly generation: number;
  /** Set: the token was older than the parent, which ends the session. */
  readonly ended_at: Date | null;
  readonly expires_at: Date;
}

/**
 * The one statement that decides. Under the row's lock PostgreSQL looks at the newest version of the row again, so of
 * forty refreshes at once one rotates and the others find themselves to be the parent, and none passes a logout.
 * A generation that is not reached yet (a database put back from a copy) matches nothing.
 * @returns undefined, and nothing is changed, where the session is over or its account is blocked
 */
export const rotate = async (
  db: Kysely<Database>,
  token: ReadToken,
  { at, demanded }: { readonly at: number; readonly demanded: boolean },
): Promise<Rotated | undefined> => {
  const g = sql`${token.generation}::bigint`;
  const moment = sql`${new Date(at)}::timestamptz`;
  const { rows } = await sql<Rotated>`
    update sessions s set
      generation = case when s.generation = ${g} then s.generation + 1 else s.generation end,
      rotated_at = case when s.generation = ${g} then ${moment} else s.rotated_at end,
      expires_at = case when s.generation = ${g} and (s.second_factor or not ${demanded}::boolean) then
        least(${moment} + ${LIFE}, s.created_at + ${LIMIT}) else s.expires_at end,
      ended_at = case
        when s.generation = ${g} then null
        when s.generation = ${g} + 1 and s.rotated_at > ${new Date(at - PARENT_GRACE)}::timestamptz then null
        else ${moment}
      end,
      ended_by = case
        when s.generation = ${g} then null
        when s.generation = ${g} + 1 and s.rotated_at > ${new Date(at - PARENT_GRACE)}::timestamptz then null
        else 'copied'
      end
    from accounts
    where s.id = ${token.id} and s.ended_at is null and s.expires_at > ${moment} and s.generation >= ${g}
      and s.created_at > ${moment} - ${LIMIT} and accounts.id = s.account_id and accounts.blocked_at is null
    returning s.generation, s.ended_at, s.expires_at, accounts.birth_year, accounts.child_until, accounts.guarded_at`.execute(
    db,
  );
  return rows[0];
};
