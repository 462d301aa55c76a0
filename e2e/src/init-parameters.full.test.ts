/** What the parameters of `init` do, on the plain page of docs/plain-page.md in a real browser against the real server. */
import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, Page, Request } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { launch } from './browser.ts';
import { dataFolder } from './data-folder.ts';
import { phoneWithChallenge, solveByKeyboard } from './human-verification.ts';
import { newPhone } from './people.ts';
import { scriptTags } from './script-tags.ts';
import { type RunningServer, startServer } from './server.ts';
import { type RunningSimulators, startSimulators } from './simulators.ts';

const root = join(import.meta.dirname, '../..');
const folder = dataFolder();
let simulators: RunningSimulators;
let server: RunningServer;
let browser: Browser;
let page: Page;
/** The page's origin, and one on a host of the domain `school.test`, which the browser finds on this machine. */
let here: string;
let onDomain: string;
/** The server on that host. */
let host: string;

const files: Record<string, string> = {
  // The page is there before the server, whose scripts it loads.
  '/index.html': readFileSync(join(root, 'examples/plain-page/index.html'), 'utf8').replaceAll(
    /http:\/\/127\.0\.0\.1:8080\/rollcall\/[\d.]+/g,
    '',
  ),
  ...scriptTags,
};
const site = createServer((request, response) => {
  const path = request.url ?? '';
  response.setHeader('content-type', path.endsWith('.js') ? 'text/javascript' : 'text/html');
  response.end(files[path]);
});

beforeAll(async () => {
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  here = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  onDomain = here.replace('127.0.0.1', 'www.school.test');
  simulators = await startSimulators();
  [server, browser] = await Promise.all([
    startServer(folder.path, {
      ...simulators.humanVerification,
      ROLLCALL_ORIGINS: `${here},${onDomain}`,
    }),
    launch({ args: ['--host-resolver-rules=MAP *.school.test 127.0.0.1'] }),
  ]);
  host = server.url.replace('127.0.0.1', 'api.school.test');
});
afterEach(() => page?.context().close());
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await simulators?.stop();
  site.close();
  folder.remove();
});

/** Opens the guide's page with these parameters beside the guide's; the calls that it makes from now on. */
async function open(parameters: object, origin = here): Promise<Request[]> {
  const context = await browser.newContext({ locale: 'en' });
  page = await context.newPage();
  const init = /Rollcall\.init\(\{[^}]*\}\)/;
  const guide = readFileSync(join(root, 'examples/plain-page/page.js'), 'utf8');
  expect(guide).toMatch(init);
  const all = { pid: 'rollcall', appid: 'web', product_code: 'p1', platform: 'web', ...parameters };
  files['/page.js'] = guide.replace(init, `Rollcall.init(${JSON.stringify(all)})`);
  const requests: Request[] = [];
  page.on('request', request => {
    if (/\/tiger\/|\/captcha\//.test(request.url()) && request.method() !== 'OPTIONS') requests.push(request);
  });
  await page.goto(`${origin}/index.html`);
  await page.locator('#sign-in').waitFor();
  return requests;
}
/** Presses what sends a code. */
async function send(phone: string): Promise<void> {
  await page.locator('[name="phone"]').fill(phone);
  await page.locator('#send').click();
}
const codeSent = () =>
  page.waitForResponse(answer => answer.url().endsWith('/captcha/login/silence') && answer.ok());
const signIn = async (phone: string): Promise<void> => {
  await page.locator('[name="agree"]').check();
  await page.locator('[name="code"]').fill(await server.code(phone));
  await page.locator('[name="code"]').press('Enter');
  await page.locator('#here').waitFor();
};

test.each([
  ['geetest', ['graph/rule', 'geetest/register_slide', 'tickets/geetest']],
  ['tencent', ['graph/rule', 'tickets/waterproof-wall']],
] as const)(
  'service main: %s requests, passes and exchanges its challenge on the main backend only [7.getGraphRule 7.registerSlide 7.getGeetestTicket 7.getWaterproofWallTicket]',
  async (name, calls) => {
    const requests = await open({ host: server.url, service: 'main' });
    const phone = await phoneWithChallenge(server, name);
    const sent = codeSent();
    await send(phone);
    await solveByKeyboard(page, name);
    await sent;
    const paths = requests.map(request => new URL(request.url()).pathname);
    expect(paths.filter(path => path.startsWith('/tiger/captcha/'))).toEqual(
      calls.map(call => `/tiger/captcha/${call}`),
    );
    expect(paths.filter(path => path.startsWith('/captcha/'))).toEqual([]);
    await signIn(phone);
  },
);

test('pid, appid, product_code, platform, client_id and auth_version go with every call; env and domain name the cookies [3.init 3.cookie-domain]', async () => {
  const requests = await open(
    { host, domain: 'school.test', env: 'staging', platform: 'app', client_id: 'c9', auth_version: 3 },
    onDomain,
  );
  const phone = newPhone();
  const sent = codeSent();
  await send(phone);
  await sent;
  await signIn(phone);
  expect(requests.length).toBeGreaterThan(2);
  for (const call of requests) {
    expect(new URL(call.url()).origin).toBe(host);
    expect(await call.allHeaders()).toMatchObject({
      pid: 'rollcall',
      'product-code': 'p1',
      platform: 'app',
      'client-id': 'c9',
      'auth-version': '3',
    });
  }
  expect((await requests.at(-1)?.allHeaders())?.['authorization']).toMatch(/^Bearer /);
  const tokens = (await page.context().cookies()).filter(({ name }) => /token/.test(name));
  expect(tokens.map(({ name, domain }) => `${name} ${domain}`).toSorted()).toEqual([
    'staging_access_token .school.test',
    'staging_refresh_token .school.test',
    'staging_token_type .school.test',
  ]);
});

test('appid is the client id if none is given; auth_version 0 sends no token [3.init 6.switched-off]', async () => {
  const requests = await open({ host: server.url, appid: 'a7', auth_version: 0 });
  const phone = newPhone();
  const sent = codeSent();
  await send(phone);
  await sent;
  await page.locator('[name="agree"]').check();
  await page.locator('[name="code"]').fill(await server.code(phone));
  await page.locator('[name="code"]').press('Enter');
  // The profile is asked for without a token, and refused.
  await page.locator('#problem, #here').filter({ visible: true }).first().waitFor();
  await expect.poll(() => requests.filter(call => call.url().endsWith('/profile')).length).toBeGreaterThan(0);
  for (const call of requests) {
    expect((await call.allHeaders())['client-id']).toBe('a7');
    expect((await call.allHeaders())['authorization']).toBeUndefined();
  }
});

test('domain and env determine the host if none is given [3.init]', async () => {
  const requests = await open({ domain: 'school.test', env: 'staging' }, onDomain);
  await page.route('https://staging-api.school.test/**', route => route.abort());
  await send(newPhone());
  await page.locator('#problem:not(:empty)').waitFor();
  expect(requests.map(call => call.url().split('?')[0])).toEqual([
    'https://staging-api.school.test/tiger/v3/web/accounts/agreements',
    'https://staging-api.school.test/tiger/v3/web/accounts/captcha/login/silence',
  ]);
  expect(await page.locator('#problem').textContent()).toBe('网络不通，请再试一次。');
});

test('requestTimeout ends an unanswered call [3.init 7.timeout]', async () => {
  await open({ host: server.url, requestTimeout: 300 });
  await page.route('**/captcha/login/silence', () => {});
  await send(newPhone());
  await page.locator('#problem:not(:empty)').waitFor();
  // RequestTimeout, in the page's words.
  expect(await page.locator('#problem').textContent()).toBe('网络太慢，请再试一次。');
});
