/** OpenID Connect in a browser: an admin connects an app, and a pupil signs in to it, and takes it back. */
import { createHash, randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch } from './browser.ts';
import { type ConsoleServer, sideways, startConsoleServer, violations } from './console.ts';
import { chinese, firstAdmin } from './console-page.ts';
import { dataFolder } from './data-folder.ts';
import { freePort } from './free-port.ts';
import { enterPassword, newPhone, signUp } from './people.ts';

const folder = dataFolder();
const PASSWORD = 'Tree-house9';
let server: ConsoleServer;
let browser: Browser;
let app: Server;
let appUrl: string;
const client = { id: '', secret: '' };

beforeAll(async () => {
  app = createServer((_, response) => response.end('<h1>Moodle</h1>'));
  await new Promise<void>(resolve => app.listen(0, '127.0.0.1', resolve));
  appUrl = `http://127.0.0.1:${(app.address() as AddressInfo).port}`;
  const port = String(await freePort());
  [server, browser] = await Promise.all([startConsoleServer(folder.path, { ROLLCALL_PORT: port }), launch()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  app?.close();
  folder.remove();
});

const looksRight = async (page: Page) => {
  expect(await violations(page)).toEqual([]);
  expect(await sideways(page)).toBeLessThanOrEqual(0);
};

/** Where the app leads a person to sign in. */
const begin = () => {
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    client_id: client.id,
    redirect_uri: `${appUrl}/callback`,
    response_type: 'code',
    scope: 'openid profile',
    state: 'xyz',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  return { verifier, url: `${server.url}/openid/authorize?${query.toString()}` };
};
const exchange = (code: string, verifier: string) =>
  fetch(`${server.url}/openid/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}` },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: `${appUrl}/callback`,
      code_verifier: verifier,
    }),
  });

test('an admin connects an app, whose secret is shown once', async () => {
  const admin = await firstAdmin(browser, server);
  const page = await admin.newPage();
  await page.goto(`${server.url}/console/openid`);
  await page.getByRole('heading', { level: 1, name: '接入应用' }).waitFor();
  await page.getByRole('button', { name: '接入应用' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('名称').fill('校内 Moodle');
  await dialog.getByLabel('回调地址').fill('http://moodle.school.example/');
  await dialog.getByRole('button', { name: '接入应用' }).click();
  await dialog.getByText('不是规范的 https 地址。').waitFor();
  await dialog.getByLabel('回调地址').fill(`${appUrl}/callback`);
  await dialog.getByLabel('学校自有，不征求用户同意').uncheck();
  await looksRight(page);
  await dialog.getByRole('button', { name: '接入应用' }).click();
  const shown = page.getByRole('dialog', { name: '请立即复制密钥，它只显示这一次。' });
  await shown.waitFor();
  const [, id = '', secret = ''] = await shown.locator('dd code').allTextContents();
  Object.assign(client, { id, secret });
  expect(secret).toMatch(/^[\w-]{43}$/);
  await shown.getByRole('button', { name: '完成' }).click();
  await page.getByRole('row').filter({ hasText: '校内 Moodle' }).waitFor();
  expect(await page.content()).not.toContain(secret);
  await admin.close();
});

test('a pupil signs in on our page, allows the app, and takes it back', async () => {
  const phone = newPhone();
  await signUp(server, phone, PASSWORD);
  const context = await browser.newContext({ ...chinese, viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  const { url, verifier } = begin();
  await page.goto(url);
  await page.waitForURL(/\/sign-in\?return=/);
  await enterPassword(page, phone, PASSWORD);
  await page.getByText('校内 Moodle 请求使用你的账号登录，它将获得：').waitFor();
  await looksRight(page);
  await page.getByRole('button', { name: '允许', exact: true }).click();
  await page.waitForURL(`${appUrl}/callback?**`);
  const code = new URL(page.url()).searchParams.get('code') ?? '';
  expect((await exchange(code, verifier)).status).toBe(200);

  // The next time nothing is asked.
  const again = begin();
  await page.goto(again.url);
  await page.waitForURL(`${appUrl}/callback?**`);
  const second = new URL(page.url()).searchParams.get('code') ?? '';
  const tokens = (await (await exchange(second, again.verifier)).json()) as { access_token: string };
  const userinfo = () =>
    fetch(`${server.url}/openid/userinfo`, { headers: { authorization: `Bearer ${tokens.access_token}` } });
  expect((await userinfo()).status).toBe(200);

  await page.goto(`${server.url}/account/privacy`);
  await page.getByText('用此账号登录的网站').waitFor();
  await page.getByRole('button', { name: '取消：校内 Moodle' }).click();
  await page.getByText('已取消 校内 Moodle。').waitFor();
  expect((await userinfo()).status).toBe(401);
  await context.close();
});

test('whoever signs out at the app signs out here, after a yes', async () => {
  const phone = newPhone();
  await signUp(server, phone, PASSWORD);
  const context = await browser.newContext(chinese);
  const page = await context.newPage();
  const { url } = begin();
  await page.goto(url);
  await enterPassword(page, phone, PASSWORD);
  await page.getByRole('button', { name: '允许', exact: true }).click();
  await page.waitForURL(`${appUrl}/callback?**`);
  await page.goto(`${server.url}/openid/logout?client_id=${client.id}`);
  await page.getByRole('button', { name: '退出登录' }).click();
  await page.getByRole('heading', { name: '你已退出登录' }).waitFor();
  await page.goto(`${server.url}/account`);
  await page.waitForURL(/\/sign-in/);
  await context.close();
});
