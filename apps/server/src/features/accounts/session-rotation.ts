/** The statements of a refresh: what a session is, and the next generation of its token. */
import { CompiledQuery, type Kysely } from 'kysely';
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
  `(case when s.shared then ${shared / 1000}::float8 else ${own / 1000}::float8 end * interval '1 second')`;
const LIFE = interval(SESSION_LIFE, SHARED_LIFE);
const LIMIT = interval(LONGEST_SESSION, LONGEST_SHARED);

export interface Rotated extends AgeColumns {
  readonly generation: number;
  /** Set: the token was older than the parent, which ends the session. */
  readonly ended_at: Date | null;
  readonly expires_at: Date;
}

/**
 * Under the row's lock PostgreSQL looks at the newest version of the row again, so of forty refreshes at once one rotates and the others
 * find themselves to be the parent, and none passes a logout. Parameters: the session's id, the token's generation, the moment, and
 * whether the pid demands a second factor. A text is made once: making it of its parts costs as much as PostgreSQL does for it.
 */
const update = (generation: string, changes: string): string => `
  update sessions s set ${changes}
  from accounts
  where s.id = $1::uuid and s.generation ${generation} $2::bigint and s.ended_at is null
    and s.expires_at > $3::timestamptz and s.created_at > $3::timestamptz - ${LIMIT}
    and accounts.id = s.account_id and accounts.blocked_at is null
  returning s.generation, s.ended_at, s.expires_at, accounts.birth_year, accounts.child_until, accounts.guarded_at`;

/** What nearly every refresh is: the active generation gets its successor. */
const SUCCEED = update(
  '=',
  `generation = s.generation + 1, rotated_at = $3::timestamptz,
    expires_at = case when s.second_factor or not $4::boolean
      then least($3::timestamptz + ${LIFE}, s.created_at + ${LIMIT}) else s.expires_at end`,
);

/**
 * For an older generation: nothing changes where it is the parent of one that is young, else the session ends. A generation that is not
 * reached yet (a database put back from a copy) matches neither.
 */
const IS_PARENT = `s.generation = $2::bigint + 1
  and s.rotated_at > $3::timestamptz - ${PARENT_GRACE} * interval '1 millisecond'`;
const REPEAT_OR_END = update(
  '>',
  `ended_at = case when ${IS_PARENT} then null else $3::timestamptz end,
    ended_by = case when ${IS_PARENT} then null else 'copied' end`,
);

/**
 * Gives a token's generation its successor.
 * @param at milliseconds since 1970
 * @param demanded whether the pid demands a second factor: a session without one is not extended
 * @returns undefined, and nothing is changed, where the session is over or its account is blocked
 */
export const rotate = async (
  db: Kysely<Database>,
  { id, generation }: ReadToken,
  { at, demanded }: { readonly at: number; readonly demanded: boolean },
): Promise<Rotated | undefined> => {
  const values = [id, generation, new Date(at)];
  const [rotated] = await rowsOf(db, SUCCEED, [...values, demanded]);
  return rotated ?? (await rowsOf(db, REPEAT_OR_END, values))[0];
};

const rowsOf = async (db: Kysely<Database>, text: string, values: unknown[]): Promise<readonly Rotated[]> =>
  (await db.executeQuery<Rotated>(CompiledQuery.raw(text, values))).rows;
