/**
 * Who may decide with another admin. One admin alone can make a second, promote one, or take one over by a password link; so who has
 * become what they are in the last 72 hours does not count as another one, and the others have as long to notice.
 */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../platform/database/schema.ts';
import { refuse } from '../platform/refusal.ts';

/** Milliseconds until an admin counts. */
const ESTABLISHED_AFTER = 72 * 3600 * 1000;

/** Milliseconds after which what one admin proposed, and nobody approved, ends. */
export const PROPOSAL_LIFE = 7 * 24 * 3600 * 1000;

/** When what an operator `o` is began. */
const since = sql<Date>`greatest(o.created_at, o.renewed_at,
  (select max(t.created_at) from totp_secrets t where t.operator_id = o.id),
  (select max(p.created_at) from passkeys p where p.operator_id = o.id))`;

const isAdmin = sql`o.role = 'admin' and o.disabled_at is null`;

/**
 * @param of.ids operators, all of whom have to be established at `at` (ms)
 * @throws the refusals IllegalOperation where one is no admin any more, and NewAdmin, with `until` in ms since 1970: when the last of
 * them is established
 */
export const checkEstablished = async (
  db: Kysely<Database>,
  { ids, at }: { readonly ids: readonly string[]; readonly at: number },
): Promise<void> => {
  const { rows } = await sql<{ since: Date }>`
    select ${since} as since from operators o where o.id = any(${ids}::uuid[]) and ${isAdmin}`.execute(db);
  if (rows.length < ids.length)
    throw refuse('IllegalOperation', { message: 'One of the admins is none any more.' });
  const until = Math.max(...rows.map(row => row.since.getTime())) + ESTABLISHED_AFTER;
  if (until > at) throw refuse('NewAdmin', { data: { until } });
};

/**
 * From when an operator and some other admin are established, in ms since 1970; null where there is no other admin, or the
 * operator is none any more.
 * @param id of the operator
 */
export const establishedTogether = async (db: Kysely<Database>, id: string): Promise<number | null> => {
  const { rows } = await sql<{ own: boolean; since: Date }>`
    select o.id = ${id}::uuid as own, ${since} as since from operators o where ${isAdmin}`.execute(db);
  const times = (own: boolean) => rows.filter(row => row.own === own).map(row => row.since.getTime());
  const [own] = times(true);
  const others = times(false);
  if (own === undefined || others.length === 0) return null;
  return Math.max(Math.min(...others), own) + ESTABLISHED_AFTER;
};
