/** For tests: what the calls of OpenID Connect take to succeed, and their refusals. */
import type { HttpAccounts, ValidRequests } from '../../testing/http.ts';
import { addClient, adult, createBrowser, requestOf } from './browser.ts';

type OpenidRequest = 'getOpenidRequest' | 'answerOpenidRequest' | 'getAllowedClients' | 'disallowClient';

/** A person of age, and what a client asks in their browser. */
const openidRequest = async (
  context: HttpAccounts,
  {
    client = {},
    request = {},
  }: { client?: Parameters<typeof addClient>[1]; request?: Record<string, string> } = {},
) => {
  const id = await addClient(context.server.app.db, client);
  const { access } = await adult(context);
  return { token: access, request: await createBrowser(context).begin(requestOf(id, request).path) };
};

export const openidRequests = (context: HttpAccounts): Pick<ValidRequests, OpenidRequest> => ({
  getOpenidRequest: async () => {
    const { token, request } = await openidRequest(context);
    return { token, query: { request } };
  },
  answerOpenidRequest: async () => {
    const { token, request } = await openidRequest(context);
    return { token, body: { request, allow: true } };
  },
  getAllowedClients: async () => ({ token: (await context.visitor()).access }),
  disallowClient: async () => ({
    token: (await context.visitor()).access,
    body: { id: await addClient(context.server.app.db) },
  }),
});

const NONE = 'there-is-no-such-request';

/** Every refusal that the calls name, beside those of any call. */
export const openidCases = (context: () => HttpAccounts) => ({
  getOpenidRequest: {
    NotFound: async () => {
      const { token } = await openidRequest(context());
      return context().call('getOpenidRequest', { token, query: { request: NONE } });
    },
  },
  answerOpenidRequest: {
    NotFound: async () => {
      const { token } = await openidRequest(context());
      return context().call('answerOpenidRequest', { token, body: { request: NONE, allow: true } });
    },
    ProofRequired: async () => {
      const { token, request } = await openidRequest(context(), { request: { max_age: '0' } });
      return context().call('answerOpenidRequest', { token, body: { request, allow: true } });
    },
    IllegalOperation: async () => {
      const client = { requires_second_factor: true };
      const { token, request } = await openidRequest(context(), { client });
      return context().call('answerOpenidRequest', { token, body: { request, allow: true } });
    },
  },
});
