import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { TokenSet } from '@rollcall/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestServer, testServer } from '../../../app/testing.ts';
import { seedAgreements } from './default-agreements.ts';
import { PID, refusalOf, type TestAccounts, testAccounts } from '../testing.ts';

const ACCOUNTS = '/tiger/v3/web/accounts';

let context: TestAccounts;
beforeAll(async () => {
  context = await testAccounts();
});
afterAll(() => context.close());

const publish = async (
  code: string,
  version: number,
  more: { pid?: string; needs_signature?: boolean; at?: number } = {},
) => {
  const { id } = await context.database.db
    .insertInto('agreements')
    .values({
      code,
      version,
      pid: more.pid ?? null,
      needs_signature: more.needs_signature ?? true,
      title: JSON.stringify({ 'zh-CN': `${code}第${version}版`, en: `${code} v${version}` }),
      body: JSON.stringify({ 'zh-CN': '', en: '' }),
      published_at: new Date(more.at ?? context.now()),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};
const inForce = async (pid?: string) =>
  await context.call('getAgreements', { query: pid === undefined ? {} : { pid } });
const named = (list: readonly { code: string; version: number }[]) =>
  list.map(one => `${one.code} ${one.version}`);

describe('agreements', () => {
  test('a new school has three, in both languages, published once by servers that start at once', async () => {
    await Promise.all(Array.from({ length: 4 }, () => seedAgreements(context.database.db, context.now())));
    const chinese = await context.call('getAgreements', { query: { pid: PID }, language: 'zh-CN' });
    expect(chinese).toEqual([
      { id: 1, code: 'user-agreement', version: 1, title: '用户协议', url: '/agreements/1' },
      { id: 2, code: 'privacy-policy', version: 1, title: '隐私政策', url: '/agreements/2' },
      { id: 3, code: 'children-privacy', version: 1, title: '儿童个人信息保护规则', url: '/agreements/3' },
    ]);
    expect((await inForce()).map(one => one.title)).toEqual([
      'User Agreement',
      'Privacy Policy',
      "Children's Privacy Rules",
    ]);
  });

  test('the latest published version is in force; a pid’s own goes before the general one [7.getAgreements]', async () => {
    await publish('user-agreement', 2);
    await publish('user-agreement', 3, { at: context.now() + 1000 });
    await publish('privacy-policy', 1, { pid: PID });
    await publish('price-list', 1, { needs_signature: false });
    expect(named(await inForce('other'))).toEqual([
      'user-agreement 2',
      'privacy-policy 1',
      'children-privacy 1',
    ]);
    const own = (await inForce(PID)).find(one => one.code === 'privacy-policy');
    const general = (await inForce()).find(one => one.code === 'privacy-policy');
    expect(own?.id).not.toBe(general?.id);
    context.now.move(1000);
    expect(named(await inForce(PID))[0]).toBe('user-agreement 3');
  });

  test('what is signed is not asked for again, until a new version is in force [7.getAgreementsToSign 9.agreement_ids]', async () => {
    const { id, access } = await context.register();
    const unsigned = (token: string) => context.call('getUnsignedAgreements', { query: { pid: PID }, token });
    expect(await unsigned(access)).toEqual(await inForce(PID));
    const sign = (agreement_ids: number[]) =>
      context.call('signAgreements', { body: { agreement_ids, pid: PID }, token: access });
    expect(await sign([-1])).toEqual({});
    expect(await unsigned(access)).toHaveLength(3);
    const ids = (await inForce(PID)).map(one => one.id);
    await Promise.all([sign(ids), sign([...ids, -1, ...ids])]);
    expect(await unsigned(access)).toEqual([]);
    const rows = await context.database.db
      .selectFrom('signatures')
      .selectAll()
      .where('account_id', '=', id)
      .execute();
    expect(rows).toHaveLength(3);
    const next = await publish('children-privacy', 2);
    expect((await unsigned(access)).map(one => one.id)).toEqual([next]);
    // Anonymous, so a token changes nothing.
    const toSign = await context.call('getAgreementsToSign', { query: { pid: PID }, token: access });
    expect(toSign).toEqual(await inForce(PID));
  });

  test('ids that are no agreement of the pid are refused, and nothing is signed [7.signAgreements]', async () => {
    const { id, access } = await context.register();
    const foreign = await publish('foreign', 1, { pid: 'another' });
    const plain = await publish('plain', 1, { needs_signature: false });
    const coming = await publish('coming', 1, { at: context.now() + 1 });
    for (const bad of [foreign, plain, coming, 0, 2_147_483_647]) {
      const call = context.call('signAgreements', {
        body: { agreement_ids: [1, bad], pid: PID },
        token: access,
      });
      expect(await refusalOf(call)).toMatchObject({
        refusal: 'InvalidRequest',
        detail: { data: { field: 'agreement_ids' } },
      });
    }
    const rows = await context.database.db
      .selectFrom('signatures')
      .selectAll()
      .where('account_id', '=', id)
      .execute();
    expect(rows).toEqual([]);
  });

  test('protocols: the latest of each code, in the order asked for; unknown codes are left out [7.getProtocols]', async () => {
    const list = await context.call('getProtocols', {
      body: { codeList: ['price-list', 'no-such', 'user-agreement', 'price-list'], pid: PID },
    });
    expect(named(list)).toEqual(['price-list 1', 'user-agreement 3']);
    expect(list[0]?.url).toMatch(/^\/agreements\/\d+$/);
  });
});

describe('agreements over HTTP', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer({
      env: {
        ROLLCALL_NAME: '明德学堂',
        ROLLCALL_NAME_EN: 'Mingde School',
        ROLLCALL_ICP: '京ICP备12345678号-1',
        ROLLCALL_POLICE_RECORD: '京公网安备11010502030000号',
        ROLLCALL_PAGE_HOSTS: 'b.school.example=club,c.school.example=choir',
      },
    });
  });
  afterAll(() => server.stop());
  type Listed = { data: { title: string; url: string; code: string }[] };
  const titles = (answer: { json: unknown }) => (answer.json as Listed).data.map(({ title }) => title);
  const chinese = { 'accept-language': 'zh-CN' };
  const english = { 'accept-language': 'en' };

  test.each(['agreements', 'agreements/need-sign'])(
    '%s: the one that is asked for, else the reader’s',
    async path => {
      const ask = (query: string, headers: Record<string, string>) =>
        server.ask('GET', `${ACCOUNTS}/${path}${query}`, undefined, headers);
      expect(titles(await ask('', chinese))[0]).toBe('用户协议');
      expect(titles(await ask('', english))[0]).toBe('User Agreement');
      expect(titles(await ask('?language=en', chinese))[0]).toBe('User Agreement');
      expect(titles(await ask('?language=zh-CN', english))[0]).toBe('用户协议');
      // Without a language in the question there is none in the URLs.
      expect((await ask('', english)).json).toMatchObject({ data: [{ url: '/agreements/1' }, {}, {}] });
      for (const wrong of ['fr', 'EN', '', "en'--", '__proto__'])
        expect(await ask(`?language=${encodeURIComponent(wrong)}`, english)).toMatchObject({
          status: 400,
          json: { data: { field: 'language' } },
        });
      expect((await ask('?language=en&language=zh-CN', english)).status).toBe(400);
    },
  );

  test('the text behind the URL is in the language that was asked for, whatever the reader’s is', async () => {
    const listed = await server.ask('GET', `${ACCOUNTS}/agreements?language=en`, undefined, chinese);
    const [{ url } = { url: '' }] = (listed.json as Listed).data;
    const read = (path: string, headers: Record<string, string>) =>
      server.ask('GET', path, undefined, headers);
    for (const headers of [chinese, { ...chinese, cookie: 'rollcall_language=zh-CN' }]) {
      const page = await read(url, headers);
      expect(page.text).toContain('<html lang="en"');
      expect(page.text).toContain('Your account is for you alone.');
    }
    expect((await read(url.replace('language=en', 'language=zh-CN'), english)).text).toContain(
      '账号由您本人使用',
    );
    // What is no language of ours is the reader's.
    for (const query of ['', '?language=fr', '?language=en&language=zh-CN'])
      expect((await read(`/agreements/1${query}`, chinese)).text).toContain('账号由您本人使用');
  });

  test('a page bears the school’s name and its records', async () => {
    const read = async (headers: Record<string, string>) =>
      (await server.ask('GET', '/agreements/1', undefined, headers)).text;
    const page = await read(chinese);
    expect(page).toContain('<header><a href="/">明德学堂</a></header>');
    expect(page).toContain('<a href="https://beian.miit.gov.cn/" rel="noreferrer">京ICP备12345678号-1</a>');
    expect(page).toContain(
      '<a href="https://beian.mps.gov.cn/#/query/webSearch?code=11010502030000" rel="noreferrer">京公网安备11010502030000号</a>',
    );
    expect(await read(english)).toContain('<header><a href="/">Mingde School</a></header>');
  });

  test.each([
    [chinese, '用户协议：第 1 版'],
    [english, 'User Agreement: Version 1'],
  ])('a page has an icon that its policy allows, and a description: %s', async (headers, described) => {
    const page = await server.ask('GET', '/agreements/1', undefined, headers);
    const [, icon = ''] = /<link rel="icon" type="image\/svg\+xml" href="([^"]+)">/.exec(page.text) ?? [];
    expect(await (await fetch(icon)).text()).toMatch(/^<svg xmlns="[^"]+" .*<\/svg>$/);
    expect(page.headers.get('content-security-policy')).toMatch(/img-src [^;]*data:/);
    expect(page.text).toContain(`<meta name="description" content="${described}`);
  });

  test.each([
    [chinese, '第 1 版，2026年4月1日'],
    [english, 'Version 1, April 1, 2026'],
  ])('a page has the day of its version as the school writes it: %s', async (headers, version) => {
    const published_at = new Date('2026-03-31T16:00:00Z');
    await server.app.db.updateTable('agreements').set({ published_at }).where('id', '=', 1).execute();
    const page = await server.ask('GET', '/agreements/1', undefined, headers);
    expect(page.text).toContain(`<small>${version}</small>`);
  });

  test('protocols and unsigned agreements take a language too', async () => {
    const body = { codeList: ['privacy-policy'], pid: 'rollcall' };
    const list = (more: object) =>
      server.ask('POST', `${ACCOUNTS}/protocol/list`, { ...body, ...more }, chinese);
    expect((await list({})).json).toMatchObject({ data: [{ title: '隐私政策', url: '/agreements/2' }] });
    expect((await list({ language: 'en' })).json).toMatchObject({
      data: [{ title: 'Privacy Policy', url: '/agreements/2?language=en' }],
    });
    expect((await list({ language: 'tlh' })).json).toMatchObject({ data: { field: 'language' } });

    const phone_number = '13900009001';
    await server.ask('POST', `${ACCOUNTS}/captcha/login/silence`, { phone_number, pid: 'rollcall' });
    const [captcha] = server.codes(phone_number);
    const signedIn = await server.ask('POST', `${ACCOUNTS}/phone/login/silence`, {
      phone_number,
      captcha,
      pid: 'rollcall',
    });
    const { token } = (signedIn.json as { data: { auth: { token: TokenSet } } }).data.auth;
    const authorization = `Bearer ${token.access.token}`;
    const unsigned = await server.ask('GET', `${ACCOUNTS}/agreements/unsigned?language=en`, undefined, {
      ...chinese,
      authorization,
    });
    expect(titles(unsigned)).toEqual(['User Agreement', 'Privacy Policy', "Children's Privacy Rules"]);
  });

  test('/agreements lists what is in force for the pid of the host, and says where there is nothing', async () => {
    const { db } = server.app;
    const publishFor = (pid: string, code: string, needs_signature: boolean) =>
      db
        .insertInto('agreements')
        .values({
          code,
          version: 2,
          pid,
          needs_signature,
          title: JSON.stringify({ 'zh-CN': `${pid}的<${code}>`, en: `<${code}> of ${pid}` }),
          body: JSON.stringify({ 'zh-CN': '', en: '' }),
          published_at: new Date(server.now()),
        })
        .execute();
    await publishFor('club', 'privacy-policy', true);
    await publishFor('choir', 'rehearsals', false);
    // fetch sends no other Host than that of the URL.
    const read = async (host: string, headers: Record<string, string>, query = '') => {
      const sent = get(`${server.url}/agreements${query}`, { headers: { ...headers, host } });
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      return text(answer);
    };
    const linked = (page: string) =>
      [...page.matchAll(/<li><a href="([^"]+)">([^<]+)<\/a>/g)].map(([, url, title]) => [url, title]);
    const general = [
      ['/agreements/1', 'User Agreement'],
      ['/agreements/2', 'Privacy Policy'],
      ['/agreements/3', 'Children&#39;s Privacy Rules'],
    ];
    expect(linked(await read('a.school.example', english))).toEqual(general);
    expect(linked(await read('B.school.example:8080', english))).toEqual([
      general[0],
      ['/agreements/4', '&lt;privacy-policy&gt; of club'],
      general[2],
    ]);
    expect(linked(await read('c.school.example', english))).toEqual([
      ...general,
      ['/agreements/5', '&lt;rehearsals&gt; of choir'],
    ]);
    const asked = await read('c.school.example', english, '?language=zh-CN');
    expect(linked(asked).at(-1)).toEqual(['/agreements/5?language=zh-CN', 'choir的&lt;rehearsals&gt;']);
    expect(asked).toContain('<meta name="description" content="现行的用户协议、隐私政策等文件。">');

    await db.deleteFrom('signatures').execute();
    await db.deleteFrom('agreements').execute();
    const empty = await read('a.school.example', chinese);
    expect(empty).toContain('<p>目前没有生效的协议。</p>');
    expect(empty).not.toContain('<ol>');
  });
});
