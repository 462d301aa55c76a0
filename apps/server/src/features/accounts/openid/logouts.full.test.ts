/** Logout: an end of a session here reaches every client, and a client can end it. */
import { randomUUID } from 'node:crypto';
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { endSessions } from '../../../identity/session-ends.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { httpAccounts, type HttpAccounts, type Person } from '../testing/http.ts';
import { minorsSteps } from '../testing/minors.ts';
import { refusalOf } from '../testing.ts';
import { markExpired, tellClients } from './logouts.ts';
import { addClient, adult, askProvider, createBrowser, REDIRECT_URI, requestOf } from './testing/browser.ts';
import { type Receiver, startReceiver } from './testing/receiver.ts';

let accounts: HttpAccounts;
let receiver: Receiver;
beforeAll(async () => {
  accounts = await httpAccounts();
});
beforeEach(async () => {
  accounts.server.now.set(Date.now());
  receiver = await startReceiver();
  return () => receiver.close();
});
afterAll(() => accounts?.close());

const AFTER = 'https://moodle.school.example/after';
const db = () => accounts.server.app.db;

/** Somebody who is signed in at a client that is told of logouts. */
const signedIn = async (person?: Person) => {
  const who = person ?? (await adult(accounts));
  const id = await addClient(db(), {
    backchannel_logout_uri: receiver.url,
    post_logout_redirect_uris: [AFTER],
  });
  const browser = createBrowser(accounts);
  const { path, verifier } = requestOf(id);
  const to = await browser.allow(await browser.begin(path), who.access);
  const code = to.searchParams.get('code') ?? '';
  const form = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: REDIRECT_URI,
    code_verifier: verifier,
  };
  const { json } = await askProvider(accounts, 'token', form, id);
  return { person: who, id, browser, idToken: String(json['id_token']) };
};

test('a logout token names the session that ended, and is signed for the client', async () => {
  const { person, id, idToken } = await signedIn();
  await accounts.call('deleteTokens', { token: person.access });
  const token = await receiver.next();
  const keys = createRemoteJWKSet(new URL(`${accounts.server.url}/openid/jwks`));
  const { payload, protectedHeader } = await jwtVerify(token, keys, {
    issuer: accounts.server.app.config.issuer,
    audience: id,
  });
  expect(protectedHeader.typ).toBe('logout+jwt');
  expect(payload).toMatchObject({
    sub: person.id,
    sid: decodeJwt(idToken)['sid'],
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
  });
  expect(payload).not.toHaveProperty('nonce');
  // It is no ID token, and no access token of ours.
  const { refusal } = await refusalOf(accounts.call('getProfile', { token }));
  expect(refusal).toBe('TokenInvalid');
});

test('whatever ends a session, each of its clients is told', async () => {
  const { person } = await signedIn();
  await signedIn(person);
  await transaction(db(), trx =>
    endSessions(trx, { accountId: person.id, at: accounts.server.now(), by: 'school' }),
  );
  const told = [decodeJwt(await receiver.next()), decodeJwt(await receiver.next())];
  expect(told.map(({ sub }) => sub)).toEqual([person.id, person.id]);
  expect(new Set(told.map(({ aud }) => aud)).size).toBe(2);
});

test('an end that is rolled back tells nobody', async () => {
  const { person } = await signedIn();
  const undone = new Error('undone');
  await expect(
    transaction(db(), async trx => {
      await endSessions(trx, { accountId: person.id, at: accounts.server.now(), by: 'school' });
      throw undone;
    }),
  ).rejects.toBe(undone);
  const [login] = await db()
    .selectFrom('openid_logins')
    .select('due_at')
    .where('account_id', '=', person.id)
    .execute();
  expect(login).toEqual({ due_at: null });
});

test('a client that fails is told again', async () => {
  const { person } = await signedIn();
  receiver.status = 500;
  await accounts.call('deleteTokens', { token: person.access });
  await receiver.next();
  receiver.status = 200;
  accounts.server.now.move(61_000);
  expect(decodeJwt(await receiver.next()).sub).toBe(person.id);
});

test('a client whose consent is taken back, and one whose session expired, are told', async () => {
  const { person, id } = await signedIn();
  await accounts.call('disallowClient', { token: person.access, body: { id } });
  expect(decodeJwt(await receiver.next()).aud).toBe(id);
  const other = await signedIn();
  await db()
    .updateTable('sessions')
    .set({ expires_at: new Date(accounts.server.now() - 1) })
    .where('account_id', '=', other.person.id)
    .execute();
  await markExpired(db(), accounts.server.now());
  expect(decodeJwt(await receiver.next()).aud).toBe(other.id);
});

const lookOf = (person: Person) =>
  db()
    .selectFrom('openid_logins')
    .select(['look_at', 'due_at'])
    .where('account_id', '=', person.id)
    .executeTakeFirstOrThrow();
const expiryOf = async (person: Person) => {
  const session = db().selectFrom('sessions').select('expires_at').where('account_id', '=', person.id);
  return (await session.executeTakeFirstOrThrow()).expires_at;
};

test('a session that goes on is looked at again when it expires, and told then', async () => {
  const { person } = await signedIn();
  const began = accounts.server.now();
  await markExpired(db(), began);
  const until = await expiryOf(person);
  expect(await lookOf(person)).toEqual({ look_at: until, due_at: null });
  // It was lengthened meanwhile.
  const later = new Date(until.getTime() + 1000);
  await db().updateTable('sessions').set({ expires_at: later }).where('account_id', '=', person.id).execute();
  await markExpired(db(), until.getTime());
  expect(await lookOf(person)).toEqual({ look_at: later, due_at: null });
  await markExpired(db(), later.getTime());
  expect(decodeJwt(await receiver.next()).sub).toBe(person.id);
});

test('a client is told of a session that is deleted with its account', async () => {
  const { person, id } = await signedIn();
  await markExpired(db(), accounts.server.now());
  await db().deleteFrom('accounts').where('id', '=', person.id).execute();
  await markExpired(db(), accounts.server.now());
  expect(decodeJwt(await receiver.next())).toMatchObject({ aud: id, sub: person.id });
});

test('a guardian who withdraws ends what clients were given', async () => {
  const { consented } = minorsSteps(accounts);
  const pupil = await consented();
  const { id } = await signedIn(pupil);
  const { ticket } = pupil;
  const body = { ticket, account_id: pupil.id, decision: 'withdraw' } as const;
  await accounts.call('decideForChild', { body });
  expect(decodeJwt(await receiver.next())).toMatchObject({ aud: id, sub: pupil.id });
  expect(
    await db().selectFrom('openid_artefacts').select('model').where('client_id', '=', id).execute(),
  ).toEqual([]);
});

test('a client signs the person out here, after a yes', async () => {
  const { person, browser, idToken } = await signedIn();
  const query = new URLSearchParams({
    id_token_hint: idToken,
    post_logout_redirect_uri: AFTER,
    state: 'xyz',
  });
  const page = await browser.open(`/openid/logout?${query.toString()}`);
  expect(page.status).toBe(200);
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  // Nothing happened yet, and nothing does without what the page has.
  const forged = await browser.open('/openid/logout/confirm', { xsrf: 'forged', logout: 'yes' });
  expect(forged.status).toBe(400);
  await accounts.call('getProfile', { token: person.access });
  const after = await browser.open('/openid/logout/confirm', { xsrf, logout: 'yes' });
  expect([after.status, after.location]).toEqual([303, `${AFTER}?state=xyz`]);
  const { refusal } = await refusalOf(accounts.call('getProfile', { token: person.access }));
  expect(refusal).toBe('TokenInvalid');
  expect(decodeJwt(await receiver.next()).sub).toBe(person.id);
});

test('a sign-out leads to no address that is not registered', async () => {
  const { browser, idToken, id } = await signedIn();
  for (const uri of ['https://evil.example/', 'no address', `${AFTER}/x`, `${AFTER}?a=b`]) {
    const query = new URLSearchParams({ id_token_hint: idToken, post_logout_redirect_uri: uri });
    expect((await browser.open(`/openid/logout?${query.toString()}`)).status).toBe(400);
  }
  const unnamed = new URLSearchParams({ post_logout_redirect_uri: 'https://evil.example/' });
  const { text } = await browser.open(`/openid/logout?${unnamed.toString()}`);
  expect(text).not.toContain('evil.example');
  const other = await addClient(db());
  expect(other).not.toBe(id);
  const mixed = new URLSearchParams({ id_token_hint: idToken, client_id: other });
  expect((await browser.open(`/openid/logout?${mixed.toString()}`)).status).toBe(400);
});

test('without a session at the provider a sign-out leads to the account, which may be signed in', async () => {
  const { browser, id } = await signedIn();
  const stranger = createBrowser(accounts);
  expect(await stranger.open(`/openid/logout?client_id=${id}`)).toMatchObject({
    status: 303,
    location: '/account',
  });
  expect([...stranger.cookies]).toEqual([]);
  // So does a form; where there is a session, it asks.
  const led = await stranger.open('/openid/logout', { client_id: id });
  expect([led.status, led.location]).toEqual([303, `/openid/logout?client_id=${id}`]);
  expect((await stranger.open(led.location)).location).toBe('/account');
  expect((await browser.open(led.location)).status).toBe(200);
});

/** Rows that are due when the job of the server does not take them yet. */
const owedTo = async (client: string, count: number, at: number) => {
  const rows = Array.from({ length: count }, () => ({
    id: randomUUID(),
    session_id: randomUUID(),
    account_id: randomUUID(),
    client_id: client,
    sid: randomUUID(),
    created_at: new Date(at),
    due_at: new Date(at),
  }));
  await db().insertInto('openid_logins').values(rows).execute();
  return rows;
};
const rowsOf = (client: string) =>
  db().selectFrom('openid_logins').select(['due_at', 'attempts']).where('client_id', '=', client).execute();
const log = { warn: () => {} } as never;

test('a client that hangs keeps no other waiting, and one that failed is not asked again in a run', async () => {
  const [hanging, dead, alive] = [await addClient(db()), await addClient(db()), await addClient(db())];
  const at = accounts.server.now() + 3_600_000;
  await owedTo(hanging, 1, at - 3000);
  await owedTo(dead, 40, at - 2000);
  await owedTo(alive, 1, at - 1000);
  let release = () => {};
  const told = new Promise<void>(resolve => {
    release = resolve;
  });
  let asked = 0;
  const tell = async (client: string) => {
    if (client === hanging) await told;
    if (client === alive) release();
    if (client !== dead) return;
    asked += 1;
    throw new Error('down');
  };
  await tellClients({ db: db(), openid: { provider: async () => ({ tell }) }, log }, at);
  expect([await rowsOf(hanging), await rowsOf(alive)]).toEqual([[], []]);
  expect(asked).toBeLessThanOrEqual(8);
  expect((await rowsOf(dead)).map(({ attempts }) => attempts)).toEqual(Array.from({ length: 40 }, () => 1));
  await db().deleteFrom('openid_logins').where('client_id', '=', dead).execute();
});

test('a sign-in while a client is told keeps its row', async () => {
  const client = await addClient(db());
  const at = accounts.server.now() + 3_600_000;
  await owedTo(client, 1, at);
  const tell = async () => {
    await db()
      .updateTable('openid_logins')
      .set({ due_at: null, attempts: 0 })
      .where('client_id', '=', client)
      .execute();
  };
  await tellClients({ db: db(), openid: { provider: async () => ({ tell }) }, log }, at);
  expect(await rowsOf(client)).toEqual([{ due_at: null, attempts: 0 }]);
});
