import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addStatic } from './static.ts';
import { type TestHttp, testHttp } from './testing.ts';

const page = (page: string, language: string) =>
  `<!doctype html><html lang="${language}" data-theme="" data-env=""><title>${page}</title><p>data-theme=""</p>`;
const script = 'console.log("rollcall")'.repeat(50);

let web: string;
let http: TestHttp;
beforeEach(async () => {
  web = mkdtempSync(join(tmpdir(), 'rollcall-web-'));
  mkdirSync(join(web, 'pages'));
  mkdirSync(join(web, 'static', 'deep'), { recursive: true });
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
  http = await testHttp({}, { add: server => addStatic(server, { web, env: 'test' }) });
});
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

describe('files under /static/', () => {
  it('come packed as the browser can, brotli first', async () => {
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

  it('are kept for ever where their name has a hash, and asked for again where it has none', async () => {
    const hashed = await get('/static/12.0a1b2c3d4e5f.js', { 'accept-encoding': 'br' });
    expect(hashed.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(hashed.headers.vary).toContain('Accept-Encoding');
    expect(hashed.headers['cross-origin-resource-policy']).toBe('cross-origin');
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

describe('the pages', () => {
  it('stand at their addresses, in the language and theme of the cookies', async () => {
    const english = await get('/sign-in', { cookie: 'rollcall_language=en; rollcall_theme=dark' });
    expect(english.status).toBe(200);
    expect(english.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(english.body.toString()).toBe(
      '<!doctype html><html lang="en" data-theme="dark" data-env="test"><title>sign-in</title><p>data-theme=""</p>',
    );
    const chinese = await get('/');
    expect(chinese.body.toString()).toContain(
      '<html lang="zh-CN" data-theme="" data-env="test"><title>index',
    );
    expect((await get('/sign-up', { 'accept-language': 'en' })).body.toString()).toContain('lang="en"');
  });

  it('are packed, asked for again each time, and told unchanged', async () => {
    const first = await get('/', { 'accept-encoding': 'gzip, br' });
    expect(first.headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'no-cache' });
    expect(first.headers.vary).toContain('Cookie, Accept-Language, Accept-Encoding');
    expect(brotliDecompressSync(first.body).toString()).toContain('index');
    const again = { 'accept-encoding': 'gzip, br', 'if-none-match': String(first.headers.etag) };
    const second = await get('/', again);
    expect([second.status, second.body.length]).toEqual([304, 0]);
    expect((await get('/', { ...again, cookie: 'rollcall_theme=dark' })).status).toBe(200);
    expect((await get('/', { ...again, 'accept-encoding': 'gzip' })).status).toBe(200);
    const none = await get('/', { 'accept-encoding': 'br;q=0, gzip;q=0.0' });
    expect(none.headers['content-encoding']).toBeUndefined();
  });

  it('that are not built are not found', async () => {
    expect((await get('/account')).status).toBe(404);
  });
});

it('without a built folder, says so and serves on', async () => {
  const bare = await testHttp(
    {},
    { add: server => addStatic(server, { web: join(web, 'none'), env: 'test' }) },
  );
  expect((await fetch(`${bare.url}/`)).status).toBe(404);
  expect((await fetch(`${bare.url}/static/a.js`)).status).toBe(404);
  expect(bare.lines.join('')).toContain('the pages are not built');
  await bare.close();
});
