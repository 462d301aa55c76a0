/** Which third-party identities belong to which account. */
import type { Provider } from '@rollcall/contract';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../platform/database/schema.ts';
import { refuse } from '../platform/refusal.ts';
import type { Identity } from './third-party-identity.ts';

export interface Bound {
  readonly wechat: boolean;
  readonly qq: boolean;
}

/** What is bound to an account. */
export const boundOf = async (db: Kysely<Database>, accountId: string): Promise<Bound> => {
  const rows = await db
    .selectFrom('identities')
    .select('provider')
    .distinct()
    .where('account_id', '=', accountId)
    .execute();
  const providers = new Set(rows.map(row => row.provider));
  return { wechat: providers.has('wechat'), qq: providers.has('qq') };
};

/**
 * The account of an identity: bound itself, or bound under another app of the same vendor with the same union id.
 * Neither a name nor an address links an identity to an account.
 */
export const accountOfIdentity = async (
  db: Kysely<Database>,
  { provider, appid, subject, unionid }: Identity,
): Promise<{ readonly accountId: string; readonly exact: boolean } | undefined> => {
  const row = await db
    .selectFrom('identities')
    .select(['account_id', 'subject', 'appid'])
    .where('provider', '=', provider)
    .where(eb =>
      eb.or([
        eb.and([eb('appid', '=', appid), eb('subject', '=', subject)]),
        ...(unionid === undefined ? [] : [eb('unionid', '=', unionid)]),
      ]),
    )
    .orderBy(sql`(appid = ${appid} and subject = ${subject})`, 'desc')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return row && { accountId: row.account_id, exact: row.appid === appid && row.subject === subject };
};

/** One at a time, so that two apps' identities of one person don't end at two accounts. Held until the transaction ends. */
export const lockPerson = async (db: Kysely<Database>, { provider, unionid }: Identity): Promise<void> => {
  if (unionid === undefined) return;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${provider}|${unionid}`}, 0))`.execute(db);
};

const insert = async (
  db: Kysely<Database>,
  { provider, appid, subject, unionid }: Identity,
  accountId: string,
  at: number,
): Promise<boolean> => {
  const row = await db
    .insertInto('identities')
    .values({
      provider,
      appid,
      subject,
      unionid: unionid ?? null,
      account_id: accountId,
      created_at: new Date(at),
    })
    .onConflict(conflict => conflict.doNothing())
    .returning('subject')
    .executeTakeFirst();
  return row !== undefined;
};

/**
 * The account that signs in with an identity, within the transaction `db`. One that is known by its union id only is
 * kept under this app too; a union id that the vendor tells only now is noted.
 * @returns the account's id; undefined where the identity is not bound.
 */
export const enterByIdentity = async (
  db: Kysely<Database>,
  identity: Identity,
  at: number,
): Promise<string | undefined> => {
  await lockPerson(db, identity);
  const found = await accountOfIdentity(db, identity);
  if (!found) return undefined;
  if (!found.exact) await insert(db, identity, found.accountId, at);
  else if (identity.unionid !== undefined) await noteUnion(db, identity, found.accountId);
  return found.accountId;
};

/** Not where another account has the union id: the identity that was bound by hand stays what it is. */
const noteUnion = async (
  db: Kysely<Database>,
  { provider, appid, subject, unionid }: Identity,
  accountId: string,
): Promise<void> => {
  await sql`
    update identities set unionid = ${unionid}
    where provider = ${provider} and appid = ${appid} and subject = ${subject} and unionid is null
      and not exists (
        select from identities other
        where other.provider = ${provider} and other.unionid = ${unionid} and other.account_id <> ${accountId}::uuid
      )`.execute(db);
};

/**
 * Binds an identity to an account, within the transaction `db`.
 * @throws the refusal ThirdPartyBound where it is bound already, be it to this account, where its union id is another
 * account's, or where the account has another identity of the same app.
 */
export const bindIdentity = async (
  db: Kysely<Database>,
  identity: Identity,
  accountId: string,
  at: number,
): Promise<void> => {
  await lockPerson(db, identity);
  const found = await accountOfIdentity(db, identity);
  if (found && (found.exact || found.accountId !== accountId)) throw refuse('ThirdPartyBound');
  if (!(await insert(db, identity, accountId, at))) throw refuse('ThirdPartyBound');
};

/** Whether an account can be signed in to without one of its ways: a number, a provider, a password with a name or an address. */
export const hasOtherWay = async (
  db: Kysely<Database>,
  accountId: string,
  { without, hasPassword }: { readonly without: 'phone' | Provider; readonly hasPassword: boolean },
): Promise<boolean> => {
  const bound = Object.entries(await boundOf(db, accountId)).filter(([provider]) => provider !== without);
  if (bound.some(([, is]) => is)) return true;
  const kinds = await db
    .selectFrom('identifiers')
    .select('kind')
    .where('account_id', '=', accountId)
    .execute();
  return kinds.some(({ kind }) => kind !== without && (kind === 'phone' || hasPassword));
};

/**
 * Unbinds all of a provider's identities from an account, within the transaction `db`. The account's row is locked,
 * so that of two concurrent calls the second finds what the first left.
 * @throws the refusal IllegalOperation where none is bound, or nothing else is left to sign in with: a phone number,
 * a password with a username or an e-mail address, or another provider.
 */
export const unbindIdentities = async (
  db: Kysely<Database>,
  provider: Provider,
  accountId: string,
): Promise<void> => {
  const account = await db
    .selectFrom('accounts')
    .select('password_hash')
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const { [provider]: bound } = await boundOf(db, accountId);
  if (!bound) throw refuse('IllegalOperation', { message: 'Nothing of that kind is bound.' });
  if (
    !(await hasOtherWay(db, accountId, { without: provider, hasPassword: account.password_hash !== null }))
  ) {
    throw refuse('IllegalOperation', {
      message: 'This is the last way to sign in; set up another one first.',
    });
  }
  await db
    .deleteFrom('identities')
    .where('account_id', '=', accountId)
    .where('provider', '=', provider)
    .execute();
};
