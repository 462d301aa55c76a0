/** Attacks on the provider over HTTP. `npm run proofs -- attack` adds what was tried to its table. */
import { generateKeyPair, SignJWT, UnsecuredJWT, decodeJwt } from 'jose';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as client from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noteAttack } from '../../../app/testing/attack-table.ts';
import { httpAccounts, type HttpAccounts } from '../testing/http.ts';
import { addClient, adult, askProvider, createBrowser, REDIRECT_URI, requestOf } from './testing/browser.ts';

let accounts: HttpAccounts;
beforeAll(async () => {
  accounts = await httpAccounts();
  // The library reads the system's clock.
  accounts.server.now.set(Date.now());
});
afterAll(() => accounts?.close());
const db = () => accounts.server.app.db;
const issuer = () => accounts.server.app.config.issuer;

/** @param attempts each resolves to whether it got through. @returns how many did */
const attack = async (name: string, attempts: readonly (() => Promise<boolean>)[]): Promise<number> => {
  let through = 0;
  for (const attempt of attempts) if (await attempt()) through += 1;
  noteAttack({ attack: `openid: ${name}`, tried: attempts.length, through, may: 0 });
  return through;
};

/** A person's answer to a request of a client: where the browser is led. */
const answered = async (
  id: string,
  changes: Record<string, string | undefined> = {},
  may = true,
  person?: { access: string },
) => {
  const browser = createBrowser(accounts);
  const { path, verifier } = requestOf(id, changes);
  const { access } = person ?? (await adult(accounts));
  return { browser, verifier, to: await browser.allow(await browser.begin(path), access, may) };
};
const redeem = (id: string, to: URL, more: Record<string, string> = {}) =>
  askProvider(
    accounts,
    'token',
    {
      grant_type: 'authorization_code',
      code: to.searchParams.get('code') ?? '',
      redirect_uri: REDIRECT_URI,
      ...more,
    },
    id,
  );

test('mix-up: a client that believes to talk to another provider sends it no code of ours', async () => {
  const got: string[] = [];
  // The provider of a thief, at which the same client is registered.
  const thief = createServer((request, response) => {
    request.on('data', chunk => got.push(String(chunk)));
    request.on('end', () => response.end('{}'));
  });
  await new Promise<void>(resolve => thief.listen(0, '127.0.0.1', resolve));
  const evil = `http://127.0.0.1:${(thief.address() as AddressInfo).port}`;
  const id = await addClient(db());
  const config = new client.Configuration({ issuer: evil, token_endpoint: `${evil}/token` }, id, 'secret');
  client.allowInsecureRequests(config);
  // It leads the browser on to ours, with the client's id here and the state that the client gave to it.
  const attempt = (changes: Record<string, string>, may: boolean) => async () => {
    const { to, verifier } = await answered(id, { state: 'its state', ...changes }, may);
    expect(to.searchParams.get('iss')).toBe(issuer());
    const checks = { pkceCodeVerifier: verifier, expectedState: 'its state' };
    const taken = await client.authorizationCodeGrant(config, to, checks).then(
      () => true,
      () => false,
    );
    return taken || got.length > 0;
  };
  expect(
    await attack('mix-up of two providers', [
      attempt({}, true),
      attempt({ scope: 'openid profile' }, true),
      attempt({}, false),
    ]),
  ).toBe(0);
  await new Promise(resolve => thief.close(resolve));
});

test('mix-up: refusals without a page name the issuer too, and discovery promises it', async () => {
  const id = await addClient(db());
  const { location } = await createBrowser(accounts).open(requestOf(id, { prompt: 'none' }).path);
  const { searchParams } = new URL(location);
  expect([searchParams.get('error'), searchParams.get('iss')]).toEqual(['login_required', issuer()]);
  const found = await fetch(`${accounts.server.url}/.well-known/openid-configuration`);
  expect(await found.json()).toMatchObject({
    issuer: issuer(),
    authorization_response_iss_parameter_supported: true,
  });
});

test('PKCE is not got round: neither at the request nor at the exchange', async () => {
  const [id, without] = [await addClient(db()), await addClient(db(), { requires_pkce: false })];
  const none = { code_challenge: undefined, code_challenge_method: undefined };
  const asks = (changes: Record<string, string | undefined>) => async () => {
    const { location } = await createBrowser(accounts).open(requestOf(id, changes).path);
    return new URL(location).searchParams.get('error') !== 'invalid_request';
  };
  const gets = async (call: ReturnType<typeof redeem>) => (await call).status === 200;
  expect(
    await attack('PKCE downgrade', [
      asks(none),
      asks({ code_challenge_method: 'plain' }),
      asks({ code_challenge_method: undefined }),
      asks({ code_challenge: '' }),
      async () => gets(redeem(id, (await answered(id)).to)),
      async () => gets(redeem(id, (await answered(id)).to, { code_verifier: '' })),
      async () => {
        // The challenge itself, as the method `plain` would have it.
        const { to, verifier } = await answered(id);
        const { path } = requestOf(id);
        const challenge = new URL(path, REDIRECT_URI).searchParams.get('code_challenge') ?? verifier;
        return gets(redeem(id, to, { code_verifier: challenge }));
      },
      async () => gets(redeem(without, (await answered(without)).to)),
      // A code that a thief got without a challenge, at a client whose own request had one.
      async () =>
        gets(redeem(without, (await answered(without, none)).to, { code_verifier: 'x'.repeat(43) })),
    ]),
  ).toBe(0);
});

test('a code and a refresh token are good once; their second use ends what they gave', async () => {
  const id = await addClient(db());
  const live = async (token: unknown) =>
    (
      await fetch(`${accounts.server.url}/openid/userinfo`, {
        headers: { authorization: `Bearer ${String(token)}` },
      })
    ).status === 200;
  expect(
    await attack('a code or a refresh token used again', [
      async () => {
        const { to, verifier } = await answered(id);
        const first = await redeem(id, to, { code_verifier: verifier });
        expect(await live(first.json['access_token'])).toBe(true);
        const again = await redeem(id, to, { code_verifier: verifier });
        return again.status === 200 || live(first.json['access_token']);
      },
      async () => {
        const { to, verifier } = await answered(id);
        const { json } = await redeem(id, to, { code_verifier: verifier });
        const refresh = (token: unknown) =>
          askProvider(accounts, 'token', { grant_type: 'refresh_token', refresh_token: String(token) }, id);
        const second = await refresh(json['refresh_token']);
        expect(await live(second.json['access_token'])).toBe(true);
        const again = await refresh(json['refresh_token']);
        return again.status === 200 || live(second.json['access_token']);
      },
    ]),
  ).toBe(0);
});

test('no address but a registered one gets an answer, however it is written', async () => {
  const id = await addClient(db());
  const browser = createBrowser(accounts);
  const { host, pathname } = new URL(REDIRECT_URI);
  const addresses = [
    'https://evil.example/callback',
    `${REDIRECT_URI}/`,
    `${REDIRECT_URI}?next=https://evil.example/`,
    `${REDIRECT_URI}#`,
    `${REDIRECT_URI}/../../evil`,
    `${REDIRECT_URI}%2f..`,
    `${REDIRECT_URI} `,
    `https://${host}@evil.example${pathname}`,
    `https://${host}.evil.example${pathname}`,
    `https://${host}:443${pathname}`,
    `https://${host.toUpperCase()}${pathname}`,
    `https://${host}\\@evil.example${pathname}`,
    `http://${host}${pathname}`,
    `//${host}${pathname}`,
    'javascript:alert(1)',
    'data:text/html,x',
  ];
  expect(
    await attack('an address that is not registered', [
      ...addresses.map(uri => async () => {
        const { status, location } = await browser.open(requestOf(id, { redirect_uri: uri }).path);
        return status !== 400 || location !== '';
      }),
      // A second parameter of the name, which another reader might take.
      async () => {
        const { path } = requestOf(id);
        const { status, location } = await browser.open(`${path}&redirect_uri=https%3A%2F%2Fevil.example%2F`);
        return status !== 400 || location !== '';
      },
      async () => {
        const { to, verifier } = await answered(id);
        const form = { code_verifier: verifier, redirect_uri: 'https://evil.example/' };
        return (await redeem(id, to, form)).status === 200;
      },
    ]),
  ).toBe(0);
});

test('a sign-out by a forged hint ends no session and leads nowhere', async () => {
  const after = 'https://moodle.school.example/after';
  const id = await addClient(db(), { post_logout_redirect_uris: [after] });
  const other = await addClient(db(), { post_logout_redirect_uris: ['https://evil.example/'] });
  const person = await adult(accounts);
  const { browser, to, verifier } = await answered(id, {}, true, person);
  const { json } = await redeem(id, to, { code_verifier: verifier });
  const claims = decodeJwt(String(json['id_token']));
  const { privateKey } = await generateKeyPair('RS256');
  const byThief = await new SignJWT(claims).setProtectedHeader({ alg: 'RS256' }).sign(privateKey);
  const ours = String(json['id_token']);
  const [header = '', payload = '', mark = ''] = ours.split('.');
  const altered = Buffer.from(JSON.stringify({ ...claims, aud: other })).toString('base64url');
  const tries: Record<string, string>[] = [
    { id_token_hint: byThief },
    { id_token_hint: new UnsecuredJWT(claims).encode() },
    { id_token_hint: `${header}.${altered}.${mark}` },
    { id_token_hint: `${header}.${payload}.` },
    { id_token_hint: person.access },
    { id_token_hint: ours, client_id: other },
    { id_token_hint: ours, post_logout_redirect_uri: 'https://evil.example/' },
  ];
  expect(
    await attack('a forged sign-out', [
      ...tries.map(parameters => async () => {
        const query = new URLSearchParams({ post_logout_redirect_uri: after, ...parameters });
        const { status, location } = await browser.open(`/openid/logout?${query.toString()}`);
        return status !== 400 || location !== '';
      }),
      // The yes without its page.
      async () =>
        (await browser.open('/openid/logout/confirm', { xsrf: 'forged', logout: 'yes' })).status !== 400,
    ]),
  ).toBe(0);
  await accounts.call('getProfile', { token: person.access });
});
