import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addHostedPages } from './hosted-pages.ts';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../app/config.ts';
import { platformConfig, testCspSources, type TestHttp, testHttp } from '../../http/testing.ts';
import type { PageSettings } from '@rollcall/contract';

const HELD = 'Hq3vT0x_bWm7ZcRk-9sYdA';
const page = (page: string, language: string) =>
  `<!doctype html><html lang="${language}" data-theme=""><script nonce="${HELD}">1</script><script nonce="${HELD}" src="/static/1.js" integrity="sha256-a"></script><title>${page} · ${language === 'en' ? 'Rollcall' : '点名册'}</title><a class="b" href="/" data-brand=""><svg></svg><span>${language === 'en' ? 'Rollcall' : '点名册'}</span></a><p>data-theme=""</p><a href="/sign-up">1</a><a class="b" href="/sign-in">2</a><script type="application/json" id="settings">{}</script></head>`;
const foot = '<footer class="f" data-foot=""></footer>';
const script = 'console.log("rollcall")'.repeat(50);

let web: string;
let http: TestHttp;
beforeEach(async () => {
  web = mkdtempSync(join(tmpdir(), 'rollcall-web-'));
  mkdirSync(join(web, 'pages'));
  mkdirSync(join(web, 'static', 'deep'), { recursive: true });
  for (const language of ['zh-CN', 'en']) writeFileSync(join(web, 'pages', `reset.${language}.html`), foot);
  for (const name of ['index', 'sign-in', 'sign-up']) {
    for (const language of ['zh-CN', 'en'])
      writeFileSync(join(web, 'pages', `${name}.${language}.html`), page(name, language));
  }
  writeFileSync(join(web, 'secret.txt'), 'not for anybody');
  writeFileSync(join(web, 'static', '12.0a1b2c3d4e5f.js'), script);
  writeFileSync(join(web, 'static', '12.0a1b2c3d4e5f.js.br'), brotliCompressSync(script));
  writeFileSync(join(web, 'static', '12.0a1b2c3d4e5f.js.gz'), gzipSync(script));
  writeFileSync(join(web, 'static', 'rollcall.js'), script);
  writeFileSync(join(web, 'static', '.hidden'), 'hidden');
  for (const version of ['0.15', '0.16', 'next']) {
    mkdirSync(join(web, 'rollcall', version), { recursive: true });
    writeFileSync(join(web, 'rollcall', version, 'rollcall.js'), `${script}${version}`);
    writeFileSync(join(web, 'rollcall', version, 'rollcall.js.map'), '{"sources":["script.ts"]}');
  }
  for (const end of ['', '.br', '.gz'])
    writeFileSync(join(web, 'static', `12.0a1b2c3d4e5f.js.map${end}`), '{"sources":["lesson.ts"]}');
  http = await start();
});
const addPages = (
  server: FastifyInstance,
  config: Config,
  channels: PageSettings['channels'] = ['sms', 'email'],
  wechatCode = false,
) =>
  addHostedPages(
    server,
    { ...config, channels, converts: false, thirdParties: ['wechat'], wechatCode },
    testCspSources(config),
  );
const start = (env: Record<string, string> = {}, folder = web, channels?: PageSettings['channels']) => {
  const all = { ROLLCALL_ENV: 'test', ROLLCALL_WEB: folder, ...env };
  return testHttp({}, { env: all, add: server => addPages(server, platformConfig(all), channels) });
};
/** The settings in a page. */
const settingsOf = (body: Buffer): PageSettings =>
  JSON.parse(/id="settings">(.*?)<\/script>/.exec(body.toString())?.[1] ?? '') as PageSettings;
/** The nonce of an answer's policy. */
const nonceOf = (headers: Got['headers']) =>
  /script-src 'nonce-([\w-]{22})'/.exec(String(headers['content-security-policy']))?.[1] ?? '';
afterEach(async () => {
  await http.close();
  rmSync(web, { recursive: true, force: true });
});

interface Got {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}
/** The raw answer, as it came: fetch would unpack it and tidy the path. */
const get = (path: string, headers: Record<string, string> = {}): Promise<Got> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(http.url);
    request({ hostname, port, path, headers }, response => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    })
      .on('error', reject)
      .end();
  });

describe('an address with a slash at its end', () => {
  it.each([
    ['/sign-in/', '/sign-in'],
    ['/sign-in/?return=%2Flesson%2F1%2F', '/sign-in?return=%2Flesson%2F1%2F'],
    ['/sign-in/email/', '/sign-in/email'],
    ['/account/security/', '/account/security'],
    ['/guardian/', '/guardian'],
    ['/guardian/token-1/', '/guardian/token-1'],
    ['/oauth/%2Fevil.example/?code=1', '/oauth/%2Fevil.example?code=1'],
  ])('%s leads to the page', async (from, to) => {
    const { status, headers } = await get(from);
    expect([status, headers.location]).toEqual([302, to]);
  });

  it('of no page leads nowhere', async () => {
    for (const path of ['/nowhere/', '//sign-in/', '/sign-in//'])
      expect((await get(path)).status, path).toBe(404);
  });
});

describe('a browser that several people use', () => {
  const isMarked = async (headers: Record<string, string> = {}) => {
    const { body, headers: answered } = await get('/sign-in', headers);
    return [/^<!doctype html><html [^>]*data-shared=""/.test(body.toString()), answered['etag']] as const;
  };

  it('is known by its cookie, and its page has another tag', async () => {
    const [unmarked, tag] = await isMarked();
    const [marked, other] = await isMarked({ cookie: 'rollcall_shared=1' });
    expect([unmarked, marked]).toEqual([false, true]);
    expect(other).not.toBe(tag);
    expect((await isMarked({ cookie: 'rollcall_shared=yes' }))[0]).toBe(false);
    expect((await isMarked({ cookie: 'rollcall_shared=1; rollcall_theme=dark' }))[0]).toBe(true);
  });

  it('is known by its network, unless its cookie says that it is one person’s own', async () => {
    await http.close();
    http = await start({ ROLLCALL_SHARED_NETWORKS: '127.0.0.0/8' });
    expect((await isMarked())[0]).toBe(true);
    expect((await isMarked({ cookie: 'rollcall_shared=0' }))[0]).toBe(false);
  });
});

it('/.well-known/change-password leads to the page where a password is changed', async () => {
  const { status, headers } = await get('/.well-known/change-password');
  expect([status, headers.location]).toEqual([302, '/account/security']);
  // By this, browsers tell a site that knows the address from one that answers every address.
  expect(
    (await get('/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200')).status,
  ).toBe(404);
});

describe('the reference and the guides', () => {
  const build = async () => {
    mkdirSync(join(web, 'reference'));
    mkdirSync(join(web, 'guides'));
    for (const file of ['index.html', 'phrases.html'])
      writeFileSync(join(web, 'guides', file), `guides/${file}`);
    for (const file of ['index.html', 'accounts.html', 'reference.css'])
      writeFileSync(join(web, 'reference', file), file);
    await http.close();
    http = await start();
  };

  it('stand at /reference and /guides, under a policy that allows its style sheet alone', async () => {
    await build();
    for (const [path, file, type] of [
      ['/reference', 'index.html', 'text/html; charset=utf-8'],
      ['/reference/accounts', 'accounts.html', 'text/html; charset=utf-8'],
      ['/guides', 'guides/index.html', 'text/html; charset=utf-8'],
      ['/guides/phrases', 'guides/phrases.html', 'text/html; charset=utf-8'],
      ['/reference/reference.css', 'reference.css', 'text/css; charset=utf-8'],
    ] as const) {
      const { status, headers, body } = await get(path);
      expect([status, headers['content-type'], body.toString()], path).toEqual([200, type, file]);
      expect(headers['content-security-policy']).toBe(
        "default-src 'none';style-src 'self';img-src 'self';base-uri 'none';form-action 'none';frame-ancestors 'none'",
      );
      const again = await get(path, { 'if-none-match': String(headers.etag) });
      expect([again.status, headers['cache-control']]).toEqual([304, 'no-cache']);
    }
    const { status, headers } = await get('/reference/');
    expect([status, headers.location]).toEqual([302, '/reference']);
  });

  it('have no other file, and none where it is not built', async () => {
    expect((await get('/reference')).status).toBe(404);
    await build();
    for (const path of [
      '/reference/..%2fsecret.txt',
      '/reference/../secret.txt',
      '/reference/nope',
      '/guides/nope',
    ])
      expect((await get(path)).status, path).toBe(404);
  });
});

describe('files under /static/', () => {
  it('are never source maps, even if the folder has one', async () => {
    for (const encoding of ['', 'br', 'gzip'])
      for (const path of [
        '12.0a1b2c3d4e5f.js.map',
        '12.0a1b2c3d4e5f.js.MAP',
        '12.0a1b2c3d4e5f.js.map.br',
        '12.0a1b2c3d4e5f.js.map.gz',
        '12.0a1b2c3d4e5f.js%2Emap',
        '12.0a1b2c3d4e5f.js.%6dap?v=1',
      ]) {
        const { status, body } = await get(`/static/${path}`, { 'accept-encoding': encoding });
        expect(status, path).toBe(404);
        expect(body.toString()).not.toContain('lesson.ts');
      }
  });

  it('are compressed as the browser accepts, with brotli first', async () => {
    const path = '/static/12.0a1b2c3d4e5f.js';
    const brotli = await get(path, { 'accept-encoding': 'gzip, deflate, br' });
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(brotli.body).toString()).toBe(script);
    expect(brotli.headers['content-type']).toMatch(/javascript/);
    const gzip = await get(path, { 'accept-encoding': 'gzip' });
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzip.body).toString()).toBe(script);
    const plain = await get(path);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.body.toString()).toBe(script);
  });

  it('are immutable if their name has a hash, and revalidated if not', async () => {
    const hashed = await get('/static/12.0a1b2c3d4e5f.js', { 'accept-encoding': 'br' });
    expect(hashed.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(hashed.headers.vary).toContain('Accept-Encoding');
    expect(hashed.headers['cross-origin-resource-policy']).toBe('cross-origin');
    // A browser on another site can check them; one answer serves all who ask.
    expect(hashed.headers['access-control-allow-origin']).toBe('*');
    const answer = await get('/static/12.0a1b2c3d4e5f.js', { origin: 'http://localhost:3000' });
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
    const plain = await get('/static/rollcall.js', { 'accept-encoding': 'br' });
    expect(plain.headers['cache-control']).toBe('no-cache');
    expect(plain.body.toString()).toBe(script);
    expect((await get('/static/rollcall.js', { 'if-none-match': String(plain.headers.etag) })).status).toBe(
      304,
    );
  });

  it.each([
    '/static/../secret.txt',
    '/static/%2e%2e/secret.txt',
    '/static/..%2fsecret.txt',
    '/static/.hidden',
    '/static/deep',
    '/static/',
    '/static/none.js',
    '/static/%00',
  ])('%s is not found', async path => {
    const { status, body } = await get(path);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(JSON.parse(body.toString())).toHaveProperty('code');
    expect(body.toString()).not.toContain('not for anybody');
  });
});

describe('the files for a script tag', () => {
  it('are served by version to every site, kept for five minutes, and answered 304 if unchanged', async () => {
    const plain = await get('/rollcall/0.16/rollcall.js', { origin: 'https://www.school.example' });
    expect(plain).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=300',
        'cross-origin-resource-policy': 'cross-origin',
        'access-control-allow-origin': '*',
        vary: 'Accept-Encoding',
      },
    });
    expect(plain.body.toString()).toBe(`${script}0.16`);
    expect(plain.headers).not.toHaveProperty('access-control-allow-credentials');
    const gzip = await get('/rollcall/0.16/rollcall.js', { 'accept-encoding': 'br, gzip' });
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzip.body)).toEqual(plain.body);
    const earlier = await get('/rollcall/0.15/rollcall.js');
    expect(earlier.body.toString()).toBe(`${script}0.15`);
    // Each content and encoding has its own: the times of published files are all the same.
    expect(new Set([plain, gzip, earlier].map(({ headers }) => headers.etag)).size).toBe(3);
    const again = { 'if-none-match': `W/"other", ${String(plain.headers.etag)}` };
    expect(await get('/rollcall/0.16/rollcall.js', again)).toMatchObject({
      status: 304,
      headers: { 'cache-control': 'public, max-age=300', etag: plain.headers.etag },
      body: Buffer.alloc(0),
    });
    expect((await get('/rollcall/0.16/rollcall.js', { ...again, 'accept-encoding': 'gzip' })).status).toBe(
      200,
    );
  });

  it.each(['0.17/rollcall.js', 'next/rollcall.js', '0.16/rollcall.js.map', '0.16/../../secret.txt', '0.16/'])(
    'are nothing else: %s',
    async path => {
      expect((await get(`/rollcall/${path}`)).status).toBe(404);
    },
  );
});

describe('the hosted pages', () => {
  it('are served at their paths, in the language and theme of the cookies', async () => {
    const english = await get('/sign-in', { cookie: 'rollcall_language=en; rollcall_theme=dark' });
    expect(english.status).toBe(200);
    expect(english.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(english.body.toString().replaceAll(nonceOf(english.headers), HELD)).toBe(
      page('sign-in', 'en')
        .replace('data-theme=""', 'data-theme="dark" data-ways="email wechat"')
        .replace('{}</script>', `${JSON.stringify(settingsOf(english.body))}</script>`),
    );
    const chinese = await get('/');
    expect(chinese.body.toString()).toContain('<html lang="zh-CN" data-theme="">');
    expect(chinese.body.toString()).toContain('<title>index');
    expect((await get('/sign-up', { 'accept-language': 'en' })).body.toString()).toContain('lang="en"');
  });

  it('have the school in their foot, escaped, and nothing that is not set', async () => {
    const footOf = async (env: Record<string, string>) => {
      await http.close();
      http = await start(env);
      return (await get('/reset')).body.toString();
    };
    expect(await footOf({})).toBe(
      '<footer class="f" data-foot=""><a href="/agreements">用户协议与隐私政策</a></footer>',
    );
    expect(
      await footOf({
        ROLLCALL_NAME: '星野$1网校',
        ROLLCALL_SUPPORT: 'https://school.example/help?a=1&b=2',
        ROLLCALL_ICP: '京ICP备12345678号-1',
      }),
    ).toBe(
      '<footer class="f" data-foot=""><span>星野$1网校</span>\n<a href="/agreements">用户协议与隐私政策</a>\n' +
        '<a href="https://school.example/help?a=1&amp;b=2">联系学校</a>\n' +
        '<a href="https://beian.miit.gov.cn/" rel="noreferrer">京ICP备12345678号-1</a></footer>',
    );
  });

  const sample = { make: 'npm run sample', remove: 'npm run sample -- --remove' };

  it('have the commands of sample data that fit the installation, and none in production', async () => {
    const sampleCommands = async (more: Partial<Config>) => {
      await http.close();
      const env = { ROLLCALL_ENV: 'test', ROLLCALL_WEB: web };
      http = await testHttp(
        {},
        { env, add: server => addPages(server, { ...platformConfig(env), ...more }) },
      );
      return settingsOf((await get('/sign-in')).body).sample;
    };
    expect(await sampleCommands({})).toEqual(sample);
    expect(await sampleCommands({ packaged: true })).toEqual({
      make: 'npx --no-install rollcall-server sample',
      remove: 'npx --no-install rollcall-server sample --remove',
    });
    expect(await sampleCommands({ production: true })).toBeUndefined();
  });

  it('have the served pid and product, the message channels and the ways to sign in', async () => {
    expect(settingsOf((await get('/sign-up')).body)).toEqual({
      env: 'test',
      pid: 'rollcall',
      product: 'rollcall',
      ways: ['code', 'password', 'email', 'wechat'],
      channels: ['sms', 'email'],
      converts: false,
      clickMap: false,
      returnOrigins: [],
      sample,
    });
    await http.close();
    http = await start({
      ROLLCALL_PIDS: 'my-school,other',
      ROLLCALL_PRODUCTS: 'my-product,other',
      ROLLCALL_SIGN_IN_WAYS: 'password',
      ROLLCALL_CLICK_MAP: 'on',
      ROLLCALL_SUPPORT: 'mailto:help@school.example',
      ROLLCALL_ISSUER: 'https://accounts.school.example',
      ROLLCALL_COOKIE_DOMAIN: '.school.example',
      ROLLCALL_COOKIE_PREFIX: 'school_',
      ROLLCALL_ORIGINS: 'https://a.school.example,https://elsewhere.example',
    });
    expect(settingsOf((await get('/sign-in')).body)).toEqual({
      env: 'test',
      pid: 'my-school',
      product: 'my-product',
      domain: 'school.example',
      cookiePrefix: 'school_',
      ways: ['password', 'wechat'],
      channels: ['sms', 'email'],
      converts: false,
      clickMap: true,
      returnOrigins: ['https://a.school.example'],
      support: 'mailto:help@school.example',
      sample,
    });
    expect((await get('/sign-in/email')).status).toBe(404);
  });

  it('offer the configured channels that have a sender', async () => {
    await http.close();
    http = await start({ ROLLCALL_PAGE_CHANNELS: 'sms,voice' });
    const { channels, ways } = settingsOf((await get('/sign-in')).body);
    expect([channels, ways]).toEqual([['sms'], ['code', 'password', 'wechat']]);
    expect((await get('/sign-in/email')).status).toBe(404);
  });

  it('offer no code by text message if no sender is configured', async () => {
    await http.close();
    http = await start({}, web, ['email']);
    expect(settingsOf((await get('/sign-in')).body)).toMatchObject({
      channels: ['email'],
      ways: ['password', 'email', 'wechat'],
    });
  });

  it('have the pid of the host that they are opened on', async () => {
    await http.close();
    http = await start({
      ROLLCALL_PIDS: 'my-school,other',
      ROLLCALL_PRODUCTS: 'my-school,other,third',
      ROLLCALL_PAGE_HOSTS: 'b.school.example=other,C.school.example=other/third',
    });
    const site = async (host: string) => {
      const { pid, product } = settingsOf((await get('/', { host })).body);
      return [pid, product];
    };
    expect(await site('accounts.school.example')).toEqual(['my-school', 'my-school']);
    expect(await site('b.school.example:8443')).toEqual(['other', 'other']);
    expect(await site('c.school.example')).toEqual(['other', 'third']);
  });

  it('accept the issuer as a host to return to if pages have other hosts', async () => {
    await http.close();
    const shared = {
      ROLLCALL_ISSUER: 'https://accounts.school.example',
      ROLLCALL_COOKIE_DOMAIN: '.school.example',
      ROLLCALL_ORIGINS: 'https://b.school.example',
    };
    http = await start({ ...shared, ROLLCALL_PAGE_HOSTS: 'b.school.example=other' });
    const origins = async () =>
      settingsOf((await get('/sign-in', { host: 'b.school.example' })).body).returnOrigins;
    expect(await origins()).toEqual(['https://accounts.school.example', 'https://b.school.example']);
    await http.close();
    http = await start({ ...shared, ROLLCALL_PAGE_HOSTS: '' });
    expect(await origins()).toEqual(['https://b.school.example']);
  });

  it('have the name, logo and colour of the school', async () => {
    await http.close();
    http = await start({
      ROLLCALL_NAME: '星野',
      ROLLCALL_NAME_EN: 'Starfield $1 School',
      ROLLCALL_MARK: 'https://school.example/mark.svg?a=1&b=2',
      ROLLCALL_COLOUR: '#1F4B8F',
    });
    const english = (await get('/sign-in', { 'accept-language': 'en' })).body.toString();
    expect(english).toContain('<title>sign-in · Starfield $1 School</title>');
    expect(english).toContain(
      '<img src="https://school.example/mark.svg?a=1&amp;b=2" alt=""/><span>Starfield $1 School</span></a>',
    );
    expect(english).toContain('<link rel="stylesheet" href="/theme.css?1f4b8f">');
    expect((await get('/sign-in')).body.toString()).toContain('<title>sign-in · 星野</title>');
    const { headers, body } = await get('/theme.css?1f4b8f');
    expect(headers['content-type']).toBe('text/css; charset=utf-8');
    expect(body.toString()).toContain('--rc-seal:#1f4b8f');
  });

  it("keep a place for WeChat's QR code on the sign-in page alone, where a website app is configured", async () => {
    const drawn = async (path: string) =>
      (await get(path)).body.toString().includes('data-theme="" data-qr=""');
    expect(await drawn('/sign-in')).toBe(false);
    await http.close();
    const env = { ROLLCALL_ENV: 'test', ROLLCALL_WEB: web };
    const add = (server: FastifyInstance) => addPages(server, platformConfig(env), undefined, true);
    http = await testHttp({}, { env, add });
    expect(await drawn('/sign-in')).toBe(true);
    // and the ways of the list beside the form; at the address of a number nobody has a passkey
    expect((await get('/sign-in')).body.toString()).toMatch(/ data-ways="(?:email )?wechat">/);
    expect((await get('/sign-up')).body.toString()).not.toContain('data-ways');
    expect(await drawn('/sign-up')).toBe(false);
  });

  it('of a link are kept by no cache', async () => {
    for (const language of ['zh-CN', 'en'])
      writeFileSync(join(web, 'pages', `guardian.${language}.html`), page('guardian', language));
    await http.close();
    http = await start();
    const { status, headers } = await get('/guardian/a-token');
    expect([status, headers['cache-control'], headers['etag']]).toEqual([200, 'no-store', undefined]);
    expect((await get('/guardian')).headers['cache-control']).toBe('private, no-cache');
  });

  it('are compressed, revalidated each time, and answered 304 if unchanged', async () => {
    const first = await get('/', { 'accept-encoding': 'gzip, br' });
    expect(first.headers).toMatchObject({ 'content-encoding': 'gzip', 'cache-control': 'private, no-cache' });
    expect(first.headers.vary).toContain('Cookie, Accept-Language, Accept-Encoding');
    expect(gunzipSync(first.body).toString()).toContain('index');
    const again = { 'accept-encoding': 'gzip, br', 'if-none-match': String(first.headers.etag) };
    const second = await get('/', again);
    expect([second.status, second.body.length]).toEqual([304, 0]);
    expect((await get('/', { ...again, cookie: 'rollcall_theme=dark' })).status).toBe(200);
    expect((await get('/', { ...again, 'accept-encoding': '' })).status).toBe(200);
    const none = await get('/', { 'accept-encoding': 'br, gzip;q=0.0' });
    expect(none.headers['content-encoding']).toBeUndefined();
  });

  it('carry the page that the person came for in their links to other forms, before any script', async () => {
    const links = async (query: string) => {
      const { headers, body } = await get(`/sign-in${query}`, { 'accept-encoding': 'gzip' });
      const text = gunzipSync(body).toString();
      expect(text).toContain(`nonce="${nonceOf(headers)}"`);
      return [...text.matchAll(/<a (?:class="b" )?href="(\/sign-[^"]*)"/g)].map(([, link]) => link);
    };
    expect(await links('?return=%2Flesson%2F1%3Fa%3D%22%3E%26b&after=ended')).toEqual([
      '/sign-up?return=%2Flesson%2F1%3Fa%3D%2522%253E%26b',
      '/sign-in?return=%2Flesson%2F1%3Fa%3D%2522%253E%26b',
    ]);
    for (const none of [
      '',
      '?return=',
      '?return=https://evil.example/',
      '?return=//evil.example',
      '?return=/sign-in',
    ])
      expect(await links(none)).toEqual(['/sign-up', '/sign-in']);
    expect(await links(`?return=/$%26$1'&return=/x`)).toEqual([
      `/sign-up?return=%2F%24%26%241'`,
      `/sign-in?return=%2F%24%26%241'`,
    ]);
    // another page is another document
    const [one, two] = [await get('/sign-in?return=/a'), await get('/sign-in?return=/b')];
    expect(one.headers['etag']).not.toBe(two.headers['etag']);
    const again = { 'if-none-match': String(one.headers['etag']) };
    expect((await get('/sign-in?return=/a', again)).status).toBe(304);
    expect((await get('/sign-in?return=/b', again)).status).toBe(200);
    // no form: there is nothing to carry
    expect((await get('/?return=/a')).headers['etag']).toBe((await get('/')).headers['etag']);
  });

  it('allow only scripts with the nonce, which differs in each answer', async () => {
    const answers = await Promise.all([get('/'), get('/'), get('/sign-in', { 'accept-encoding': 'gzip' })]);
    const nonces = answers.map(({ headers }) => nonceOf(headers));
    expect(new Set(nonces).size).toBe(3);
    for (const [index, { headers, body }] of answers.entries()) {
      const text = headers['content-encoding'] ? gunzipSync(body).toString() : body.toString();
      const found = [...text.matchAll(/nonce="([^"]*)"/g)].map(([, nonce]) => nonce);
      expect(found).toEqual([nonces[index], nonces[index]]);
      expect(headers['content-security-policy']).toMatch(/script-src 'nonce-[\w-]{22}';/);
    }
  });

  it('that are unchanged keep the policy of their first answer', async () => {
    const first = await get('/');
    const { status, headers } = await get('/', { 'if-none-match': String(first.headers.etag) });
    expect([status, headers['content-security-policy']]).toEqual([304, undefined]);
  });

  it('are sent again when the policy has changed, as by a new vendor', async () => {
    const first = await get('/');
    await http.close();
    http = await start({ ROLLCALL_WECHAT_APPS: 'wxa:s' });
    const second = await get('/', { 'if-none-match': String(first.headers.etag) });
    expect(second.status).toBe(200);
    expect(second.headers['content-security-policy']).toMatch(
      /script-src 'nonce-[\w-]{22}' https:\/\/res\.wx\.qq\.com\/connect\/zh_CN\/htmledition\/js\/wxLogin\.js;/,
    );
  });

  it('load their files from ROLLCALL_STATIC_URL', async () => {
    await http.close();
    http = await start({ ROLLCALL_STATIC_URL: 'https://cdn.school.example/static' });
    const { body, headers } = await get('/');
    expect(body.toString()).toContain(
      'src="https://cdn.school.example/static/1.js" crossorigin="anonymous" integrity="sha256-a"',
    );
    const policy = String(headers['content-security-policy']);
    for (const directive of ['style-src', 'img-src', 'connect-src'])
      expect(policy).toMatch(new RegExp(`${directive} [^;]*https://cdn\\.school\\.example(?: |;|$)`));
    expect(policy).toMatch(/script-src 'nonce-[\w-]{22}';/);
  });

  it('that are not built are answered 404', async () => {
    expect((await get('/account')).status).toBe(404);
  });
});

describe('the error pages', () => {
  const navigate = { accept: 'text/html,*/*;q=0.8' };
  beforeEach(async () => {
    for (const name of ['not-found', 'fault'])
      for (const language of ['zh-CN', 'en'])
        writeFileSync(
          join(web, 'pages', `${name}.${language}.html`),
          page(name, language).replace('<p>', '<code data-request-id=""></code><p>'),
        );
    await http.close();
    const all = { ROLLCALL_ENV: 'test', ROLLCALL_WEB: web, ROLLCALL_NAME: '星野', ROLLCALL_NAME_EN: 'Star' };
    http = await testHttp(
      {},
      {
        env: all,
        add: async server => {
          server.get('/broken', async () => {
            throw new Error('secret detail');
          });
          await addPages(server, platformConfig(all));
        },
      },
    );
  });

  it("are shown at unknown paths, in the person's language and theme, with the status", async () => {
    for (const path of ['/sign-inn', '/lesson/9', '/account/nope', '/nope?a=1', '/%']) {
      const { status, headers, body } = await get(path, { ...navigate, cookie: 'rollcall_theme=dark' });
      expect(status, path).toBe(path === '/%' ? 400 : 404);
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
      });
      expect(body.toString()).toContain('<title>not-found · 星野</title>');
      expect(body.toString()).toContain('data-theme="dark"');
      expect(body.toString()).toContain(`nonce="${nonceOf(headers)}"`);
    }
    const english = await get('/nope', { ...navigate, 'accept-language': 'en' });
    expect(english.body.toString()).toContain('<title>not-found · Star</title>');
  });

  it('show only the request id of a fault', async () => {
    const { status, headers, body } = await get('/broken', navigate);
    expect(status).toBe(500);
    const id = String(headers['x-request-id']);
    expect(id).not.toBe('');
    expect(body.toString()).toContain(`<code data-request-id="">${id}</code>`);
    expect(body.toString()).not.toContain('secret detail');
    expect(http.lines.join('')).toContain('secret detail');
  });

  it('are not sent to programs that accept JSON', async () => {
    for (const path of ['/nope', '/broken'])
      expect(JSON.parse((await get(path)).body.toString())).toHaveProperty('code');
    for (const path of ['/tiger/v3/web/accounts/nope', '/static/nope.js', '/console/v1/nope'])
      expect(JSON.parse((await get(path, navigate)).body.toString())).toMatchObject({ code: 'RC_404' });
  });
});

it.each(['gallery', 'contests', 'lesson-1'])('%s is served only outside production', async name => {
  for (const language of ['zh-CN', 'en'])
    writeFileSync(join(web, 'pages', `${name}.${language}.html`), page(name, language));
  const all = { ROLLCALL_ENV: 'test', ROLLCALL_WEB: web };
  const statuses = await Promise.all(
    [false, true].map(async production => {
      const config = { ...platformConfig(all), production };
      const one = await testHttp({}, { env: all, add: server => addPages(server, config) });
      const { status } = await fetch(`${one.url}/${name.replace('-', '/')}`);
      await one.close();
      return status;
    }),
  );
  expect(statuses).toEqual([200, 404]);
});

it('a server without built pages logs it and serves the calls', async () => {
  const bare = await start({}, join(web, 'none'));
  expect((await fetch(`${bare.url}/`)).status).toBe(404);
  expect((await fetch(`${bare.url}/static/a.js`)).status).toBe(404);
  expect(bare.lines.join('')).toContain('the pages are not built');
  await bare.close();
});
