/** Service tokens in the console: made, shown once, listed and ended by admins. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refusalOf } from '../accounts/testing.ts';
import { type TestConsole, testConsole } from './testing/console.ts';
import { useServiceToken } from '../../identity/service-tokens.ts';
import { deleteExpired } from './cleanup.ts';

const DAY = 24 * 3600 * 1000;
let pages: TestConsole;
beforeAll(async () => {
  pages = await testConsole();
});
afterAll(() => pages.stop());

const body = { name: 'Moodle', purpose: 'Courses of the school', scopes: ['people:read'], days: 30 } as const;
const make = (more: object = {}) =>
  pages.call('createServiceToken', {
    cookie: pages.cookies.admin,
    body: { ...body, scopes: [...body.scopes], ...more },
  });
const end = (id: string) => pages.call('endServiceToken', { cookie: pages.cookies.admin, body: { id } });
const list = async () => (await pages.call('listServiceTokens', { cookie: pages.cookies.admin })).items;
const use = (token: string, address = '203.0.113.7') =>
  useServiceToken(pages.server.app.db, {
    authorization: `Bearer ${token}`,
    address,
    at: pages.server.now(),
  });

test('a token is shown once, stored hashed, and works until an admin ends it', async () => {
  const { id, token, expires_at: expires } = await make();
  expect(token).toMatch(/^rcst_[\w-]{43}$/);
  expect(expires).toBe(pages.server.now() + 30 * DAY);
  expect(JSON.stringify(await list())).not.toContain(token);
  const { rows } = await pages.server.database.pool.query<{ text: string }>(
    "select service_tokens::text || encode(digest, 'escape') as text from service_tokens",
  );
  expect(rows.map(({ text }) => text).join('')).not.toContain(token.slice(5));
  const { caller } = await use(token);
  expect(caller).toEqual({ id, name: 'Moodle', purpose: body.purpose, scopes: ['people:read'] });
  expect(await list()).toMatchObject([
    { id, last_used_at: pages.server.now(), last_used_address: '203.0.113.7', ended_at: null },
  ]);
  await end(id);
  expect(await refusalOf(use(token))).toMatchObject({ refusal: 'ServiceTokenInvalid' });
  expect(await refusalOf(end(id))).toMatchObject({ refusal: 'Conflict' });
  const { items } = await pages.call('listAudit', {
    cookie: pages.cookies.admin,
    query: { act: 'service-tokens' },
  });
  expect(items.map(({ act, subject }) => [act, subject])).toEqual([
    ['service-tokens.end', id],
    ['service-tokens.create', id],
  ]);
  expect(JSON.stringify(items)).not.toContain(token);
});

test('a token ends by itself, and is forgotten 90 days later', async () => {
  const { id, token } = await make({ name: 'Short', days: 1 });
  await use(token);
  const { app, now } = pages.server;
  const at = now();
  now.move(DAY);
  expect(await refusalOf(use(token))).toMatchObject({ refusal: 'ServiceTokenInvalid' });
  await deleteExpired(app.db, { deleteExpired: async () => {} }, at + 90 * DAY);
  expect(await app.db.selectFrom('service_tokens').select('id').where('id', '=', id).execute()).toEqual([
    { id },
  ]);
  await deleteExpired(app.db, { deleteExpired: async () => {} }, at + 91 * DAY + 1);
  expect(await app.db.selectFrom('service_tokens').select('id').where('id', '=', id).execute()).toEqual([]);
  now.set(at);
});

test('it may be used from its addresses alone; another one neither counts nor is seen', async () => {
  const addresses = ['192.0.2.0/24', '2001:db8::1'];
  const { token } = await make({ name: 'Library', addresses });
  await use(token, '192.0.2.200');
  await use(token, '2001:db8::1');
  const { remaining } = await use(token, '192.0.2.1');
  for (const foreign of ['192.0.3.1', '2001:db8::2', 'no address'])
    expect(await refusalOf(use(token, foreign))).toMatchObject({ refusal: 'AddressRefused' });
  expect((await use(token, '192.0.2.1')).remaining).toBe(remaining - 1);
  expect((await list()).find(({ name }) => name === 'Library')).toMatchObject({
    last_used_address: '192.0.2.1',
  });
});

test('requests of a minute are counted together, however many come at the same time', async () => {
  const { token } = await make({ name: 'Busy', per_minute: 5 });
  const uses = await Promise.all(Array.from({ length: 8 }, () => use(token)));
  expect(uses.filter(({ exceeded }) => exceeded)).toHaveLength(3);
  expect(uses.every(({ limit, reset }) => limit === 5 && reset === 60)).toBe(true);
  pages.server.now.move(59_000);
  expect(await use(token)).toMatchObject({ exceeded: true, remaining: 0, reset: 1 });
  pages.server.now.move(1000);
  expect(await use(token)).toMatchObject({ exceeded: false, remaining: 4, reset: 60 });
});

test('what is wrong is refused by its name, and makes none', async () => {
  const before = (await list()).length;
  const wrong = {
    name: { name: '' },
    purpose: { purpose: ' ' },
    scopes: { scopes: [] },
    days: { days: 401 },
    addresses: { addresses: ['192.0.2.0/33'] },
    per_minute: { per_minute: 0 },
  };
  for (const [field, given] of Object.entries(wrong))
    expect(await refusalOf(make({ name: 'Wrong', ...given })), field).toMatchObject({
      refusal: 'InvalidRequest',
      detail: { data: { field } },
    });
  expect(await refusalOf(make({ name: 'Wrong', scopes: ['people:read', 'people:read'] }))).toMatchObject({
    refusal: 'InvalidRequest',
  });
  await make({ name: 'Twice' });
  expect(await refusalOf(make({ name: 'Twice' }))).toMatchObject({ refusal: 'Conflict' });
  expect(await list()).toHaveLength(before + 1);
});

test('only an admin who proved who they are makes and ends tokens', async () => {
  for (const cookie of [pages.cookies.support, pages.cookies.viewer])
    for (const name of ['listServiceTokens', 'createServiceToken', 'endServiceToken'] as const)
      expect(await refusalOf(pages.call(name, { cookie }))).toMatchObject({ refusal: 'RoleRequired' });
  const { id } = await make({ name: 'Stale proof' });
  pages.server.now.move(6 * 60_000);
  expect(await refusalOf(make({ name: 'Late' }))).toMatchObject({ refusal: 'ProofRequired' });
  expect(await refusalOf(end(id))).toMatchObject({ refusal: 'ProofRequired' });
});
