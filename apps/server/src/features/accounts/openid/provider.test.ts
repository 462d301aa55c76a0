/** The provider over HTTP: who gets a code, and what a client gets for it. */
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { sql } from 'kysely';
import type { OpenidScope } from '@rollcall/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { minorsSteps } from '../testing/minors.ts';
import { httpAccounts, type HttpAccounts } from '../testing/http.ts';
import { refusalOf } from '../testing.ts';
import { createAdapter } from './adapter.ts';
import {
  addClient,
  adult,
  askProvider,
  createBrowser,
  REDIRECT_URI,
  requestOf,
  SECRET,
} from './testing/browser.ts';

let accounts: HttpAccounts;
beforeAll(async () => {
  accounts = await httpAccounts();
  // The library reads the system's clock.
  accounts.server.now.set(Date.now());
});
afterAll(() => accounts?.close());

const refused = async (call: Promise<unknown>) => (await refusalOf(call)).refusal;
const db = () => accounts.server.app.db;
const codeOf = (to: URL): string => to.searchParams.get('code') ?? '';

const exchange = (clientId: string, to: URL, verifier: string) =>
  askProvider(
    accounts,
    'token',
    {
      grant_type: 'authorization_code',
      code: codeOf(to),
      redirect_uri: REDIRECT_URI,
      code_verifier: verifier,
    },
    clientId,
  );

/** The whole way of a client that is allowed. */
const signInAt = async (clientId: string, changes: Record<string, string> = {}, person = adult(accounts)) => {
  const browser = createBrowser(accounts);
  const { path, verifier } = requestOf(clientId, changes);
  const to = await browser.allow(await browser.begin(path), (await person).access);
  return { person: await person, browser, to, verifier, tokens: await exchange(clientId, to, verifier) };
};
const userinfo = (token: unknown) =>
  fetch(`${accounts.server.url}/openid/userinfo`, { headers: { authorization: `Bearer ${String(token)}` } });

test('a client gets a code for a person, and tokens for the code', async () => {
  const id = await addClient(db());
  const { person, to, tokens } = await signInAt(id, { scope: 'openid profile phone' });
  expect(to.href).toMatch(/^https:\/\/moodle\.school\.example\/callback\?code=.+&state=a\+state&iss=/);
  expect(tokens).toMatchObject({ status: 200, json: { token_type: 'Bearer', expires_in: 3600 } });
  const claims = decodeJwt(String(tokens.json['id_token']));
  expect(claims).toMatchObject({ sub: person.id, aud: id, acr: 'urn:rollcall:one-factor', amr: ['sms'] });
  const info = await userinfo(tokens.json['access_token']);
  expect(await info.json()).toMatchObject({
    sub: person.id,
    phone_number: `+86${person.phone}`,
    phone_number_verified: true,
  });
  const token = String(tokens.json['access_token']);
  const told = await askProvider(accounts, 'introspect', { token }, id);
  expect(told.json).toMatchObject({ active: true, sub: person.id, client_id: id });
});

test('a field of the school that is a claim comes with the scope profile, under its key', async () => {
  const field = (key: string, claim: boolean, position: number) => ({
    key,
    position,
    name: JSON.stringify({ 'zh-CN': key, en: key }),
    rule: JSON.stringify({ type: 'text' }),
    required: false,
    seen_by: [],
    changed_by: [],
    claim,
  });
  await db()
    .insertInto('custom_fields')
    .values([field('school_class', true, 1), field('bus', false, 2)])
    .execute();
  const id = await addClient(db());
  const person = await adult(accounts);
  const values = ['school_class', 'bus'].map(key => ({ account_id: person.id, key, value: '"3A"' }));
  await db().insertInto('account_fields').values(values).execute();
  const learned = async (scope: string) => {
    const { tokens } = await signInAt(id, { scope }, Promise.resolve(person));
    return (await userinfo(tokens.json['access_token'])).json();
  };
  const claims = await learned('openid profile');
  expect(claims).toMatchObject({ sub: person.id, school_class: '3A' });
  expect(claims).not.toHaveProperty('bus');
  expect(await learned('openid email')).toEqual({ sub: person.id });
});

test.each(['RS256', 'ES256', 'EdDSA'])(
  'ID tokens are signed by %s, by a key that signs no access token',
  async alg => {
    const id = await addClient(db(), { id_token_alg: alg });
    const { tokens } = await signInAt(id);
    const idToken = String(tokens.json['id_token']);
    const header = decodeProtectedHeader(idToken);
    expect(header.alg).toBe(alg);
    const published = (await (await fetch(`${accounts.server.url}/openid/jwks`)).json()) as {
      keys: { kid: string; d?: string }[];
    };
    expect(published.keys).toContainEqual(expect.objectContaining({ kid: header.kid, alg }));
    expect(published.keys.every(key => key.d === undefined)).toBe(true);
    const ours = (await (
      await fetch(`${accounts.server.url}/.well-known/jwks.json`)
    ).json()) as typeof published;
    expect(ours.keys.map(({ kid }) => kid)).not.toContain(header.kid);
    expect(decodeJwt(idToken)).not.toHaveProperty('pid');
    expect(await refused(accounts.call('getProfile', { token: idToken }))).toBe('TokenInvalid');
  },
);

test('another client neither uses a token nor learns of it', async () => {
  const id = await addClient(db());
  const other = await addClient(db());
  const { tokens, verifier, to } = await signInAt(id);
  const token = String(tokens.json['access_token']);
  expect((await askProvider(accounts, 'introspect', { token }, other)).json).toEqual({ active: false });
  expect((await askProvider(accounts, 'revoke', { token }, other)).status).not.toBe(200);
  expect((await userinfo(token)).status).toBe(200);
  expect((await exchange(other, to, verifier)).json).toMatchObject({ error: 'invalid_grant' });
});

test('a refresh token is good once; used again it ends what followed from it', async () => {
  const id = await addClient(db());
  const { tokens } = await signInAt(id);
  const refresh = (token: unknown) =>
    askProvider(accounts, 'token', { grant_type: 'refresh_token', refresh_token: String(token) }, id);
  const second = await refresh(tokens.json['refresh_token']);
  expect(second.status).toBe(200);
  expect(await refresh(tokens.json['refresh_token'])).toMatchObject({ json: { error: 'invalid_grant' } });
  expect(await refresh(second.json['refresh_token'])).toMatchObject({ json: { error: 'invalid_grant' } });
  expect((await userinfo(second.json['access_token'])).status).toBe(401);
});

test('of ten concurrent uses of a code or a refresh token one succeeds', async () => {
  const id = await addClient(db());
  const browser = createBrowser(accounts);
  const { path, verifier } = requestOf(id);
  const to = await browser.allow(await browser.begin(path), (await adult(accounts)).access);
  const tried = await Promise.all(Array.from({ length: 10 }, () => exchange(id, to, verifier)));
  const given = tried.filter(({ status }) => status === 200);
  expect(given.length).toBeLessThanOrEqual(1);
  const { tokens } = await signInAt(id);
  const form = { grant_type: 'refresh_token', refresh_token: String(tokens.json['refresh_token']) };
  const refreshed = await Promise.all(
    Array.from({ length: 10 }, () => askProvider(accounts, 'token', form, id)),
  );
  given.push(...refreshed.filter(({ status }) => status === 200));
  expect(given.length).toBeLessThanOrEqual(2);
  // Nobody knows which of them the thief's was.
  for (const { json } of [...given, tokens]) {
    expect((await userinfo(json['access_token'])).status).toBe(401);
    const again = { grant_type: 'refresh_token', refresh_token: String(json['refresh_token']) };
    expect((await askProvider(accounts, 'token', again, id)).json).toMatchObject({ error: 'invalid_grant' });
  }
});

test('a concurrent use that finds a code used ends the grant, and the other use gets nothing more', async () => {
  const id = await addClient(db());
  const { person, tokens } = await signInAt(id);
  const { id: session } = await db()
    .selectFrom('sessions')
    .select('id')
    .where('account_id', '=', person.id)
    .executeTakeFirstOrThrow();
  const { grant_id: grantId } = await db()
    .selectFrom('openid_artefacts')
    .select('grant_id')
    .where('session_id', '=', session)
    .where('model', '=', 'RefreshToken')
    .executeTakeFirstOrThrow();
  const adapter = createAdapter({
    db: db(),
    now: Date.now,
    invalidGrant: why => new Error(why),
    signsOut: () => false,
  })('RefreshToken');
  const refresh = String(tokens.json['refresh_token']);
  await adapter.consume(refresh);
  await expect(adapter.consume(refresh)).rejects.toThrow('used already');
  const payload = { kind: 'RefreshToken', accountId: session, clientId: id, grantId: grantId ?? '' };
  await expect(adapter.upsert('the-next-token', payload, 60)).rejects.toThrow('the grant has ended');
  expect((await userinfo(tokens.json['access_token'])).status).toBe(401);
});

test('a sign-in that a deletion of its client collides with is tried again', async () => {
  const id = await addClient(db());
  await sql`create sequence collisions`.execute(db());
  // A sequence is not rolled back.
  await sql`create function collide() returns trigger language plpgsql as $$ begin
    if nextval('collisions') = 1 then raise 'deadlock' using errcode = 'deadlock_detected'; end if;
    return new;
  end $$`.execute(db());
  await sql`create trigger collide before insert on openid_client_days for each row execute function collide()`.execute(
    db(),
  );
  try {
    const { to } = await signInAt(id);
    expect(codeOf(to)).not.toBe('');
  } finally {
    await sql`drop trigger collide on openid_client_days`.execute(db());
  }
  const days = db().selectFrom('openid_client_days').select('sign_ins').where('client_id', '=', id);
  expect(await days.execute()).toEqual([{ sign_ins: 1 }]);
});

test('a code that is used twice ends what it gave', async () => {
  const id = await addClient(db());
  const { tokens, to, verifier } = await signInAt(id);
  expect(tokens.status).toBe(200);
  expect(await exchange(id, to, verifier)).toMatchObject({ json: { error: 'invalid_grant' } });
  expect((await userinfo(tokens.json['access_token'])).status).toBe(401);
});

test('PKCE by S256 is required, and its verifier', async () => {
  const id = await addClient(db());
  const browser = createBrowser(accounts);
  for (const changes of [
    { code_challenge: undefined, code_challenge_method: undefined },
    { code_challenge_method: 'plain' },
    { code_challenge_method: undefined },
  ]) {
    const { location } = await browser.open(requestOf(id, changes).path);
    expect(new URL(location).searchParams.get('error')).toBe('invalid_request');
  }
  const to = await browser.allow(await browser.begin(requestOf(id).path), (await adult(accounts)).access);
  expect((await exchange(id, to, 'x'.repeat(43))).json).toMatchObject({ error: 'invalid_grant' });
});

test('a client that does without PKCE has a secret, and keeps a challenge that it sent', async () => {
  const id = await addClient(db(), { requires_pkce: false });
  const without = { code_challenge: undefined, code_challenge_method: undefined };
  const browser = createBrowser(accounts);
  const { access } = await adult(accounts);
  const to = await browser.allow(await browser.begin(requestOf(id, without).path), access);
  const form = { grant_type: 'authorization_code', code: codeOf(to), redirect_uri: REDIRECT_URI };
  expect((await askProvider(accounts, 'token', form, id)).status).toBe(200);
  const kept = await browser.allow(await browser.begin(requestOf(id).path), access);
  expect((await askProvider(accounts, 'token', { ...form, code: codeOf(kept) }, id)).json).toMatchObject({
    error: 'invalid_grant',
  });
  const open_ = await addClient(db(), { requires_pkce: false, auth_method: 'none' });
  const { location } = await browser.open(requestOf(open_, without).path);
  expect(new URL(location).searchParams.get('error')).toBe('invalid_request');
});

test('an address that is not registered to the letter gets nothing', async () => {
  const id = await addClient(db());
  const browser = createBrowser(accounts);
  for (const uri of [
    'https://evil.example/callback',
    `${REDIRECT_URI}/`,
    `${REDIRECT_URI}?a=b`,
    `${REDIRECT_URI}/../callback`,
    'https://moodle.school.example@evil.example/callback',
    'https://MOODLE.school.example/callback',
    undefined,
  ]) {
    const { status, location, text } = await browser.open(requestOf(id, { redirect_uri: uri }).path);
    expect([status, location]).toEqual([400, '']);
    expect(text).toContain('<h1>');
  }
});

test('a wrong secret, and a secret of another client, get nothing', async () => {
  const id = await addClient(db());
  const form = { grant_type: 'authorization_code', code: 'x', redirect_uri: REDIRECT_URI };
  expect((await askProvider(accounts, 'token', form, id, `${SECRET}x`)).json).toMatchObject({
    error: 'invalid_client',
  });
  expect((await askProvider(accounts, 'token', form, id, 'kept as a digest')).json).toMatchObject({
    error: 'invalid_client',
  });
});

test('nobody finishes a sign-in that began in another browser', async () => {
  const id = await addClient(db());
  const thief = createBrowser(accounts);
  const request = await thief.begin(requestOf(id).path);
  const victim = createBrowser(accounts);
  const { to } = await accounts.call('answerOpenidRequest', {
    token: (await adult(accounts)).access,
    body: { request, allow: true },
  });
  // The page of the person whom the thief sent the link opens it; its ticket is not used up there.
  expect((await victim.open(to)).status).toBe(404);
  // A request that nobody answered leads nowhere.
  const { location } = await thief.open(`/openid/authorize/${request}`);
  expect(location).toMatch(/^\/openid\/interaction\//);
});

test('a ticket is good once, and for its own request', async () => {
  const id = await addClient(db());
  const browser = createBrowser(accounts);
  const { access: token } = await adult(accounts);
  const first = await browser.begin(requestOf(id).path);
  const { to } = await accounts.call('answerOpenidRequest', { token, body: { request: first, allow: true } });
  const ticket = new URL(to, REDIRECT_URI).searchParams.get('ticket') ?? '';
  const other = createBrowser(accounts);
  const second = await other.begin(requestOf(id).path);
  expect((await other.open(`/openid/interaction/${second}?ticket=${ticket}`)).status).toBe(404);
  expect((await browser.open(to)).status).toBe(303);
  expect((await browser.open(to)).status).toBe(404);
});

test('whoever does not allow it leads the client to a refusal', async () => {
  const id = await addClient(db(), { own: false });
  const browser = createBrowser(accounts);
  const { access } = await adult(accounts);
  const to = await browser.allow(await browser.begin(requestOf(id).path), access, false);
  expect(to.searchParams.get('error')).toBe('access_denied');
});

test('a consent is remembered, shown and taken back', async () => {
  const id = await addClient(db(), { own: false });
  const person = await adult(accounts);
  const { access: token } = person;
  const asked = async (scope = 'openid email', changes = {}) => {
    const request = await createBrowser(accounts).begin(requestOf(id, { scope, ...changes }).path);
    return (await accounts.call('getOpenidRequest', { token, query: { request } })).asks;
  };
  expect(await asked()).toBe(true);
  const { tokens } = await signInAt(id, { scope: 'openid email' }, Promise.resolve(person));
  expect([await asked(), await asked('openid'), await asked('openid phone')]).toEqual([false, false, true]);
  expect(await asked('openid', { prompt: 'consent' })).toBe(true);
  const [allowed] = await accounts.call('getAllowedClients', { token });
  expect(allowed).toMatchObject({ id, name: 'Moodle' });
  expect(allowed?.scopes.toSorted()).toEqual(['email', 'openid']);
  await accounts.call('disallowClient', { token, body: { id } });
  expect(await accounts.call('getAllowedClients', { token })).toEqual([]);
  expect(await asked()).toBe(true);
  expect((await userinfo(tokens.json['access_token'])).status).toBe(401);
});

test('with the session here ends what it gave', async () => {
  const id = await addClient(db());
  const { person, tokens, browser } = await signInAt(id);
  await accounts.call('deleteTokens', { token: person.access });
  expect((await userinfo(tokens.json['access_token'])).status).toBe(401);
  const form = { grant_type: 'refresh_token', refresh_token: String(tokens.json['refresh_token']) };
  expect((await askProvider(accounts, 'token', form, id)).json).toMatchObject({ error: 'invalid_grant' });
  const { location } = await browser.open(requestOf(id, { prompt: 'none' }).path);
  expect(new URL(location).searchParams.get('error')).toBe('login_required');
});

test('prompt=none gives a code while the session runs, and asks nobody', async () => {
  const id = await addClient(db());
  const { browser, person } = await signInAt(id);
  const again = requestOf(id, { prompt: 'none' });
  const { location } = await browser.open(again.path);
  const tokens = await exchange(id, new URL(location), again.verifier);
  expect(decodeJwt(String(tokens.json['id_token'])).sub).toBe(person.id);
  // The grant is the session's: one more request makes no row.
  const grants = () =>
    db()
      .selectFrom('openid_artefacts')
      .select('digest')
      .where('client_id', '=', id)
      .where('model', '=', 'Grant')
      .execute();
  expect((await grants()).length).toBe(1);
  const wider = await browser.open(requestOf(id, { prompt: 'none', scope: 'openid email' }).path);
  expect(new URL(wider.location).searchParams.get('code')).not.toBe(null);
  expect((await grants()).length).toBe(2);
  // Not for somebody else than the client means.
  const another = await signInAt(id);
  const hint = { prompt: 'none', id_token_hint: String(another.tokens.json['id_token']) };
  const unlike = await browser.open(requestOf(id, hint).path);
  expect(new URL(unlike.location).searchParams.get('error')).toBe('login_required');
  const request = await browser.begin(requestOf(id, { id_token_hint: hint.id_token_hint }).path);
  const shown = await browser.allow(request, person.access);
  expect(shown.searchParams.get('error')).toBe('login_required');
  const stranger = await addClient(db(), { own: false });
  const unasked = await browser.open(requestOf(stranger, { prompt: 'none' }).path);
  expect(new URL(unasked.location).searchParams.get('error')).toBe('consent_required');
});

test('prompt=login and max_age ask for a newer proof', async () => {
  const id = await addClient(db());
  const person = await adult(accounts);
  for (const changes of [{ prompt: 'login' }, { max_age: '3600' }]) {
    accounts.server.now.set(Date.now());
    await db()
      .updateTable('sessions')
      .set({ proved_at: new Date(Date.now() - 7_200_000) })
      .where('account_id', '=', person.id)
      .execute();
    const browser = createBrowser(accounts);
    const { path, verifier } = requestOf(id, changes);
    const request = await browser.begin(path);
    const body = { request, allow: true };
    const { access: token } = person;
    expect(await refused(accounts.call('answerOpenidRequest', { token, body }))).toBe('ProofRequired');
    await db()
      .updateTable('sessions')
      .set({ proved_at: new Date(Date.now() + 1000) })
      .where('account_id', '=', person.id)
      .execute();
    const tokens = await exchange(id, await browser.allow(request, token), verifier);
    expect(tokens.status).toBe(200);
  }
});

test('a client that asks for a second factor gets nobody without one', async () => {
  const id = await addClient(db());
  const browser = createBrowser(accounts);
  const request = await browser.begin(requestOf(id, { acr_values: 'urn:rollcall:two-factors' }).path);
  const { access: token, id: accountId } = await adult(accounts);
  const owes = async () => (await accounts.call('getOpenidRequest', { token, query: { request } })).owes;
  expect(await owes()).toBe('second-factor');
  const body = { request, allow: true };
  expect(await refused(accounts.call('answerOpenidRequest', { token, body }))).toBe('IllegalOperation');
  await db()
    .updateTable('sessions')
    .set({ second_factor: true })
    .where('account_id', '=', accountId)
    .execute();
  expect(await owes()).toBe(null);
  expect((await browser.allow(request, token)).searchParams.get('code')).not.toBe(null);
});

test('whoever owes an agreement, an age or a factor gets no code', async () => {
  const id = await addClient(db());
  const owed = async (token: string) => {
    const browser = createBrowser(accounts);
    const request = await browser.begin(requestOf(id).path);
    const { owes } = await accounts.call('getOpenidRequest', { token, query: { request } });
    const body = { request, allow: true };
    expect(await refused(accounts.call('answerOpenidRequest', { token, body }))).toBe('IllegalOperation');
    return owes;
  };
  const visitor = await accounts.visitor();
  expect(await owed(visitor.access)).toBe('age');
  await accounts.call('setAge', { token: visitor.access, body: { birth_year: 1990 } });
  expect(await owed(visitor.access)).toBe('agreements');
  const other = await adult(accounts);
  await db().updateTable('accounts').set({ second_factor: true }).where('id', '=', other.id).execute();
  expect(await owed(other.access)).toBe('second-factor');
  expect(await owed((await minorsSteps(accounts).pupil()).access)).toBe('guardian');
});

test('of somebody under age a client learns nothing but who is the same', async () => {
  const id = await addClient(db());
  const pupil = await minorsSteps(accounts).consented();
  const scope = 'openid profile email phone';
  const request = await createBrowser(accounts).begin(requestOf(id, { scope }).path);
  expect(await accounts.call('getOpenidRequest', { token: pupil.access, query: { request } })).toMatchObject({
    scopes: ['openid'],
    withheld: ['profile', 'email', 'phone'],
    owes: null,
  });
  const { tokens } = await signInAt(id, { scope }, Promise.resolve(pupil));
  expect(tokens.json['scope']).toBe('openid');
  expect(await (await userinfo(tokens.json['access_token'])).json()).toEqual({ sub: pupil.id });
});

describe('a guardian', () => {
  const scope = 'openid profile phone';
  const asked = async (own = true) => {
    const id = await addClient(db(), { own });
    const pupil = await minorsSteps(accounts).consented();
    await signInAt(id, { scope }, Promise.resolve(pupil));
    const decide = async (body: {
      client?: { id: string; scopes: OpenidScope[] };
      decision?: 'withdraw' | 'consent';
    }) =>
      accounts.call('decideForChild', {
        body: {
          ticket: pupil.ticket,
          account_id: pupil.id,
          decision: 'client',
          agreement_ids: pupil.ids,
          ...body,
        },
      });
    const learned = async () => {
      const { tokens } = await signInAt(id, { scope }, Promise.resolve(pupil));
      return {
        token: tokens.json['access_token'],
        claims: await (await userinfo(tokens.json['access_token'])).json(),
      };
    };
    return { id, pupil, decide, learned };
  };

  test.each([true, false])(
    'is shown what a pupil asks for, consents and takes it back (own: %s)',
    async own => {
      const { id, pupil, decide, learned } = await asked(own);
      const { children } = await decide({ client: { id, scopes: ['profile'] } });
      expect(children[0]?.clients).toMatchObject([
        { id, name: 'Moodle', asked: ['phone', 'profile'], allowed: ['profile'] },
      ]);
      const { token, claims } = await learned();
      expect(claims).toMatchObject({ sub: pupil.id, nickname: expect.any(String) });
      expect(claims).not.toHaveProperty('phone_number');
      await decide({ client: { id, scopes: [] } });
      expect((await userinfo(token)).status).toBe(401);
      expect((await learned()).claims).toEqual({ sub: pupil.id });
      const rows = await db()
        .selectFrom('guardian_decisions')
        .select('client')
        .where('account_id', '=', pupil.id)
        .where('decision', '=', 'client')
        .orderBy('id')
        .execute();
      expect(rows.map(({ client }) => client)).toEqual([
        { id, name: 'Moodle', scopes: ['profile'] },
        { id, name: 'Moodle', scopes: [] },
      ]);
    },
  );

  test('allows nothing that was not asked for, and no other client', async () => {
    const { id, decide } = await asked();
    const other = await addClient(db());
    const conflict = { refusal: 'Conflict' };
    expect(await refusalOf(decide({ client: { id, scopes: ['email'] } }))).toMatchObject(conflict);
    expect(await refusalOf(decide({ client: { id: other, scopes: ['profile'] } }))).toMatchObject(conflict);
    expect(await refusalOf(decide({}))).toMatchObject({ refusal: 'InvalidRequest' });
  });

  test('who withdraws the consent to the account allows no client any more', async () => {
    const { id, pupil, decide, learned } = await asked();
    await decide({ client: { id, scopes: ['profile'] } });
    await decide({ decision: 'withdraw' });
    expect(await refusalOf(decide({ client: { id, scopes: ['profile'] } }))).toMatchObject({
      refusal: 'IllegalOperation',
    });
    await decide({ decision: 'consent' });
    expect((await learned()).claims).toEqual({ sub: pupil.id });
  });

  test('is not shown what the pupil takes back', async () => {
    const { id, pupil, decide } = await asked();
    await accounts.call('disallowClient', { token: pupil.access, body: { id } });
    expect(await refusalOf(decide({ client: { id, scopes: ['profile'] } }))).toMatchObject({
      refusal: 'Conflict',
    });
  });
});

test('whoever signs out and in as another goes on, and is that person at the client', async () => {
  const id = await addClient(db());
  const { browser, person } = await signInAt(id);
  const { path, verifier } = requestOf(id);
  const request = await browser.begin(path);
  await accounts.call('deleteTokens', { token: person.access });
  const other = await adult(accounts);
  const tokens = await exchange(id, await browser.allow(request, other.access), verifier);
  expect(decodeJwt(String(tokens.json['id_token'])).sub).toBe(other.id);
  // Two sessions that run: that of the page counts.
  const third = await adult(accounts);
  const again = requestOf(id);
  const to = await browser.allow(await browser.begin(again.path), third.access);
  const { json } = await exchange(id, to, again.verifier);
  expect(decodeJwt(String(json['id_token'])).sub).toBe(third.id);
});

test('a hint and a language reach our pages', async () => {
  const id = await addClient(db());
  const browser = createBrowser(accounts);
  const changes = { login_hint: '13800000000', ui_locales: 'fr en-GB' };
  const led = await browser.open((await browser.open(requestOf(id, changes).path)).location);
  expect(new URL(led.location, REDIRECT_URI).searchParams.get('login_hint')).toBe('13800000000');
  expect(browser.cookies.get('rollcall_language')?.value).toBe('en');
});

test('a URL that is too long is refused', async () => {
  const id = await addClient(db());
  const { status } = await createBrowser(accounts).open(requestOf(id, { state: 'x'.repeat(4096) }).path);
  expect(status).toBe(400);
});

test('a form leads to the client alone', async () => {
  const id = await addClient(db());
  const browser = createBrowser(accounts);
  const request = await browser.begin(requestOf(id, { response_mode: 'form_post' }).path);
  const body = { request, allow: true };
  const { access: token } = await adult(accounts);
  const { to } = await accounts.call('answerOpenidRequest', { token, body });
  const { text, policy } = await browser.open((await browser.open(to)).location);
  expect(text).toContain(`action="${REDIRECT_URI}"`);
  expect(policy).toContain("form-action 'self' https://moodle.school.example;");
  const bad = { response_mode: 'form_post', redirect_uri: 'https://evil.example/' };
  expect((await browser.open(requestOf(id, bad).path)).policy).not.toContain('evil.example');
});

test('a school without clients has no keys; over https cookies and addresses are of the issuer alone', async () => {
  const school = await httpAccounts({ ROLLCALL_ISSUER: 'https://accounts.school.example' });
  try {
    school.server.now.set(Date.now());
    const own = school.server.app.db;
    const discover = () =>
      fetch(`${school.server.url}/.well-known/openid-configuration`, {
        headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' },
      });
    expect((await discover()).status).toBe(404);
    expect(await own.selectFrom('openid_keys').select('kid').execute()).toEqual([]);
    const id = await addClient(own);
    const found = await (await discover()).text();
    expect(found).not.toContain('evil.example');
    expect(found).not.toContain('http:');
    expect(JSON.parse(found)).toMatchObject({
      issuer: 'https://accounts.school.example',
      token_endpoint: 'https://accounts.school.example/openid/token',
    });
    const browser = createBrowser(school);
    const request = await browser.begin(requestOf(id).path);
    const to = await browser.allow(request, (await adult(school)).access);
    expect(to.searchParams.get('code')).not.toBe(null);
    // Browsers keep a cookie of such a name only with this path, and without a domain.
    for (const name of ['__Host-rollcall_openid', '__Host-rollcall_openid_interaction'])
      for (const one of [name, `${name}.sig`]) expect(browser.cookies.get(one)?.path).toBe('/');
  } finally {
    await school.close();
  }
});

test('what is kept has no secret in it', async () => {
  const id = await addClient(db());
  const { tokens, to, browser } = await signInAt(id);
  await browser.begin(requestOf(id).path);
  const rows = JSON.stringify(await db().selectFrom('openid_artefacts').selectAll().execute());
  const secrets = [tokens.json['access_token'], tokens.json['refresh_token'], codeOf(to)];
  const session = browser.cookies.get('rollcall_openid')?.value;
  for (const secret of [...secrets, session]) {
    expect(secret).toMatch(/^[\w-]{20,}$/);
    expect(rows).not.toContain(secret);
  }
});
