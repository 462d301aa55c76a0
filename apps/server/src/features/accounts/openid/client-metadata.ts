/** A client as the provider reads it (OpenID Connect Dynamic Client Registration, section 2). */
import { createHash, timingSafeEqual } from 'node:crypto';
import { type OpenidScope, openidScopes } from '@rollcall/contract';
import type { Kysely } from 'kysely';
import type { ClientMetadata } from 'oidc-provider';
import type { Database } from '../../../platform/database/schema.ts';

/** What we know of a client beside what the standard has. */
export interface OwnMetadata {
  readonly mark: string | null;
  readonly own: boolean;
  readonly requiresSecondFactor: boolean;
  readonly requiresPkce: boolean;
  /** SHA-256 of the secrets that are valid now, in base64url. */
  readonly secrets: readonly string[];
}

/** The name of the field that has it. */
export const OWN_METADATA = 'rollcall';

export const ownMetadata = (client: object): OwnMetadata =>
  (client as { readonly [OWN_METADATA]: OwnMetadata })[OWN_METADATA];

/** The scopes of a text that the contract knows, each once. */
export const scopesOf = (text: string | undefined): OpenidScope[] =>
  openidScopes.filter(scope => (text ?? '').split(' ').includes(scope));

export const secretDigest = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Compares a secret with those that are valid, in a time that tells nothing of them. */
export const isSecretOf = ({ secrets }: OwnMetadata, secret: string): boolean => {
  const given = secretDigest(secret);
  return secrets.map(one => timingSafeEqual(Buffer.from(one, 'base64url'), given)).includes(true);
};

/** @returns undefined where there is no such client */
export const clientMetadata = async (
  db: Kysely<Database>,
  id: string,
  at: number,
): Promise<ClientMetadata | undefined> => {
  const row = await db.selectFrom('openid_clients').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return undefined;
  const previous = row.previous_until && row.previous_until.getTime() > at ? row.previous_digest : null;
  const own: OwnMetadata = {
    mark: row.mark,
    own: row.own,
    requiresSecondFactor: row.requires_second_factor,
    // A client without a secret has nothing else.
    requiresPkce: row.requires_pkce || row.auth_method === 'none',
    secrets: [row.secret_digest, previous].flatMap(digest => (digest ? [digest.toString('base64url')] : [])),
  };
  return {
    client_id: row.id,
    client_name: row.name,
    redirect_uris: row.redirect_uris,
    post_logout_redirect_uris: row.post_logout_redirect_uris,
    response_types: ['code'],
    grant_types: ['authorization_code', ...(row.refreshes ? ['refresh_token'] : [])],
    scope: [...row.scopes, ...(row.refreshes ? ['offline_access'] : [])].join(' '),
    token_endpoint_auth_method: row.auth_method as NonNullable<ClientMetadata['token_endpoint_auth_method']>,
    id_token_signed_response_alg: row.id_token_alg as NonNullable<
      ClientMetadata['id_token_signed_response_alg']
    >,
    ...(row.backchannel_logout_uri === null
      ? {}
      : { backchannel_logout_uri: row.backchannel_logout_uri, backchannel_logout_session_required: true }),
    // Only digests are kept; `compareClientSecret` compares them.
    ...(row.auth_method === 'none' ? {} : { client_secret: 'kept as a digest' }),
    [OWN_METADATA]: own,
  };
};
