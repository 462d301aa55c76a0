/** What clients ask of people: the page `/allow` shows it, and its answer leads back through a ticket. */
import type { CallName, OpenidScope } from '@rollcall/contract';
import type { Kysely } from 'kysely';
import type { Handlers } from '../../../http/handler.ts';
import type { Tickets } from '../../../identity/tickets.ts';
import type { Database } from '../../../platform/database/schema.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { refuse } from '../../../platform/refusal.ts';
import { ownMetadata } from './client-metadata.ts';
import { endAtClients } from './end-at-clients.ts';
import { askForClient } from './guardian-consents.ts';
import { isConsented, wantedScopes } from './grants.ts';
import type { Openid } from './openid.ts';
import { allowedScopes, readOpenidSession } from './openid-session.ts';
import { OPENID_PATH } from './library.ts';
import { owedFor } from './owed.ts';

export const openidHandlers = (context: {
  readonly app: { readonly db: Kysely<Database>; readonly now: () => number };
  readonly tickets: Pick<Tickets, 'issue'>;
  readonly openid: Openid;
}) => {
  const { app, tickets, openid } = context;
  const { db, now } = app;

  const look = async (request: string, sessionId: string) => {
    const { provider } = await openid.provider();
    const interaction = await provider.Interaction.find(request);
    const id = interaction?.params['client_id'];
    const client = typeof id === 'string' ? await provider.Client.find(id) : undefined;
    if (!interaction || !client) throw refuse('NotFound', { message: 'This request is over.' });
    const session = await readOpenidSession(openid.settings, sessionId);
    if (!session) throw refuse('TokenInvalid');
    return { session, client, interaction };
  };

  return {
    getOpenidRequest: async ({ query, caller }) => {
      const asked = await look(query.request, caller.sessionId);
      const { session, client, interaction } = asked;
      const wanted = wantedScopes(client, interaction.params['scope']);
      const scopes = allowedScopes(session, client.clientId, wanted);
      const { prompt } = interaction.params;
      const again = typeof prompt === 'string' && prompt.split(' ').includes('consent');
      return {
        client: {
          id: client.clientId,
          name: client.clientName ?? client.clientId,
          mark: ownMetadata(client).mark,
        },
        scopes,
        withheld: wanted.filter(scope => !scopes.includes(scope)),
        asks: again || !(await isConsented(db, { session, client, scopes })),
        owes: (await owedFor(openid.settings, asked)) ?? null,
      };
    },

    answerOpenidRequest: async ({ body: { request, allow }, caller }) => {
      const asked = await look(request, caller.sessionId);
      const owed = allow ? await owedFor(openid.settings, asked) : undefined;
      if (owed === 'proof') throw refuse('ProofRequired');
      if (owed) throw refuse('IllegalOperation', { data: { owes: owed } });
      const { session, client, interaction } = asked;
      if (allow && session.child) {
        const wanted = wantedScopes(client, interaction.params['scope']);
        const { clientId } = client;
        const more = wanted.filter(scope => scope !== 'openid');
        if (more.length > allowedScopes(session, clientId, more).length)
          await askForClient(db, { accountId: session.accountId, clientId, scopes: more, at: now() });
      }
      const ticket = await tickets.issue(db, 'openid-answer', {
        request,
        sessionId: caller.sessionId,
        allow,
      });
      return { to: `${OPENID_PATH}/interaction/${request}?ticket=${ticket}` };
    },

    getAllowedClients: async ({ caller }) => {
      const rows = await db
        .selectFrom('openid_consents as consent')
        .innerJoin('openid_clients as client', 'client.id', 'consent.client_id')
        .select(['client.id', 'client.name', 'client.mark', 'consent.scopes', 'consent.given_at'])
        .where('consent.account_id', '=', caller.accountId)
        .orderBy('consent.given_at', 'desc')
        .orderBy('client.id')
        .execute();
      return rows.map(({ given_at: at, scopes, ...client }) => ({
        ...client,
        scopes: scopes as OpenidScope[],
        allowed_at: at.getTime(),
      }));
    },

    disallowClient: async ({ body: { id }, caller: { accountId } }) => {
      await transaction(db, async trx => {
        await trx
          .deleteFrom('openid_consents')
          .where('account_id', '=', accountId)
          .where('client_id', '=', id)
          .execute();
        await trx
          .deleteFrom('openid_guardian_consents')
          .where('account_id', '=', accountId)
          .where('client_id', '=', id)
          .execute();
        await endAtClients(trx, { clientId: id, accountId, at: now() });
      });
      return {};
    },
  } satisfies Partial<Handlers<CallName>>;
};
