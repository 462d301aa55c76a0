/**
 * The peer: bare oidc-provider with its store in memory and at Rollcall's addresses. It has no pages: everybody who comes is signed in, and allows the
 * client.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import Provider from 'oidc-provider';

const client = JSON.parse(process.env['PEER_CLIENT'] ?? '{}') as {
  id: string;
  secret: string;
  redirect: string;
};
const server = createServer();
server.listen(0, '127.0.0.1', () => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(url, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [client.redirect],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    routes: { authorization: '/openid/authorize', token: '/openid/token' },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/openid/interaction/${uid}` },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
    loadExistingGrant: async ({ oidc }) => {
      const known = oidc.session?.grantIdFor(client.id);
      if (known !== undefined) return oidc.provider.Grant.find(known);
      const grant = new oidc.provider.Grant({ clientId: client.id, accountId: oidc.session?.accountId });
      grant.addOIDCScope('openid');
      await grant.save();
      return grant;
    },
    cookies: { keys: ['a-key-of-a-measurement-0123456789'] },
  });
  const answer = provider.callback();
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/openid/interaction/')) return void answer(request, response);
    void provider.interactionFinished(request, response, { login: { accountId: randomUUID() } });
  });
  console.log(url);
});
process.on('SIGTERM', () => process.exit(0));
