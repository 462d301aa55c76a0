/** Signing of agreements: which versions may be signed, and who signed which. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../platform/database/schema.ts';
import type { MinorsSettings } from '../../../identity/minors/age.ts';
import { documentsInForce } from '../../../identity/documents-in-force.ts';
import { refuse } from '../../../platform/refusal.ts';

/** The ids that are named: `[-1]` names none (specification, section 9). */
const named = (ids: readonly number[]): number[] => [...new Set(ids.filter(id => id !== -1))];

/** Whether any agreement is named at all. */
export const namesAgreements = (ids: readonly number[]): boolean => named(ids).length > 0;

const signable = async (db: Kysely<Database>, ids: readonly number[], pid: string, at: number) => {
  const wanted = named(ids);
  if (wanted.length === 0) return [];
  const rows = await db
    .selectFrom('agreements')
    .select(['id', 'version'])
    .where('id', 'in', wanted)
    .where('needs_signature', '=', true)
    .where('published_at', '<=', new Date(at))
    .where(eb => eb.or([eb('pid', 'is', null), eb('pid', '=', pid)]))
    .execute();
  if (rows.length < wanted.length) throw refuse('InvalidRequest', { data: { field: 'agreement_ids' } });
  return rows;
};

/**
 * Refuses ids that can't be signed for this pid, before anything is written.
 * @throws the refusal InvalidRequest, field agreement_ids.
 */
export const checkSignable = async (
  db: Kysely<Database>,
  ids: readonly number[],
  pid: string,
  at: number,
): Promise<void> => {
  await signable(db, ids, pid, at);
};

/**
 * Refuses versions that a later one has followed, before an account is made with them. A version for every pid stays good where
 * the pid has its own: callers may list agreements without naming a pid, and the pid's own is asked for afterwards.
 * @throws the refusal AgreementsOutdated, with the `agreement_ids` in force
 */
export const checkInForce = async (
  db: Kysely<Database>,
  ids: readonly number[],
  pid: string,
  at: number,
): Promise<void> => {
  if (!namesAgreements(ids)) return;
  const { rows } = await sql`
    select from agreements old where old.id = any(${named(ids)}::integer[]) and exists (
      select from agreements later
      where later.code = old.code and later.pid is not distinct from old.pid and later.version > old.version
        and later.published_at <= ${new Date(at)}
    )`.execute(db);
  if (rows.length === 0) return;
  const inForce = await documentsInForce(db, { pid, at, language: 'zh-CN', inUrl: false });
  throw refuse('AgreementsOutdated', { data: { agreement_ids: inForce.map(({ id }) => id) } });
};

export interface Signing {
  readonly accountId: string;
  /** An older version may be named where an account signs in: the new one is asked for afterwards. */
  readonly ids: readonly number[];
  readonly pid: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The signer's IP address. */
  readonly ip: string;
}

/** Whether the agreements are the guardian's to consent to. */
export const isUnderAge = async (
  db: Kysely<Database>,
  { mode }: MinorsSettings,
  accountId: string,
  at: number,
): Promise<boolean> => {
  if (mode === 'off') return false;
  const child = await db
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', accountId)
    .where('child_until', '>', new Date(at))
    .executeTakeFirst();
  return child !== undefined;
};

/**
 * Records signatures, but none of a person under age: account, agreement, version, time, IP address. What is signed stays as it was signed first.
 * @throws the refusal InvalidRequest, field agreement_ids, for an id that is no agreement of this pid.
 */
export const sign = async (
  db: Kysely<Database>,
  minors: MinorsSettings,
  { accountId, ids, pid, at, ip }: Signing,
): Promise<void> => {
  const agreements = await signable(db, ids, pid, at);
  if (agreements.length === 0 || (await isUnderAge(db, minors, accountId, at))) return;
  await db
    .insertInto('signatures')
    .values(
      agreements.map(({ id, version }) => ({
        account_id: accountId,
        agreement_id: id,
        version,
        signed_at: new Date(at),
        address: ip,
      })),
    )
    .onConflict(conflict => conflict.columns(['account_id', 'agreement_id']).doNothing())
    .execute();
};
