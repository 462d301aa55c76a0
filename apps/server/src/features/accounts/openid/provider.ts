/** The provider of OpenID Connect (`oidc-provider`) on our sessions, pages and database. */
import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider';
import { openidScopes } from '@rollcall/contract';
import type { Database } from '../../../platform/database/schema.ts';
import { deriveKeys, type Secret } from '../../../platform/derive-key.ts';
import { idTokenAlgorithms, type OpenidKeys } from './keys.ts';
import { type Library, OPENID_PATH, type Provider, type Client } from './library.ts';
import { claimsOf, claimsOfScopes, fieldClaimsOf } from './account-claims.ts';
import { createAdapter } from './adapter.ts';
import { isSecretOf, ownMetadata, OWN_METADATA, scopesOf } from './client-metadata.ts';
import {
  ACR,
  allowedScopes,
  type OpenidSessionSettings,
  owedIn,
  readOpenidSession,
} from './openid-session.ts';
import { accountOf, createPolicy, type OpenidAccount } from './policy.ts';
import { rememberedGrant } from './grants.ts';
import { allowReturn, leadToAccount } from './returns.ts';

/** The pages of the provider that the server draws itself. */
export interface ProviderPages {
  error(ctx: KoaContextWithOIDC, error: string): void;
  signOut(ctx: KoaContextWithOIDC, form: string): void;
  signedOut(ctx: KoaContextWithOIDC): void;
}

export interface ProviderDeps extends OpenidSessionSettings {
  readonly db: Kysely<Database>;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  readonly secret: Secret;
  readonly issuer: string;
  readonly keys: OpenidKeys;
  readonly pages: ProviderPages;
}

const at = (path: string): string => `${OPENID_PATH}/${path}`;

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Seconds that a client may take to answer a logout. */
const TOLD_WITHIN = 10;

const configuration = (library: Library, deps: ProviderDeps): Configuration => {
  const { db, now, secret, issuer, keys, pages } = deps;
  const invalidGrant = (why: string) => new library.errors.InvalidGrant(why);
  const https = issuer.startsWith('https:');
  const cookie = { path: '/', httpOnly: true, sameSite: 'lax', secure: https, overwrite: true } as const;
  // Over https a sibling host can set no cookie of the name `__Host-`: what binds a sign-in to its browser. Its path is `/`.
  const ofHost = (name: string) => (https ? `__Host-${name}` : name);
  const signsOut = () => {
    const { oidc } = library.Provider.ctx ?? {};
    return oidc?.route === 'end_session_confirm' && oidc.params?.['logout'] !== undefined;
  };
  return {
    adapter: createAdapter({ db, now, invalidGrant, signsOut }),
    jwks: { keys: keys.current().jwks },
    findAccount: async (ctx, id, token): Promise<OpenidAccount | undefined> => {
      const session = await readOpenidSession(deps, id);
      // Without a token the policy tells what is owed.
      if (!session || (token && (session.owes === 'age' || session.owes === 'guardian'))) return undefined;
      return {
        accountId: id,
        session,
        claims: () =>
          claimsOf(db, {
            accountId: session.accountId,
            scopes: allowedScopes(session, ctx.oidc.client?.clientId ?? '', scopesOf(ctx.oidc.client?.scope)),
            issuer,
          }),
      };
    },
    loadExistingGrant: ctx => rememberedGrant(db, ctx),
    interactions: {
      policy: createPolicy(
        library.interactionPolicy,
        async session => (await owedIn(deps, session)) !== undefined,
      ),
      url: (_, interaction) => at(`interaction/${interaction.uid}`),
    },
    cookies: {
      names: {
        session: ofHost('rollcall_openid'),
        interaction: ofHost('rollcall_openid_interaction'),
        // The library gives it a path of its own. It continues nothing that the interaction's cookie did not answer.
        resume: https ? '__Secure-rollcall_openid_resume' : 'rollcall_openid_resume',
      },
      long: cookie,
      short: cookie,
      keys: deriveKeys(secret, 'openid cookies').map(key => key.toString('base64url')),
    },
    routes: {
      authorization: at('authorize'),
      token: at('token'),
      userinfo: at('userinfo'),
      jwks: at('jwks'),
      introspection: at('introspect'),
      revocation: at('revoke'),
      end_session: at('logout'),
    },
    scopes: [...openidScopes, 'offline_access'],
    claims: claimsOfScopes,
    acrValues: Object.values(ACR),
    responseTypes: ['code'],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
    extraClientMetadata: { properties: [OWN_METADATA] },
    enabledJWA: { idTokenSigningAlgValues: [...idTokenAlgorithms] },
    pkce: { required: (_, client) => ownMetadata(client).requiresPkce },
    rotateRefreshToken: true,
    issueRefreshToken: async (_, client) => client.grantTypeAllowed('refresh_token'),
    // The adapter ends everything with our session.
    expiresWithSession: async () => false,
    allowOmittingSingleRegisteredRedirectUri: false,
    ttl: {
      AccessToken: HOUR,
      AuthorizationCode: 60,
      IdToken: HOUR,
      Interaction: 15 * MINUTE,
      Grant: 180 * DAY,
      RefreshToken: 180 * DAY,
      // Of nobody it has only what a sign-out page asks.
      Session: (_, session) => (session.accountId === undefined ? HOUR : 180 * DAY),
    },
    discovery: { ui_locales_supported: ['zh-CN', 'en'] },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      userinfo: { enabled: true },
      introspection: {
        enabled: true,
        allowedPolicy: async (ctx, client, token) => token.clientId === client.clientId,
      },
      revocation: { enabled: true },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => pages.signOut(ctx, form),
        postLogoutSuccessSource: ctx => pages.signedOut(ctx),
      },
    },
    renderError: (ctx, { error }) => pages.error(ctx, error),
    fetch: (url, options) => {
      const signal = AbortSignal.timeout(TOLD_WITHIN * 1000);
      const own: RequestInit = { ...options, redirect: 'manual', signal };
      // An admin named the address, and nobody reads the answer. The school's software is often in its own network, whose addresses the
      // library's dispatcher refuses.
      Reflect.deleteProperty(own, 'dispatcher');
      return fetch(url, own);
    },
  };
};

export interface BuiltProvider {
  readonly provider: Provider;
  /** Answers a request. */
  readonly answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** Tells a client that a session has ended. @throws Error where it did not take it */
  tell(clientId: string, session: { readonly sub: string; readonly sid: string }): Promise<void>;
}

/** An ID token of the library, before it is signed. */
interface PersonalToken {
  /** Absent: of a logout token. */
  readonly ctx: KoaContextWithOIDC | undefined;
  payload(): Promise<{ sub?: string }>;
}

/** Builds the provider with the keys that sign now. */
export const buildProvider = (library: Library, deps: ProviderDeps): BuiltProvider => {
  const provider = new library.Provider(deps.issuer, configuration(library, deps));
  // Protocol and host are the issuer's: the routes write them into each request's headers.
  provider.proxy = true;
  provider.on('server_error', (_, error) => deps.log.error({ err: error }, 'OpenID Connect failed'));
  EventEmitter.prototype.on.call(provider, 'error', (error: unknown) =>
    deps.log.error({ err: error }, 'OpenID Connect failed'),
  );
  const client = provider.Client.prototype;
  client.compareClientSecret = function compareClientSecret(this: object, secret: string) {
    return isSecretOf(ownMetadata(this), secret);
  };
  const idToken = provider.IdToken.prototype as PersonalToken;
  const { payload } = idToken;
  idToken.payload = async function payloadOfPerson(this: PersonalToken) {
    const claims = await payload.call(this);
    const account = this.ctx && accountOf(this.ctx);
    return account && claims.sub !== undefined ? { ...claims, sub: account.session.accountId } : claims;
  };
  const tell = client.backchannelLogout as (this: Client, sub: string, sid: string) => Promise<void>;
  // The end of the session is told by the job, whatever ended it.
  client.backchannelLogout = async () => {};
  provider.use(async (ctx, next) => {
    await next();
    const own = ctx as KoaContextWithOIDC;
    const route = own.oidc?.route;
    if (route === 'userinfo') await addFieldClaims(deps, own);
    if (route === 'introspection' || route === 'userinfo') await showPerson(deps, own);
    if (route === 'end_session') await leadToAccount(own);
    if (route === 'end_session' || route === 'authorization' || route === 'resume') allowReturn(own);
  });
  return {
    provider,
    answer: provider.callback(),
    tell: async (clientId, { sub, sid }) => {
      const found = await provider.Client.find(clientId);
      if (found?.backchannelLogoutUri) await tell.call(found, sub, sid);
    },
  };
};

/** The library takes its list of claims when it is built, and the school defines fields later. */
const addFieldClaims = async (
  { db }: ProviderDeps,
  { body, oidc }: KoaContextWithOIDC & { body?: unknown },
) => {
  const account = oidc.account as OpenidAccount | undefined;
  const claims = body as Record<string, unknown> | undefined;
  const { accessToken, params, grant } = oidc;
  if (!account || !accessToken || !grant || claims?.['sub'] === undefined) return;
  const asked = params?.['scope'] ?? accessToken.scope;
  const given = scopesOf(grant.getOIDCScopeFiltered(new Set(String(asked).split(' '))));
  if (!allowedScopes(account.session, accessToken.clientId ?? '', given).includes('profile')) return;
  // A claim of the standard is no key of a field.
  Object.assign(claims, await fieldClaimsOf(db, account.session.accountId));
};

/** The session stands for the person inside; clients know the account. */
const showPerson = async (deps: ProviderDeps, ctx: KoaContextWithOIDC): Promise<void> => {
  const body = ctx.body as { sub?: string } | undefined;
  if (body?.sub === undefined) return;
  const session = accountOf(ctx)?.session ?? (await readOpenidSession(deps, body.sub));
  if (session) body.sub = session.accountId;
  else delete body.sub;
};
