/** Operators' second factors in a real browser, with Chromium's virtual authenticator for passkeys. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { totpCodeAt } from '../../apps/server/src/identity/second-factor/testing.ts';
import { addAuthenticator } from './authenticator.ts';
import { launch } from './browser.ts';
import { type ConsoleServer, enter, startConsoleServer, violations } from './console.ts';
import { dataFolder } from './data-folder.ts';

const STEP = 30_000;
const folder = dataFolder();
const chinese = { locale: 'zh-CN', extraHTTPHeaders: { 'Accept-Language': 'zh-CN' } };
let server: ConsoleServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;
/** Passkeys need a host name, so the pages are opened at `localhost`. */
let url = '';

beforeAll(async () => {
  [server, browser] = await Promise.all([
    startConsoleServer(folder.path, { ROLLCALL_CONSOLE_SECOND_FACTOR: 'required' }),
    launch(),
  ]);
  url = server.url.replace('127.0.0.1', 'localhost');
  context = await browser.newContext(chinese);
  page = await context.newPage();
  await addAuthenticator(context, page);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  folder.remove();
});

const heading = (name: string) => page.getByRole('heading', { level: 1, name });

describe('an operator', () => {
  const name = '林老师';
  let secret = '';
  let codes: string[] = [];

  const signOut = async () => {
    const answer = await context.request.post(`${url}/console/v1/sign-out`, { headers: { origin: url } });
    expect(answer.status()).toBe(200);
  };
  /** The password, up to the second step. */
  const signIn = async () => {
    await signOut();
    await page.goto(`${url}/console`);
    await enter(page, name);
    await heading('请确认是您本人').waitFor();
  };

  test('sets up an authenticator app before the console opens', async () => {
    await page.goto(`${url}${server.firstRun}`);
    await enter(page, name);
    await heading('设置两步验证').waitFor();
    expect(await violations(page)).toEqual([]);
    // no other view opens before
    await page.goto(`${url}/console/people`);
    await heading('设置两步验证').waitFor();
    await page.getByRole('button', { name: '添加验证器应用' }).click();
    await page.getByRole('img', { name: '密钥的二维码' }).waitFor();
    secret = (await page.locator('[data-totp-secret]').innerText()).trim();
    expect(await violations(page)).toEqual([]);
    await page.locator('[name=code]').fill(totpCodeAt(secret, Date.now()));
    await page.keyboard.press('Enter');
    codes = (await page.locator('[data-recovery-codes]').innerText()).trim().split(/\s+/);
    expect(codes).toHaveLength(10);
    await page.getByRole('button', { name: '我已保存' }).click();
    await heading('人员').waitFor();
  });

  test('signs in with a code of the app', async () => {
    await signIn();
    expect(await violations(page)).toEqual([]);
    // the code of this step was used to set it up; the next one is valid already
    await page.locator('[name=proof]').fill(totpCodeAt(secret, Date.now() + STEP));
    await page.keyboard.press('Enter');
    await heading('概览').waitFor();
  });

  test('signs in with a recovery code, once', async () => {
    for (const worked of [true, false]) {
      await signIn();
      await page.getByRole('button', { name: '使用恢复码' }).click();
      await page.locator('[name=proof]').fill(codes[0] ?? '');
      await page.keyboard.press('Enter');
      await (worked ? heading('概览') : page.getByText('恢复码不正确或已使用')).waitFor();
      if (!worked) {
        await page.locator('[name=proof]').fill(codes[1] ?? '');
        await page.keyboard.press('Enter');
        await heading('概览').waitFor();
      }
    }
  });

  test('adds a passkey, and signs in with it', async () => {
    await page.goto(`${url}/console/account`);
    await page.getByRole('button', { name: '添加通行密钥' }).click();
    await page.getByRole('textbox', { name: '通行密钥的名称' }).fill('办公室电脑');
    await page.keyboard.press('Enter');
    await page.getByText('通行密钥 · 办公室电脑').waitFor();
    expect(await violations(page)).toEqual([]);
    await signIn();
    await page.getByRole('button', { name: '使用通行密钥' }).click();
    await heading('概览').waitFor();
  });

  test('gets in from a new browser while wrong passwords of others keep it out: password and code are judged together', async () => {
    const guess = () =>
      fetch(`${url}/console/v1/sign-in`, {
        method: 'POST',
        headers: { origin: url, 'content-type': 'application/json' },
        body: JSON.stringify({ name, password: 'not the password at all' }),
      });
    while ((await guess()).status !== 429);
    const other = await browser.newContext(chinese);
    const opened = await other.newPage();
    await opened.goto(`${url}/console`);
    const code = opened.getByLabel('验证器应用的验证码，或恢复码');
    await opened.locator('[name=password]').waitFor();
    expect(await code.count()).toBe(0);
    await enter(opened, name);
    await code.waitFor();
    expect(await violations(opened)).toEqual([]);
    // Which of the two is wrong is not said.
    await code.fill('AAAAA-AAAAA');
    await opened.keyboard.press('Enter');
    await opened.getByText('用户名、密码或验证码不正确').waitFor();
    await code.fill(codes[2] ?? '');
    await opened.keyboard.press('Enter');
    await opened.getByRole('heading', { level: 1, name: '概览' }).waitFor();
    await other.close();
  });

  test('confirms a dangerous call, which is then repeated with the typed values', async () => {
    await page.goto(`${url}/console/operators`);
    // as the server answers five minutes after the sign-in
    await page.route('**/console/v1/invitations', route =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 403, json: { code: 'RC_281', msg: '', request_id: 'r' } })
        : route.continue(),
    );
    await page.getByRole('button', { name: '邀请操作员' }).click();
    const invitation = page.getByRole('dialog').first();
    await invitation.getByRole('radio').nth(1).check();
    await invitation.getByRole('button', { name: '邀请操作员' }).click();
    const proof = page.getByRole('dialog', { name: '请再次确认是您本人' });
    await proof.getByRole('button', { name: '使用通行密钥' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.unroute('**/console/v1/invitations');
    const repeated = page.waitForRequest(
      request => request.method() === 'POST' && request.url().endsWith('/console/v1/invitations'),
    );
    await proof.getByRole('button', { name: '使用通行密钥' }).click();
    expect((await repeated).postDataJSON()).toEqual({ role: 'support' });
    await page.getByRole('dialog', { name: '一次性链接' }).waitFor();
  });
});
