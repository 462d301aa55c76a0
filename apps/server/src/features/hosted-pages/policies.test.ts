/** The Content-Security-Policy of every page, with every vendor configured. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { noteAttack } from '../../app/testing/attack-table.ts';
import { type TestServer, testServer } from '../../app/testing.ts';
import { CSP_VIOLATIONS_PATH } from '../../http/security.ts';
import { vendorNames } from '../human-verification/settings.ts';
import { pages } from './hosted-pages.ts';

/** Domains in which a vendor alone has names. Anywhere else a wildcard lets in anyone who rents a name, or may one day. */
const OF_THE_VENDOR_ALONE = [
  'geetest.com',
  'geevisit.com',
  'gsensebot.com',
  'captcha.qcloud.com',
  'captcha.gtimg.com',
  'captcha.qq.com',
  'dun.163.com',
  'fengkongcloud.cn',
  'fengkongcloud.com',
];
/** Pages that the server writes itself. */
const OWN = ['/agreements', '/take-back/x', '/end-sessions/x', '/dev/messages', '/nowhere', '/console/v1/no'];

let server: TestServer;
let web: string;
beforeAll(async () => {
  web = mkdtempSync(join(tmpdir(), 'rollcall-web-'));
  mkdirSync(join(web, 'pages'));
  mkdirSync(join(web, 'static'));
  for (const name of [...Object.values(pages), 'not-found', 'fault'])
    for (const language of ['zh-CN', 'en'])
      writeFileSync(join(web, 'pages', `${name}.${language}.html`), `<p>${name}</p>`);
  const keys = Object.fromEntries(
    [
      'GEETEST_ID',
      'GEETEST_KEY',
      'TENCENT_CAPTCHA_APP_SECRET',
      'TENCENT_CAPTCHA_SECRET_ID',
      'TENCENT_CAPTCHA_SECRET_KEY',
      'NETEASE_CAPTCHA_ID',
      'NETEASE_CAPTCHA_SECRET_ID',
      'NETEASE_CAPTCHA_SECRET_KEY',
      'NEXTDATA_ORGANIZATION',
      'NEXTDATA_ACCESS_KEY',
      'ALIYUN_CAPTCHA_APP_KEY',
      'ALIYUN_CAPTCHA_ACCESS_KEY_ID',
      'ALIYUN_CAPTCHA_ACCESS_KEY_SECRET',
    ].map(name => [`ROLLCALL_${name}`, 'key']),
  );
  server = await testServer({
    env: {
      ...keys,
      ROLLCALL_TENCENT_CAPTCHA_APP_ID: '1',
      ROLLCALL_CAPTCHA_VENDORS: vendorNames.join(','),
      ROLLCALL_ALIYUN_CAPTCHA_HOSTS: 'um.aliyun.com, aeis.alicdn.com',
      ROLLCALL_WECHAT_APPS: 'wxa:s',
      ROLLCALL_WEB: web,
    },
  });
});
afterAll(async () => {
  await server?.stop();
  rmSync(web, { recursive: true, force: true });
});

const addresses = [
  ...Object.keys(pages).map(path => path.replaceAll(/:\w+|\*/g, 'wechat')),
  ...OWN,
  '/console/people/1',
];

const policyOf = async (path: string): Promise<ReadonlyMap<string, readonly string[]>> => {
  const { headers } = await server.ask('GET', path, undefined, { accept: 'text/html' });
  const parts = (headers.get('content-security-policy') ?? '')
    .split(';')
    .map(part => part.trim().split(/ +/));
  return new Map(parts.map(([name = '', ...sources]) => [name, sources]));
};

it('names no wildcard of a domain that strangers can rent, on no page [4.csp]', async () => {
  for (const path of addresses) {
    const policy = await policyOf(path);
    expect(policy.get('default-src'), path).toEqual(["'self'"]);
    expect(policy.get('report-uri'), path).toEqual([CSP_VIOLATIONS_PATH]);
    for (const [directive, sources] of policy)
      for (const source of sources.filter(source => !/^'|^\//.test(source))) {
        const at = `${path}: ${directive} ${source}`;
        // Pictures of people may be anywhere; they run nothing.
        if (directive === 'img-src' && /^(?:data|https):$/.test(source)) continue;
        expect(source, at).toMatch(/^https:\/\/[^/]+/);
        const host = source.replace(/^https:\/\/([^/]+).*$/, '$1');
        if (host.includes('*'))
          expect(
            OF_THE_VENDOR_ALONE.map(name => `*.${name}`),
            at,
          ).toContain(host);
      }
  }
});

it('lets the configured vendors in on the pages of people, and the hosts that the school adds [4.csp]', async () => {
  const scripts = (await policyOf('/sign-in')).get('script-src');
  for (const host of ['*.geetest.com', 'g.alicdn.com', 'cf.aliyun.com', 'um.aliyun.com', 'aeis.alicdn.com'])
    expect(scripts).toContain(`https://${host}`);
});

/** Hosts that anybody can have. */
const RENTED = [
  'https://evil.oss-cn-hangzhou.aliyuncs.com',
  'https://evil.fc.aliyuncs.com',
  'https://evil.aliyun.com',
  'https://evil.aliapp.org',
  'https://evil.myqcloud.com',
  'https://evil.qq.com',
  'https://evil.163.com',
];

it('a script of a rented host runs on no page', async () => {
  let through = 0;
  for (const path of addresses) {
    const sources = (await policyOf(path)).get('script-src') ?? ['*'];
    // A nonce or a keyword, in quotes, names no host.
    const patterns = sources
      .filter(source => !source.startsWith("'"))
      .map(source => new RegExp(`^${source.replaceAll('.', '\\.').replaceAll('*', '[\\w.-]+')}(?:/|$)`));
    through += RENTED.filter(host => patterns.some(pattern => pattern.test(host))).length;
  }
  const tried = RENTED.length * addresses.length;
  noteAttack({
    attack: 'scripts of rented hosts, all vendors configured, every page',
    tried,
    through,
    may: 0,
  });
  expect(through).toBe(0);
});

it('lets no vendor in on the console, on pages of errors and in answers that are no page', async () => {
  for (const path of [...addresses.filter(path => path.startsWith('/console')), ...OWN, '/healthz']) {
    const policy = await policyOf(path);
    const foreign = [...policy.values()].flat().filter(source => /[a-z]\.[a-z]/.test(source));
    expect(foreign, path).toEqual([]);
  }
});
