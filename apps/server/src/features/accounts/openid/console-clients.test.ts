/** The console's calls about clients, over HTTP. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestConsole, testConsole } from '../../console/testing/console.ts';
import { Refusal } from '../../../platform/refusal.ts';

let console_: TestConsole;
beforeAll(async () => {
  console_ = await testConsole();
});
afterAll(() => console_?.stop());

const settings = {
  name: 'Moodle',
  mark: null,
  own: true,
  redirect_uris: ['https://moodle.school.example/admin/oauth2callback.php'],
  post_logout_redirect_uris: [],
  backchannel_logout_uri: null,
  scopes: ['openid', 'email'],
  refreshes: false,
  auth_method: 'client_secret_basic',
  id_token_alg: 'RS256',
  requires_second_factor: false,
  requires_pkce: true,
} as const;
const body = {
  ...settings,
  redirect_uris: [...settings.redirect_uris],
  scopes: [...settings.scopes],
  post_logout_redirect_uris: [],
};

const admin = () => console_.cookies.admin;
/** What the token endpoint says to these credentials. */
const error = async (id: string, secret: string): Promise<unknown> => {
  const response = await fetch(`${console_.server.url}/openid/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: 'none',
      redirect_uri: settings.redirect_uris[0],
      code_verifier: 'x'.repeat(43),
    }),
  });
  return ((await response.json()) as { error: unknown }).error;
};

test('a client is made, changed and deleted; its secret is shown once, and replaced with an overlap', async () => {
  const { call } = console_;
  const { id, secret } = await call('createOpenidClient', { cookie: admin(), body });
  expect(await error(id, secret ?? '')).toBe('invalid_grant');
  const renewed = await call('renewOpenidSecret', { cookie: admin(), body: { id, overlap: true } });
  expect(await error(id, secret ?? '')).toBe('invalid_grant');
  expect(await error(id, renewed.secret)).toBe('invalid_grant');
  console_.server.now.move(8 * 24 * 3600 * 1000);
  const cookie = await console_.operator('admin');
  expect(await error(id, secret ?? '')).toBe('invalid_client');
  const last = await call('renewOpenidSecret', { cookie, body: { id, overlap: false } });
  expect(await error(id, renewed.secret)).toBe('invalid_client');
  await call('changeOpenidClient', { cookie, body: { id, ...body, name: 'Moodle 5' } });
  const { clients } = await call('listOpenidClients', { cookie });
  expect(clients).toMatchObject([{ id, name: 'Moodle 5', sign_ins: [0, 0, 0, 0, 0, 0, 0] }]);
  expect(JSON.stringify(clients)).not.toContain('digest');
  await call('deleteOpenidClient', { cookie, body: { id } });
  expect(await error(id, last.secret)).toBe('invalid_client');
  const { items } = await call('listAudit', { cookie, query: { subject: id } });
  expect(items.map(({ act }) => act)).toEqual([
    'openid.delete',
    'openid.change',
    'openid.renew-secret',
    'openid.renew-secret',
    'openid.create',
  ]);
  expect(JSON.stringify(items)).not.toContain(last.secret);
  expect(items[1]).toMatchObject({ before: body, after: { ...body, name: 'Moodle 5' } });
  expect(JSON.stringify(items)).not.toContain('digest');
});

test('a client without a secret has none, and gets none', async () => {
  const cookie = await console_.operator('admin');
  const made = await console_.call('createOpenidClient', { cookie, body: { ...body, auth_method: 'none' } });
  expect(made.secret).toBe(null);
  const renew = { id: made.id, overlap: true };
  await expect(console_.call('renewOpenidSecret', { cookie, body: renew })).rejects.toThrow(Refusal);
});

test.each([
  'http://moodle.school.example/',
  'https://moodle.school.example/#x',
  'https://*.school.example/',
  'https://a:b@moodle.school.example/',
  'https://MOODLE.school.example/x',
  'https://moodle.school.example/a/../b',
  'javascript:alert(1)',
  'myapp://callback',
])('the address %s is refused', async uri => {
  const cookie = await console_.operator('admin');
  for (const change of [{ redirect_uris: [uri] }, { backchannel_logout_uri: uri }]) {
    const { status } = await console_.ask('createOpenidClient', { cookie, body: { ...body, ...change } });
    expect(status).toBe(400);
  }
});

test('viewers read, and change nothing', async () => {
  const cookie = await console_.operator('viewer');
  await console_.call('listOpenidClients', { cookie });
  const { status } = await console_.ask('createOpenidClient', { cookie, body });
  expect(status).toBe(403);
});
