/** A client by `openid-client`, over HTTP: discovery, PKCE, refresh, userinfo, revocation. */
import * as client from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { httpAccounts, type HttpAccounts } from '../testing/http.ts';
import { addClient, adult, createBrowser, REDIRECT_URI, SECRET } from './testing/browser.ts';

const ISSUER = 'https://accounts.school.example';
let accounts: HttpAccounts;
beforeAll(async () => {
  accounts = await httpAccounts({ ROLLCALL_ISSUER: ISSUER });
  accounts.server.now.set(Date.now());
});
afterAll(() => accounts?.close());

test.each(['RS256', 'ES256', 'EdDSA'])(
  'signs a person in, refreshes and revokes, with ID tokens by %s',
  async alg => {
    const id = await addClient(accounts.server.app.db, { id_token_alg: alg });
    const config = await client.discovery(
      new URL(ISSUER),
      id,
      { id_token_signed_response_alg: alg },
      client.ClientSecretBasic(SECRET),
      // as a reverse proxy would
      {
        [client.customFetch]: (url, options) =>
          fetch(url.replace(ISSUER, accounts.server.url), options as RequestInit),
      },
    );
    expect(config.serverMetadata()).toMatchObject({
      backchannel_logout_supported: true,
      code_challenge_methods_supported: ['S256'],
      id_token_signing_alg_values_supported: expect.arrayContaining(['RS256', 'ES256', 'EdDSA']),
    });
    const pkceCodeVerifier = client.randomPKCECodeVerifier();
    const [expectedState, expectedNonce] = [client.randomState(), client.randomNonce()];
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: REDIRECT_URI,
      scope: 'openid phone',
      code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
      state: expectedState,
      nonce: expectedNonce,
    });
    const person = await adult(accounts);
    const browser = createBrowser(accounts);
    const back = await browser.allow(await browser.begin(url.href), person.access);
    const tokens = await client.authorizationCodeGrant(config, back, {
      pkceCodeVerifier,
      expectedState,
      expectedNonce,
      idTokenExpected: true,
    });
    expect(tokens.claims()?.sub).toBe(person.id);
    const info = await client.fetchUserInfo(config, tokens.access_token, person.id);
    expect(info.phone_number).toBe(`+86${person.phone}`);
    const again = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(again.refresh_token).not.toBe(tokens.refresh_token);
    await client.tokenRevocation(config, again.refresh_token ?? '');
    await expect(client.refreshTokenGrant(config, again.refresh_token ?? '')).rejects.toThrow();
    await expect(client.fetchUserInfo(config, again.access_token, person.id)).rejects.toThrow();
  },
);
