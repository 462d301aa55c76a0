/** The pupils of a guardian: what the guardian is shown of each, and the rows that a decision locks. */
import type { Agreement, Child } from '@rollcall/contract';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../platform/database/schema.ts';
import { clientsAskedFor } from '../openid/guardian-consents.ts';
import { documentsInForce } from '../../../identity/documents-in-force.ts';

/** Pupils that one number can be the guardian of. */
export const MOST_PUPILS = 5;

/** Who acts: the number that was proved, and the one account that its link is about; undefined: those that it consented for. */
export interface Guardian {
  readonly phone: string;
  readonly accountId?: string | undefined;
}

/** Whether the number consented for the pupil at any time. */
const consentedOnce = (phone: string) =>
  sql<boolean>`exists (
    select from guardian_decisions d
    where d.account_id = g.account_id and d.phone = ${phone} and d.decision = 'consent'
  )`;

/** Whether the number consented for the pupil, and did not say "not my child" since. */
export const isGuardians = sql<boolean>`(
  select d.decision = 'consent' from guardian_decisions d
  where d.account_id = g.account_id and d.phone = g.phone and d.decision in ('consent', 'refuse')
  order by d.id desc limit 1
)`;

/** By a number alone only pupils whose digits its owner typed once: others may have named a stranger's number. */
const guarded = (db: Kysely<Database>, { phone, accountId }: Guardian, at: number) => {
  const rows = db
    .selectFrom('guardianships as g')
    .innerJoin('accounts as a', 'a.id', 'g.account_id')
    .where('g.phone', '=', phone)
    .where('a.child_until', '>', new Date(at))
    // Those whose deletion is due are gone already.
    .where(eb => eb.or([eb('a.deletion_due_at', 'is', null), eb('a.deletion_due_at', '>', new Date(at))]));
  return accountId === undefined
    ? rows.where(consentedOnce(phone))
    : rows.where('g.account_id', '=', accountId);
};

/**
 * Locks a guardian's pupil until the transaction ends: the account first, as everything that changes one does.
 * @returns undefined where the pupil is none of this guardian's
 */
export const lockPupil = async (db: Kysely<Database>, guardian: Guardian, accountId: string, at: number) => {
  await db.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().execute();
  return guarded(db, guardian, at)
    .where('g.account_id', '=', accountId)
    .select([
      'a.id',
      'a.pid',
      'a.birth_year',
      'a.guarded_at',
      'a.deletion_due_at',
      'g.erase_at',
      'g.usage_kinds',
    ])
    .select(consentedOnce(guardian.phone).as('known'))
    .executeTakeFirst();
};

/** Holds a number until the transaction ends, so that two concurrent pupils are counted one after the other. */
export const lockNumber = (db: Kysely<Database>, phone: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`guardian|${phone}`}, 0))`.execute(db);

/** Pupils whose guardian the number is by a consent. */
export const countPupils = async (db: Kysely<Database>, phone: string, at: number): Promise<number> => {
  const { count } = await db
    .selectFrom('guardianships as g')
    .innerJoin('accounts as a', 'a.id', 'g.account_id')
    .where('g.phone', '=', phone)
    .where('a.child_until', '>', new Date(at))
    .where('a.guarded_at', 'is not', null)
    .select(eb => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** Whether an account of a person under age signs in with the number. */
export const isChildsNumber = async (db: Kysely<Database>, phone: string, at: number): Promise<boolean> => {
  const found = await db
    .selectFrom('identifiers')
    .innerJoin('accounts', 'accounts.id', 'identifiers.account_id')
    .select('accounts.id')
    .where('identifiers.kind', '=', 'phone')
    .where('identifiers.value', '=', phone)
    .where('accounts.child_until', '>', new Date(at))
    .executeTakeFirst();
  return found !== undefined;
};

/** The agreements in force that the guardian's last consent did not name. */
export const newAgreements = async (
  db: Kysely<Database>,
  accountId: string,
  phone: string,
  inForce: readonly Agreement[],
): Promise<{ new_agreements: Agreement[] }> => {
  const last = await db
    .selectFrom('guardian_decisions')
    .select('agreements')
    .where('account_id', '=', accountId)
    .where('phone', '=', phone)
    .where('decision', '=', 'consent')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const named = new Set(last?.agreements.map(({ id }) => id));
  return { new_agreements: inForce.filter(({ id }) => !named.has(id)) };
};

/** What the guardian is shown, the longest known pupil first. */
export const childrenOf = async (
  db: Kysely<Database>,
  guardian: Guardian,
  { at, language }: { readonly at: number; readonly language: 'zh-CN' | 'en' },
): Promise<Child[]> => {
  const rows = await guarded(db, guardian, at)
    .select([
      'a.id',
      'a.pid',
      'a.nickname',
      'a.fullname',
      'a.birth_year',
      'a.birthday',
      'a.created_at',
      'a.guarded_at',
      'a.child_until',
      'a.deletion_due_at',
      'g.erase_at',
      'g.usage_kinds',
    ])
    .select(consentedOnce(guardian.phone).as('known'))
    .orderBy('a.created_at')
    .orderBy('a.id')
    .execute();
  return Promise.all(
    rows.map(async row => {
      const agreements = await documentsInForce(db, { pid: row.pid, at, language, inUrl: true });
      return {
        account_id: row.id,
        pid: row.pid,
        nickname: row.nickname,
        fullname: row.fullname,
        birth_year: row.birth_year ?? 0,
        birthday: row.birthday,
        created_at: row.created_at.getTime(),
        known: row.known,
        erase_at: row.erase_at?.getTime() ?? null,
        consented_at: row.guarded_at?.getTime() ?? null,
        child_until: row.child_until?.getTime() ?? 0,
        deletion_due_at: row.deletion_due_at?.getTime() ?? null,
        agreements,
        ...(row.guarded_at === null
          ? { new_agreements: [] }
          : await newAgreements(db, row.id, guardian.phone, agreements)),
        usage: row.usage_kinds,
        clients: row.guarded_at === null ? [] : await clientsAskedFor(db, row.id),
      };
    }),
  );
};
