/** What clients were allowed: consents, which are remembered, and the grants of a session that follow from them. */
import type { OpenidScope } from '@rollcall/contract';
import { type Kysely, sql } from 'kysely';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Database } from '../../../platform/database/schema.ts';
import { ownMetadata, scopesOf } from './client-metadata.ts';
import { allowedScopes, type OpenidSession } from './openid-session.ts';
import { accountOf } from './policy.ts';
import type { Client, Grant, Provider } from './library.ts';

/** What a request asks for, as far as its client may. */
export const wantedScopes = (client: Pick<Client, 'scope'>, scope: unknown): OpenidScope[] => {
  const may = scopesOf(client.scope);
  return scopesOf(typeof scope === 'string' ? scope : '').filter(one => may.includes(one));
};

/** Whether nothing is to be asked: the client is the school's own, or was allowed as much before. */
export const isConsented = async (
  db: Kysely<Database>,
  { session, client, scopes }: { session: OpenidSession; client: Client; scopes: readonly OpenidScope[] },
): Promise<boolean> => {
  if (ownMetadata(client).own) return true;
  const consent = await db
    .selectFrom('openid_consents')
    .select('scopes')
    .where('account_id', '=', session.accountId)
    .where('client_id', '=', client.clientId)
    .executeTakeFirst();
  return consent !== undefined && scopes.every(scope => consent.scopes.includes(scope));
};

/** Remembers a consent; what was allowed before stays allowed. */
export const remember = async (
  db: Kysely<Database>,
  { accountId, clientId, scopes, at }: { accountId: string; clientId: string; scopes: string[]; at: number },
): Promise<void> => {
  await db
    .insertInto('openid_consents')
    .values({ account_id: accountId, client_id: clientId, scopes, given_at: new Date(at) })
    .onConflict(conflict =>
      conflict.columns(['account_id', 'client_id']).doUpdateSet({
        scopes: sql`(select array_agg(distinct scope) from unnest(openid_consents.scopes || excluded.scopes) scope)`,
      }),
    )
    .execute();
};

/** Makes the grant of a session: what is not allowed counts as refused, so that it is not asked for again. */
export const makeGrant = async (
  provider: Provider,
  { session, client, scope }: { session: OpenidSession; client: Client; scope: unknown },
): Promise<string> => {
  const asked = typeof scope === 'string' ? scope.split(' ') : [];
  const wanted = wantedScopes(client, scope);
  const allowed = allowedScopes(session, client.clientId, wanted);
  const grant = new provider.Grant({ accountId: session.id, clientId: client.clientId });
  grant.addOIDCScope([...allowed, ...asked.filter(one => one === 'offline_access')].join(' '));
  const refused = wanted.filter(one => !allowed.includes(one));
  if (refused.length > 0) grant.rejectOIDCScope(refused.join(' '));
  return grant.save();
};

/** The grant of this request: the one that the person has just given, the session's, or a new one where nothing is to be asked. */
export const rememberedGrant = async (
  db: Kysely<Database>,
  ctx: KoaContextWithOIDC,
): Promise<Grant | undefined> => {
  const { oidc } = ctx;
  const { client, provider } = oidc;
  const account = accountOf(ctx);
  if (!client || !account) return undefined;
  const given = oidc.result?.consent?.grantId;
  if (given !== undefined) return provider.Grant.find(given);
  // Otherwise our page asks, or knows that there is nothing to ask.
  if (!oidc.prompts.has('none')) return undefined;
  const scope = oidc.params?.['scope'];
  const { session } = account;
  const scopes = allowedScopes(session, client.clientId, wantedScopes(client, scope));
  if (!(await isConsented(db, { session, client, scopes }))) return undefined;
  // Each page that asks in the background would leave a row.
  const id = oidc.session?.grantIdFor(client.clientId);
  const held = id === undefined ? undefined : await provider.Grant.find(id);
  if (held && isGrantFor(held, { session, client, scope })) return held;
  return provider.Grant.find(await makeGrant(provider, { session, client, scope }));
};

/** Whether a grant allows and refuses what `makeGrant` would. */
const isGrantFor = (
  grant: Grant,
  { session, client, scope }: { session: OpenidSession; client: Client; scope: unknown },
): boolean => {
  if (grant.accountId !== session.id || grant.clientId !== client.clientId) return false;
  const granted = grant.getOIDCScope().split(' ');
  const refused = grant.getRejectedOIDCScope().split(' ');
  const wanted = wantedScopes(client, scope);
  const allowed = allowedScopes(session, client.clientId, wanted);
  const asked = typeof scope === 'string' ? scope.split(' ') : [];
  if (asked.includes('offline_access') && !granted.includes('offline_access')) return false;
  return wanted.every(one => (allowed.includes(one) ? granted : refused).includes(one));
};
