/** Mounts the provider, leads people to the page `/allow`, and from there back to it. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { decodeJwt } from 'jose';
import { readCookie } from '../../../http/language.ts';
import type { Tickets } from '../../../identity/tickets.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { refuse } from '../../../platform/refusal.ts';
import { makeGrant, remember, wantedScopes } from './grants.ts';
import { type Interaction, OPENID_PATH, type Provider } from './library.ts';
import type { Openid } from './openid.ts';
import { acrOf, allowedScopes, amrOf, readOpenidSession } from './openid-session.ts';
import { owedFor } from './owed.ts';
import { ownMetadata } from './client-metadata.ts';

export interface OpenidRoutes {
  readonly openid: Openid;
  readonly issuer: string;
  readonly tickets: Pick<Tickets, 'consume'>;
}

/** Seconds that the language of a client is kept: as the page keeps one that a person chose. */
const LANGUAGE_KEPT = 365 * 24 * 3600;

/** Characters of the longest URL: what it asks is kept until somebody answers. */
const LONGEST_URL = 4096;

/** Characters of the longest name that somebody signs in with. */
const LONGEST_HINT = 254;

export const addOpenidRoutes = (server: FastifyInstance, deps: OpenidRoutes): void => {
  const { openid, issuer } = deps;
  const { protocol: scheme, host } = new URL(issuer);
  const protocol = scheme.slice(0, -1);
  /** The addresses that the library makes are the issuer's, whatever host the request names. */
  const takeIssuer = ({ raw }: FastifyRequest) => {
    // An address of the issuer is a path here, not a whole URL.
    if (!raw.url?.startsWith('/') || raw.url.length > LONGEST_URL) throw refuse('InvalidRequest');
    raw.headers['x-forwarded-proto'] = protocol;
    raw.headers['x-forwarded-host'] = host;
  };
  /** Lets the library answer; our headers stay. */
  const handOver = async (request: FastifyRequest, reply: FastifyReply) => {
    takeIssuer(request);
    const { answer } = await openid.provider();
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value);
    await answer(request.raw, reply.raw);
  };
  addLogoutForm(server);
  void server.register(async scope => {
    // The library reads its bodies itself, with a limit of its own.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_, __, done) => done(null));
    scope.get('/.well-known/openid-configuration', handOver);
    scope.route({ method: ['GET', 'POST'], url: `${OPENID_PATH}/*`, handler: handOver });
    scope.get<{ Params: { request: string }; Querystring: { ticket?: unknown } }>(
      `${OPENID_PATH}/interaction/:request`,
      async (request, reply) => {
        reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
        takeIssuer(request);
        const { provider } = await openid.provider();
        const interaction = await interactionOf(provider, request, reply);
        const { ticket } = request.query;
        if (typeof ticket === 'string')
          return reply.redirect(await comeBack(deps, { provider, interaction, ticket, request, reply }), 303);
        askIn(interaction.params['ui_locales'], request, reply, protocol === 'https');
        const { login_hint: hint } = interaction.params;
        const query = new URLSearchParams({
          request: interaction.uid,
          ...(typeof hint === 'string' && hint.length <= LONGEST_HINT ? { login_hint: hint } : {}),
        });
        return reply.redirect(`/allow?${query.toString()}`, 303);
      },
    );
  });
};

/**
 * Takes a client's form that asks for a sign-out (OpenID Connect RP-Initiated Logout, section 2). Browsers send no cookies with another
 * site's form, so it goes on as a link.
 */
const addLogoutForm = (server: FastifyInstance): void => {
  void server.register(async scope => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: LONGEST_URL },
      (_, body, done) => done(null, body),
    );
    scope.post(`${OPENID_PATH}/logout`, async (request, reply) => {
      const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
      return reply.redirect(`${OPENID_PATH}/logout?${form.toString()}`, 303);
    });
  });
};

/** What this browser was led to us with. @throws the refusal NotFound where it is over, or another browser's */
const interactionOf = async (
  provider: Provider,
  request: FastifyRequest<{ Params: { request: string } }>,
  reply: FastifyReply,
): Promise<Interaction> => {
  const found = await provider.interactionDetails(request.raw, reply.raw).catch((error: unknown) => {
    if (error instanceof Error && error.name === 'SessionNotFound') return undefined;
    throw error;
  });
  if (found?.uid !== request.params.request) throw refuse('NotFound', { message: 'This request is over.' });
  return found;
};

/** The language that the client asks for, where the person chose none. */
const askIn = (locales: unknown, request: FastifyRequest, reply: FastifyReply, https: boolean): void => {
  if (typeof locales !== 'string' || readCookie(request.headers.cookie, 'rollcall_language') !== undefined)
    return;
  const language = locales
    .split(' ')
    .map(locale => (/^zh\b/i.test(locale) ? 'zh-CN' : /^en\b/i.test(locale) ? 'en' : undefined))
    .find(known => known !== undefined);
  if (language)
    reply.header(
      'set-cookie',
      `rollcall_language=${language}; Path=/; Max-Age=${LANGUAGE_KEPT}; SameSite=Lax${https ? '; Secure' : ''}`,
    );
};

/**
 * Writes what the person answered. The ticket is of the page, and the interaction of this browser's cookie: nobody finishes a sign-in
 * that began in another browser.
 * @returns where the provider goes on
 */
const comeBack = async (
  { openid, tickets }: OpenidRoutes,
  {
    provider,
    interaction,
    ticket,
    request,
    reply,
  }: {
    readonly provider: Provider;
    readonly interaction: Interaction;
    readonly ticket: string;
    readonly request: FastifyRequest;
    readonly reply: FastifyReply;
  },
): Promise<string> => {
  const { settings } = openid;
  const { db, now } = settings;
  const over = () => refuse('NotFound', { message: 'This request is over.' });
  const answer = await transaction(db, trx =>
    tickets.consume(trx, 'openid-answer', ticket, { request: interaction.uid }),
  );
  if (!answer) throw over();
  const finish = (result: Parameters<Provider['interactionResult']>[2]) =>
    provider.interactionResult(request.raw, reply.raw, result, { mergeWithLastSubmission: false });
  if (!answer.allow)
    return finish({ error: 'access_denied', error_description: 'the person did not allow it' });
  const session = await readOpenidSession(settings, answer.sessionId);
  const client = await provider.Client.find(String(interaction.params['client_id']));
  // The page looked a moment ago; what changed since counts.
  if (!session || !client || (await owedFor(settings, { session, client, interaction }))) throw over();
  const hint = interaction.params['id_token_hint'];
  if (typeof hint === 'string' && decodeJwt(hint).sub !== session.accountId)
    return finish({ error: 'login_required', error_description: 'another person is signed in' });
  await forgetAnother(provider, request, reply, session.id);
  const { scope } = interaction.params;
  const scopes = allowedScopes(session, client.clientId, wantedScopes(client, scope));
  const { accountId } = session;
  if (!ownMetadata(client).own)
    await transaction(db, trx => remember(trx, { accountId, clientId: client.clientId, scopes, at: now() }));
  return finish({
    login: {
      accountId: session.id,
      ts: Math.floor(session.provedAt / 1000),
      acr: acrOf(session),
      amr: amrOf(session),
      remember: !session.shared,
    },
    consent: { grantId: await makeGrant(provider, { session, client, scope }) },
  });
};

/** Forgets at the provider another session of this browser, which the library would ask to sign out of. */
const forgetAnother = async (
  provider: Provider,
  { raw: req }: FastifyRequest,
  { raw: res }: FastifyReply,
  sessionId: string,
): Promise<void> => {
  const held = await provider.Session.get(provider.createContext(req, res));
  if (held.accountId !== undefined && held.accountId !== sessionId) await held.destroy();
};
