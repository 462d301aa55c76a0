/** What operators set in the console: checked as at the start, and taken up by every process. */
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls, refusals } from '@rollcall/contract';
import { consoleCalls } from '@rollcall/contract/console';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refusalOf } from '../features/accounts/testing.ts';
import { type TestConsole, testConsole } from '../features/console/testing/console.ts';
import { deleteUnusedPictures } from '../pictures/cleanup.ts';
import { folderPictures } from '../pictures/folder-pictures.ts';
import { type TestServer, testServer } from './testing.ts';

let one: TestConsole;
let other: TestServer;
beforeAll(async () => {
  one = await testConsole({
    ROLLCALL_CODE_DAILY_LIMIT: '9',
    ROLLCALL_GEETEST_SCRIPT_URL: 'https://vendor.example/captcha.js?token=of-the-vendor',
  });
  other = await testServer({ beside: one.server, now: one.server.now });
});
afterAll(async () => {
  await other.stop();
  await one.stop();
});

const list = async (on = one) => {
  const { groups } = await on.call('listSettings', { cookie: one.cookies.admin });
  return new Map(groups.flatMap(({ settings }) => settings.map(setting => [setting.name, setting])));
};
const setting = async (name: string) => {
  const found = (await list()).get(name);
  if (!found) throw new Error(`${name} is not listed`);
  return found;
};
/** Sets over what is stored now. */
const set = async (values: Readonly<Record<string, string | null>>, cookie = one.cookies.admin) => {
  const known = await list();
  const changes = Object.entries(values).map(([name, value]) => ({
    name,
    value,
    version: known.get(name)?.stored?.version ?? 0,
  }));
  return one.call('changeSettings', { cookie, body: { changes } });
};

test('every setting is shown with its source; of secrets only whether they are set', async () => {
  const all = await list();
  expect(all.size).toBeGreaterThan(150);
  expect(all.get('ROLLCALL_CODE_DAILY_LIMIT')).toMatchObject({
    source: 'environment',
    value: '9',
    usual: '10',
    settable: false,
    least: 1,
    most: 1_000_000,
  });
  expect(all.get('ROLLCALL_CODE_RETRY_SECONDS')).toMatchObject({
    source: 'default',
    value: null,
    usual: '60',
    settable: true,
    guide: null,
  });
  expect(all.get('ROLLCALL_PHRASES')?.guide).toBe('docs/phrases.md');
  expect(all.get('ROLLCALL_NAME_REVIEW_URL')?.guide).toBe('docs/configuration.md#review-of-names');
  expect(all.get('ROLLCALL_SECRET')).toMatchObject({ source: 'environment', value: null, settable: false });
  expect(all.get('ROLLCALL_DATABASE_URL')).toMatchObject({ kind: 'secret', value: null });
  // The query of a service's address may hold a token.
  expect(all.get('ROLLCALL_GEETEST_SCRIPT_URL')).toMatchObject({ source: 'environment', value: null });
  expect(JSON.stringify([...all.values()])).not.toMatch(/tests-do-not-keep-this|of-the-vendor/);
});

const NAME = 'ROLLCALL_CODE_RETRY_SECONDS';
/** The look that comes every few seconds. */
const look = async (on: TestServer) => {
  const job = on.jobs.find(({ name }) => name === 'take up settings');
  expect(job).toMatchObject({ scope: 'process', everyMs: 3_000 });
  await job?.run(on.now());
};
const phoneOf = (index: number) => `1380000000${index}`;
/** Asks a server for a code, as the page of the sign-up does. */
const sendCode = async (server: TestServer, phone: string) => {
  const body = { phone_number: phone, pid: 'school' };
  return (await server.ask('POST', calls.sendRegisterCaptcha.path, body)).json;
};

const signUp = async (server: TestServer, phone: string): Promise<string> => {
  await sendCode(server, phone);
  const [captcha = ''] = server.codes(phone);
  const body = {
    phone_number: phone,
    captcha,
    password: 'Correct-1',
    agreement_ids: [-1],
    pid: 'school',
  };
  const { json } = await server.ask('POST', calls.registerByPhone.path, body);
  const data = json?.data as { auth: { token: { access: { token: string } } } } | undefined;
  return data?.auth.token.access.token ?? '';
};

test('a change is taken up here immediately and by another process at its next look', async () => {
  expect(await sendCode(other, phoneOf(2))).toMatchObject({ data: { retry_after: 60 } });
  await set({ [NAME]: '7' });
  expect(await setting(NAME)).toMatchObject({
    source: 'console',
    value: '7',
    stored: { version: 1, changed_by: 'first.admin', problem: null },
  });
  expect(await sendCode(one.server, phoneOf(1))).toMatchObject({ data: { retry_after: 7 } });
  await look(other);
  expect(await sendCode(other, phoneOf(3))).toMatchObject({ data: { retry_after: 7 } });
  await set({ [NAME]: null });
  expect(await setting(NAME)).toMatchObject({ source: 'default', value: null, stored: { version: 2 } });
});

test('networks, names and the look of the school hold on the other process', async () => {
  const token = await signUp(other, phoneOf(4));
  const rename = async (nickname: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return other.ask('PATCH', calls.updateProfile.path, { nickname }, headers);
  };
  const head = async () => (await other.ask('GET', '/agreements')).text;
  expect((await rename('蓝鸟一号')).status).toBe(200);
  expect(other.server.inSharedNetwork('10.8.3.4')).toBe(false);
  expect(await head()).not.toContain('星野网校');
  await set({
    ROLLCALL_NAME: '星野网校',
    ROLLCALL_COLOUR: '#1f4b8f',
    ROLLCALL_SHARED_NETWORKS: '10.8.0.0/16',
    ROLLCALL_REFUSED_NAMES: '# ours\n蓝鸟*',
  });
  await look(other);
  for (const name of ['蓝鸟二号', '星野网校'])
    expect((await rename(name)).json?.data, name).toMatchObject({ refused: true, reason: 'school' });
  expect(other.server.inSharedNetwork('10.8.3.4')).toBe(true);
  const page = await head();
  expect(page).toContain('星野网校');
  expect(page).toContain('#1f4b8f');
  // The text message is signed by the name, too.
  await sendCode(other, phoneOf(5));
  expect(other.development?.list(phoneOf(5))[0]?.text).toContain('【星野网校】');
});

test('a message budget holds on the other process, and may be taken back', async () => {
  await set({ ROLLCALL_CODE_NETWORK_LIMIT: '1' });
  await look(other);
  expect(await sendCode(other, phoneOf(6))).toMatchObject({ data: { retry_after: 60 } });
  expect(await sendCode(other, phoneOf(7))).toMatchObject({ code: refusals.CaptchaLimitReached.code });
  await set({ ROLLCALL_CODE_NETWORK_LIMIT: null });
  await look(other);
  expect(await sendCode(other, phoneOf(7))).toMatchObject({ data: { retry_after: 60 } });
});

test('what the start refuses is refused by name, and changes nothing', async () => {
  const before = [...(await list()).values()];
  const wrong: Record<string, string> = {
    ROLLCALL_NAME: '<script>alert(1)</script>',
    ROLLCALL_NAME_EN: 'a"onload=',
    ROLLCALL_COLOUR: '#ffffff',
    ROLLCALL_MARK: 'javascript:alert(1)',
    ROLLCALL_SIGN_IN_WAYS: 'code,fingerprint',
    ROLLCALL_CONSOLE_IDLE_MINUTES: '0',
    ROLLCALL_CONSOLE_SESSION_HOURS: '169',
    ROLLCALL_SHARED_NETWORKS: '10.8.0.0/33',
    ROLLCALL_MESSAGES_PER_HOUR: '-1',
    ROLLCALL_PHRASES: '{"en": {"signIn.title": 1}}',
  };
  for (const [name, value] of Object.entries(wrong))
    expect(
      await refusalOf(set({ ROLLCALL_SHARED_NETWORKS: '10.9.0.0/16', [name]: value })),
      name,
    ).toMatchObject({
      refusal: 'InvalidRequest',
      detail: { data: { field: name } },
    });
  for (const value of ['#1f4b8f;background:url(//evil.example)', 'red}body{display:none', '#1f4b8', 'url(x)'])
    expect(await refusalOf(set({ ROLLCALL_COLOUR: value })), value).toMatchObject({
      refusal: 'InvalidRequest',
    });
  for (const value of [
    'data:image/svg+xml,<svg onload=alert(1)>',
    'http://school.example/mark.png',
    'https://a/"><script>',
  ])
    expect(await refusalOf(set({ ROLLCALL_MARK: value })), value).toMatchObject({
      refusal: 'InvalidRequest',
    });
  expect(await refusalOf(set({ ROLLCALL_SECRET: 'x'.repeat(40) }))).toMatchObject({ refusal: 'NotFound' });
  expect(await refusalOf(set({ ROLLCALL_NOTHING: '1' }))).toMatchObject({ refusal: 'NotFound' });
  // The environment has it.
  expect(await refusalOf(set({ ROLLCALL_CODE_DAILY_LIMIT: '3' }))).toMatchObject({
    refusal: 'Conflict',
    detail: { data: { field: 'ROLLCALL_CODE_DAILY_LIMIT', environment: true } },
  });
  expect([...(await list()).values()]).toEqual(before);
});

test('an uploaded mark is decoded, stays while it is set, and is no script', async () => {
  const upload = (bytes: Buffer) =>
    one.call('uploadMark', { cookie: one.cookies.admin, body: { picture: bytes.toString('base64') } });
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>';
  for (const bytes of [Buffer.from(svg), Buffer.from('GIF89a')])
    expect(await refusalOf(upload(bytes))).toMatchObject({ refusal: 'InvalidPicture' });
  const blue = { width: 900, height: 300, channels: 4, background: '#1f4b8f80' } as const;
  const { mark } = await upload(await sharp({ create: blue }).png().toBuffer());
  const unused = await upload(await sharp({ create: blue }).webp().toBuffer());
  // One that is not there, and one of an account, which would go with that.
  const nowhere = `/pictures/${'0'.repeat(32)}.webp`;
  expect(await refusalOf(set({ ROLLCALL_MARK: nowhere }))).toMatchObject({
    refusal: 'InvalidRequest',
    detail: { data: { field: 'ROLLCALL_MARK' } },
  });
  const { id } = await one.server.app.db.selectFrom('accounts').select('id').executeTakeFirstOrThrow();
  const own = async (picture: string | null) =>
    one.server.app.db.updateTable('accounts').set({ picture }).where('id', '=', id).execute();
  await own(mark.slice('/pictures/'.length, -'.webp'.length));
  expect(await refusalOf(set({ ROLLCALL_MARK: mark }))).toMatchObject({ refusal: 'InvalidRequest' });
  await own(null);
  await set({ ROLLCALL_MARK: mark });
  const answer = await fetch(`${one.server.url}${mark}`);
  expect(answer.headers.get('content-type')).toBe('image/webp');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  const kept = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
  expect([kept.width, kept.height, kept.hasAlpha]).toEqual([288, 96, true]);
  // Those of nobody go after a day.
  const { config, db } = one.server.app;
  const pictures = folderPictures(join(config.data, 'pictures'));
  expect(await deleteUnusedPictures(pictures, db, Date.now() + 48 * 3_600_000)).toBe(1);
  expect((await one.server.ask('GET', mark)).status).toBe(200);
  expect((await one.server.ask('GET', unused.mark)).status).toBe(404);
  await set({ ROLLCALL_MARK: null });
});

test('of two operators who change one setting the second is told', async () => {
  const version = (await setting(NAME)).stored?.version ?? 0;
  const change = (value: string) =>
    one.call('changeSettings', {
      cookie: one.cookies.admin,
      body: { changes: [{ name: NAME, value, version }] },
    });
  const ends = await Promise.allSettled(['11', '12', '13'].map(change));
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await refusalOf(change('14'))).toMatchObject({ refusal: 'Conflict' });
  expect((await setting(NAME)).stored?.version).toBe(version + 1);
  await set({ [NAME]: null });
});

test('only an admin with a fresh proof sets, and the audit log has what it was', async () => {
  for (const role of ['viewer', 'support'] as const) {
    expect(await refusalOf(set({ [NAME]: '9' }, one.cookies[role]))).toMatchObject({
      refusal: 'RoleRequired',
    });
    expect(await refusalOf(one.call('listSettings', { cookie: one.cookies[role] }))).toMatchObject({
      refusal: 'RoleRequired',
    });
  }
  await set({ [NAME]: '21' });
  await set({ [NAME]: '22' });
  const { items } = await one.call('listAudit', { cookie: one.cookies.admin, query: { act: 'settings' } });
  expect(items[0]).toMatchObject({
    act: 'settings.change',
    subject: NAME,
    before: { [NAME]: '21' },
    after: { [NAME]: '22' },
  });
  await set({ [NAME]: null });
});

test('the audit log has the digest of a long text, and no half of a character', async () => {
  const half = String.fromCharCode(0xd8_3d);
  expect(await refusalOf(set({ ROLLCALL_REFUSED_NAMES: `a${half}` }))).toMatchObject({
    refusal: 'InvalidRequest',
  });
  const long = `a${'😀'.repeat(499)}\n😀b`;
  await set({ ROLLCALL_REFUSED_NAMES: long });
  const { items } = await one.call('listAudit', { cookie: one.cookies.admin, query: { act: 'settings' } });
  const digest = createHash('sha256').update(long).digest('hex');
  expect(items[0]?.after).toEqual({
    ROLLCALL_REFUSED_NAMES: `a${'😀'.repeat(499)}… (1003 characters, SHA-256 ${digest})`,
  });
  await set({ ROLLCALL_REFUSED_NAMES: null });
});

test('a server whose environment says so ignores what is stored', async () => {
  await set({ ROLLCALL_NAME: '星野网校' });
  const apart = await testServer({
    beside: one.server,
    now: one.server.now,
    env: { ROLLCALL_SETTINGS: 'environment' },
  });
  try {
    expect((await apart.ask('GET', '/agreements')).text).not.toContain('星野网校');
    const { path } = consoleCalls.listSettings;
    const { json } = await apart.ask('GET', path, undefined, { cookie: one.cookies.admin });
    expect(json?.data).toMatchObject({ from_console: false });
    expect(JSON.stringify(json)).not.toContain('"settable":true');
  } finally {
    await apart.stop();
  }
});

test('a stored value that the server refuses is left out, logged and shown; the others hold', async () => {
  const { db } = one.server.app;
  const row = { value: '#ffffff', version: 50, changed_at: new Date(), changed_by: 'older release' };
  await set({ ROLLCALL_COLOUR: '#1f4b8f' });
  await db.updateTable('settings').set(row).where('name', '=', 'ROLLCALL_COLOUR').execute();
  // Of a newer release, or an older one.
  await db
    .insertInto('settings')
    .values({ ...row, name: 'ROLLCALL_UNKNOWN' })
    .execute();
  const later = await testServer({ beside: one.server, now: one.server.now });
  try {
    const page = (await later.ask('GET', '/agreements')).text;
    expect(page).toContain('星野网校');
    expect(page).not.toContain('#ffffff}');
    expect(later.lines.filter(line => line.includes('ROLLCALL_COLOUR'))).toHaveLength(1);
    expect(await setting('ROLLCALL_COLOUR')).toMatchObject({
      source: 'default',
      stored: { value: '#ffffff', problem: expect.stringContaining('a darker colour') },
    });
    // It keeps nobody from setting another one.
    await set({ [NAME]: '8' });
    await set({ ROLLCALL_COLOUR: '#1f4b8f', [NAME]: null });
    expect(await setting('ROLLCALL_COLOUR')).toMatchObject({ source: 'console', stored: { problem: null } });
  } finally {
    await later.stop();
  }
});

test('what the environment refuses of one text leaves the others in force, and is said by the write', async () => {
  // Its text message has no room for a long name: the problem is told of the phrases, which are not stored.
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-phrases-'));
  const file = join(folder, 'phrases.json');
  const sms =
    '验证码 {code}，用于{purpose}，{minutes} 分钟内有效，请勿告诉他人。如非本人操作，请忽略本短信，无须回复任何内容。';
  await writeFile(file, JSON.stringify({ 'zh-CN': { 'messages.sms': sms } }));
  const long = '星'.repeat(40);
  await set({ ROLLCALL_NAME: long, ROLLCALL_COLOUR: '#123456' });
  const apart = await testServer({
    beside: one.server,
    now: one.server.now,
    env: { ROLLCALL_PHRASES: file },
  });
  try {
    const { pages } = apart.app.config;
    expect([...apart.settings.problems().keys()]).toEqual(['ROLLCALL_NAME']);
    expect([pages.name, pages.colour]).toEqual([undefined, '#123456']);
    const { path, method } = consoleCalls.changeSettings;
    const { stored } = await setting('ROLLCALL_NAME');
    const change = (name: string, value: string, version = stored?.version ?? 0) =>
      apart.ask(
        method,
        path,
        { changes: [{ name, value, version }] },
        { cookie: one.cookies.admin, origin: apart.url },
      );
    const { status, json } = await change('ROLLCALL_NAME', `${long.slice(1)}月`);
    expect([status, json?.data]).toMatchObject([400, { field: 'ROLLCALL_NAME' }]);
    expect((await setting('ROLLCALL_NAME')).stored).toEqual(stored);
    expect((await change('ROLLCALL_NAME', '星野网校')).status).toBe(200);
    expect(pages.name?.['zh-CN']).toBe('星野网校');
  } finally {
    await apart.stop();
    await rm(folder, { recursive: true });
  }
});

test('a process whose environment comes before what is set says so', async () => {
  await set({ ROLLCALL_NAME: '星野网校' });
  const apart = await testServer({ beside: one.server, now: one.server.now, env: { ROLLCALL_NAME: '蓝鸟' } });
  try {
    await look(apart);
    expect(apart.lines.filter(line => line.includes('"setting":"ROLLCALL_NAME"'))).toHaveLength(1);
  } finally {
    await apart.stop();
  }
});

test('a shorter session of operators ends the open ones, on every process', async () => {
  const { path } = consoleCalls.listOwnSessions;
  const list = async () => (await other.ask('GET', path, undefined, { cookie: one.cookies.viewer })).status;
  one.server.now.move(3 * 60_000);
  expect(await list()).toBe(200);
  await set({ ROLLCALL_CONSOLE_IDLE_MINUTES: '2' });
  await look(other);
  one.server.now.move(3 * 60_000);
  expect(await list()).toBe(401);
});
