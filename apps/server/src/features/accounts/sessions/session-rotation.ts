/** The statements of a refresh: what a session is, and the next generation of its token. */
import { CompiledQuery, type Kysely } from 'kysely';
import { type AgeColumns, ageColumns } from '../../../identity/minors/age.ts';
import type { Database, SessionEnd } from '../../../platform/database/schema.ts';
import { refuse } from '../../../platform/refusal.ts';
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
 * Under the row's lock PostgreSQL looks at the newest version of the row again, so of forty concurrent refreshes one
 * rotates and the others
 * find themselves to be the parent, and none passes a logout. Parameters: the session's id, the token's generation, the moment, and
 * whether the pid requires a second factor. A text is made once: making it of its parts costs as much as PostgreSQL does for it.
 */
const update = (generation: string, changes: string): string => `
  update sessions s set ${changes}
  from accounts
  where s.id = $1::uuid and s.generation ${generation} $2::bigint and s.ended_at is null
    and s.expires_at > $3::timestamptz and s.created_at > $3::timestamptz - ${LIMIT}
    and accounts.id = s.account_id and accounts.blocked_at is null
  returning s.generation, s.ended_at, s.expires_at, accounts.birth_year, accounts.child_until, accounts.guarded_at`;

const succession = (
  at: string,
  required: string,
): string => `generation = s.generation + 1, rotated_at = ${at},
  expires_at = case when s.second_factor or not ${required}
    then least(${at} + ${LIFE}, s.created_at + ${LIMIT}) else s.expires_at end`;

/** What nearly every refresh is: the active generation gets its successor. */
const SUCCEED = update('=', succession('$3::timestamptz', '$4::boolean'));

/**
 * The same of many sessions, in one commit. It passes over rows that somebody has locked, so that no session waits for another one's, and
 * two of these never for each other.
 */
const SUCCEED_TOGETHER = `
  with mine as (
    select s.id, asked.generation, asked.at, asked.required,
      accounts.birth_year, accounts.child_until, accounts.guarded_at
    from unnest($1::uuid[], $2::bigint[], $3::timestamptz[], $4::boolean[]) as asked (id, generation, at, required)
    join sessions s on s.id = asked.id and s.generation = asked.generation
    join accounts on accounts.id = s.account_id
    where s.ended_at is null and s.expires_at > asked.at and s.created_at > asked.at - ${LIMIT}
      and accounts.blocked_at is null
    for no key update of s skip locked
  )
  update sessions s set ${succession('mine.at', 'mine.required')}
  from mine where s.id = mine.id and s.generation = mine.generation
  returning s.id, s.generation, s.ended_at, s.expires_at, mine.birth_year, mine.child_until, mine.guarded_at`;

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

/** A token whose generation is to get its successor. */
export interface Rotation extends Pick<ReadToken, 'id' | 'generation'> {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Whether the pid requires a second factor: a session without one is not extended. */
  readonly required: boolean;
}

/** @returns undefined, and nothing is changed, where the session is over or its account is blocked */
export const rotate = async (
  db: Kysely<Database>,
  { id, generation, at, required }: Rotation,
): Promise<Rotated | undefined> => {
  const values = [id, generation, new Date(at)];
  const [rotated] = await rowsOf(db, SUCCEED, [...values, required]);
  return rotated ?? (await rowsOf(db, REPEAT_OR_END, values))[0];
};

/** @returns for each, in order, what became of it; undefined: it is no active generation, or somebody has its row locked */
export const rotateTogether = async (
  db: Kysely<Database>,
  all: readonly Rotation[],
): Promise<readonly (Rotated | undefined)[]> => {
  const rows = await rowsOf<Rotated & { readonly id: string }>(db, SUCCEED_TOGETHER, [
    all.map(({ id }) => id),
    all.map(({ generation }) => generation),
    all.map(({ at }) => new Date(at)),
    all.map(({ required }) => required),
  ]);
  // Of one session there may be tokens of several generations.
  const found = new Map(rows.map(row => [`${row.id} ${row.generation - 1}`, row]));
  return all.map(({ id, generation }) => found.get(`${id} ${generation}`));
};

const rowsOf = async <Row = Rotated>(db: Kysely<Database>, text: string, values: unknown[]) =>
  (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows;
