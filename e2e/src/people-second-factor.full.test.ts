/** People's second factors in a real browser, with Chromium's virtual authenticator for passkeys. */
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { totpCodeAt } from '../../apps/server/src/identity/second-factor/testing.ts';
import { addAuthenticator } from './authenticator.ts';
import { launch } from './browser.ts';
import { type ConsoleServer, enter, startConsoleServer, violations } from './console.ts';
import { keyboardOn } from './keyboard.ts';
import { enterPassword, newPhone, signUp, tokensOf } from './people.ts';
import { serverClock } from './server-clock.ts';
import { dataFolder } from './data-folder.ts';

const STEP = 30_000;
const SUPPORT = 'mailto:help@school.example';
const password = 'Secret#1';
const folder = dataFolder();
const clock = serverClock(join(folder.path, 'clock'));
const chinese = { locale: 'zh-CN', extraHTTPHeaders: { 'Accept-Language': 'zh-CN' } };
let server: ConsoleServer;
let browser: Browser;
/** Passkeys need a host name, so the pages are opened at `localhost`. */
let url = '';

beforeAll(async () => {
  [server, browser] = await Promise.all([
    startConsoleServer(folder.path, {
      ...clock.env,
      ROLLCALL_SUPPORT: SUPPORT,
      ROLLCALL_SECOND_FACTOR_PIDS: 'guarded',
      ROLLCALL_PAGE_HOSTS: 'guarded.localhost=guarded',
    }),
    launch(),
  ]);
  url = server.url.replace('127.0.0.1', 'localhost');
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  folder.remove();
});

/** A browser context, with or without an authenticator for passkeys. */
async function device({ authenticator = false } = {}): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ ...chinese, viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  if (authenticator) {
    await addAuthenticator(context, page);
    // Else a passkey is used as soon as the sign-in page is open.
    await page.addInitScript(() => {
      if (!sessionStorage.getItem('suggestions'))
        PublicKeyCredential.isConditionalMediationAvailable = async () => false;
    });
  }
  return { context, page };
}

/** The password, at the sign-in page; the security page follows. */
async function byPassword(page: Page, phone: string, site = url): Promise<void> {
  await page.goto(`${site}/sign-in?return=/account/security`);
  await enterPassword(page, phone, password);
}
const stepOf = (page: Page) => page.getByRole('dialog', { name: '两步验证' });
const factorsOf = (page: Page) => page.getByRole('region', { name: '两步验证与通行密钥' });
const inside = (page: Page) => factorsOf(page).getByRole('heading', { name: '两步验证与通行密钥' }).waitFor();

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: '退出登录' }).first().click();
  await page.waitForURL(/sign-in/);
}

/** Sets an app up on the security page. @returns its secret and the recovery codes */
async function setUpApp(page: Page): Promise<{ secret: string; codes: string[] }> {
  const factors = factorsOf(page);
  await factors.getByRole('button', { name: '添加验证器应用' }).click();
  await factors.getByRole('img', { name: '密钥的二维码' }).waitFor();
  const secret = (await factors.locator('code').innerText()).trim();
  expect(await violations(page)).toEqual([]);
  // with the sixth digit the form is sent
  await factors.locator('[name=captcha]').fill(totpCodeAt(secret, clock.now()));
  const codes = (await factors.locator('[data-recovery-codes]').innerText()).trim().split(/\s+/);
  expect(await violations(page)).toEqual([]);
  await factors.getByRole('button', { name: '我已保存' }).click();
  await factors.getByText('两步验证已开启').waitFor();
  // The code of this step is spent.
  clock.move(STEP);
  return { secret, codes };
}

async function newPerson(page: Page): Promise<string> {
  const phone = newPhone();
  tokensOf(await signUp(server, phone, password));
  await byPassword(page, phone);
  await inside(page);
  return phone;
}

describe('a person with an authenticator app', () => {
  let page: Page;
  let context: BrowserContext;
  let phone = '';
  let app: Awaited<ReturnType<typeof setUpApp>>;
  beforeAll(async () => {
    ({ context, page } = await device());
  });
  afterAll(() => context?.close());

  test('sets it up on the security page, and keeps ten recovery codes', async () => {
    phone = await newPerson(page);
    app = await setUpApp(page);
    expect(app.codes).toHaveLength(10);
    expect(await violations(page)).toEqual([]);
  });

  test('signs in by password and a code of the app', async () => {
    await signOut(page);
    await byPassword(page, phone);
    const step = stepOf(page);
    await step.getByText('恢复码也丢失时').waitFor();
    expect(await step.getByRole('link', { name: '联系学校' }).getAttribute('href')).toBe(SUPPORT);
    expect(await violations(page)).toEqual([]);
    await step.locator('[name=captcha]').fill(totpCodeAt(app.secret, clock.now()));
    await inside(page);
  });

  test('signs in by a recovery code on another device, once', async () => {
    const other = await device();
    await byPassword(other.page, phone);
    const step = stepOf(other.page);
    await step.getByRole('radio', { name: '恢复码' }).check();
    await step.locator('[name=proof]').fill(app.codes[0] ?? '');
    await other.page.keyboard.press('Enter');
    await inside(other.page);
    await factorsOf(other.page).getByText('还有 9 个恢复码').waitFor();
    await signOut(other.page);
    await byPassword(other.page, phone);
    await step.getByRole('radio', { name: '恢复码' }).check();
    await step.locator('[name=proof]').fill(app.codes[0] ?? '');
    await other.page.keyboard.press('Enter');
    await step.getByText('恢复码不正确或已使用').waitFor();
    expect(await violations(other.page)).toEqual([]);
    await other.context.close();
  });

  test('a person without app and codes signs in by password after an admin removed them, and is notified', async () => {
    const console = await device();
    await console.page.setViewportSize({ width: 1280, height: 800 });
    await console.page.goto(`${url}${server.firstRun}`);
    await enter(console.page, '林老师');
    await console.page.getByRole('heading', { level: 1, name: '概览' }).waitFor();
    await console.page.goto(`${url}/console/people?q=${phone}`);
    await console.page.locator('main table a').first().click();
    await console.page.getByText('验证器应用，设置于').waitFor();
    await console.page.getByText('已开启两步验证').waitFor();
    await console.page.getByRole('button', { name: '移除两步验证' }).click();
    const dialog = console.page.getByRole('dialog', { name: '移除两步验证' });
    await dialog.getByRole('button', { name: '移除两步验证' }).click();
    await dialog.getByText('请填写原因。').waitFor();
    expect(await violations(console.page)).toEqual([]);
    await dialog.locator('[name=reason]').fill('本人持学生证到校办理');
    await dialog.getByRole('button', { name: '移除两步验证' }).click();
    await dialog.waitFor({ state: 'detached' });
    await console.page.getByText('未设置').first().waitFor();
    await console.page.goto(`${url}/console/audit?act=people.reset-second-factor`);
    await console.page.getByRole('table').getByText('移除两步验证').first().waitFor();
    await console.context.close();

    const other = await device();
    await byPassword(other.page, phone);
    await inside(other.page);
    await other.page.getByText('学校管理员移除了您账号的两步验证').waitFor();
    await factorsOf(other.page).getByText('尚未设置').waitFor();
    expect(await violations(other.page)).toEqual([]);
    await other.context.close();
    // The device that was signed in is not any more.
    await page.goto(`${url}/account/security`);
    await page.waitForURL(/sign-in/);
  });
});

describe('a person with a passkey', () => {
  let page: Page;
  let context: BrowserContext;
  let phone = '';
  beforeAll(async () => {
    ({ context, page } = await device({ authenticator: true }));
  });
  afterAll(() => context?.close());

  test('adds it for convenience: another device signs in by the password alone', async () => {
    phone = await newPerson(page);
    const factors = factorsOf(page);
    await factors.getByRole('button', { name: '添加通行密钥' }).click();
    await factors.getByRole('textbox', { name: '通行密钥的名称' }).fill('书房电脑');
    await page.keyboard.press('Enter');
    await factors.getByText('通行密钥 · 书房电脑').waitFor();
    await factors.getByText('两步验证未开启').waitFor();
    expect(await violations(page)).toEqual([]);
    const other = await device();
    await byPassword(other.page, phone);
    await inside(other.page);
    await other.context.close();
  });

  test('signs in by the button of the sign-in page', async () => {
    await signOut(page);
    await page.goto(`${url}/sign-in?return=/account/security`);
    await page.getByRole('button', { name: '通行密钥登录' }).click();
    await inside(page);
  });

  test('turns the second step on, and is asked for the passkey after the password', async () => {
    const factors = factorsOf(page);
    await factors.getByRole('button', { name: '开启' }).click();
    await factors.getByText('其他设备将立即退出登录').waitFor();
    expect(await violations(page)).toEqual([]);
    await factors.getByRole('button', { name: '开启' }).last().click();
    await factors.locator('[data-recovery-codes]').waitFor();
    await factors.getByRole('button', { name: '我已保存' }).click();
    await factors.getByText('两步验证已开启').waitFor();
    await signOut(page);
    await byPassword(page, phone);
    await stepOf(page).getByRole('button', { name: '使用通行密钥' }).click();
    await inside(page);
  });

  test('signs in by the suggestion of the browser in the first field', async () => {
    await signOut(page);
    // The virtual authenticator takes the suggestion immediately.
    await page.evaluate(() => sessionStorage.setItem('suggestions', 'on'));
    await page.goto(`${url}/sign-in?return=/account/security`);
    await inside(page);
  });
});

describe('a site that demands a second factor', () => {
  const guarded = () => url.replace('localhost', 'guarded.localhost');
  const setUp = (page: Page) => page.getByRole('dialog', { name: '设置两步验证' });

  test('lets a person set an app up during the sign-in, by keyboard alone, and keeps the last one', async () => {
    const { context, page } = await device();
    const phone = newPhone();
    tokensOf(await signUp(server, phone, password));
    await byPassword(page, phone, guarded());
    const step = setUp(page);
    const add = step.getByRole('button', { name: '添加验证器应用' });
    await add.waitFor();
    expect(await violations(page)).toEqual([]);
    const keys = keyboardOn(page);
    await keys.standsOn(add);
    await keys.press('Enter');
    await step.getByRole('img', { name: '密钥的二维码' }).waitFor();
    expect(await violations(page)).toEqual([]);
    // back to the choice, and not out of the sign-in
    await keys.standsOn(step.locator('[name=captcha]'));
    await keys.press('Escape');
    await keys.standsOn(add);
    await keys.press('Enter');
    await keys.standsOn(step.locator('[name=captcha]'));
    const secret = (await step.locator('code').innerText()).trim();
    await keys.type(totpCodeAt(secret, clock.now()));
    await keys.standsOn(step.getByRole('region', { name: '恢复码' }));
    expect(await violations(page)).toEqual([]);
    // The codes are not shown again: Escape does not put them away.
    await keys.press('Escape');
    await keys.press('Escape');
    await step.locator('[data-recovery-codes]').waitFor();
    await keys.reach('button', '我已保存');
    await keys.press('Enter');
    await inside(page);
    await factorsOf(page).getByText('最后一项不能移除').waitFor();
    expect(await factorsOf(page).getByRole('button', { name: /移除/ }).count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    await context.close();
  });

  test('has a new person set one up after the sign-up, and only then opens the page', async () => {
    const { context, page } = await device();
    const phone = newPhone();
    await page.goto(`${guarded()}/sign-up?return=/account/security`);
    await page.locator('input[name=phone_number]').fill(phone);
    await page.getByRole('button', { name: '获取验证码' }).click();
    await page.getByText(/验证码已发送至/).waitFor();
    await page.locator('input[name=password]').fill(password);
    await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check();
    await page.locator('input[name=captcha]').fill(await server.code(phone));
    const step = setUp(page);
    await step.getByRole('button', { name: '添加验证器应用' }).click();
    const secret = (await step.locator('code').innerText()).trim();
    await step.locator('[name=captcha]').fill(totpCodeAt(secret, clock.now()));
    await step.locator('[data-recovery-codes]').waitFor();
    expect(await violations(page)).toEqual([]);
    // The person is signed in only after saving the codes.
    expect((await context.cookies()).filter(({ name }) => name.includes('refresh_token'))).toEqual([]);
    await step.getByRole('button', { name: '我已保存' }).click();
    await inside(page);
    // The code of this step is spent.
    clock.move(STEP);
    await signOut(page);
    await byPassword(page, phone, guarded());
    await stepOf(page).locator('[name=captcha]').fill(totpCodeAt(secret, clock.now()));
    await inside(page);
    await context.close();
  });
});

test('the security page by the keyboard alone: an app, its recovery codes, a passkey, and both removed', async () => {
  const { context, page } = await device({ authenticator: true });
  await newPerson(page);
  const factors = factorsOf(page);
  const keys = keyboardOn(page);
  const result = factors.locator('[data-status]');
  await keys.reach('button', '添加验证器应用');
  await keys.press('Enter');
  await keys.standsOn(factors.locator('[name=captcha]'));
  await keys.press('Escape');
  await keys.standsOn(factors.getByRole('button', { name: '添加验证器应用' }));
  await keys.press('Enter');
  await keys.standsOn(factors.locator('[name=captcha]'));
  const secret = (await factors.locator('code').innerText()).trim();
  await keys.type(totpCodeAt(secret, clock.now()));
  await keys.standsOn(factors.getByRole('region', { name: '恢复码' }));
  await keys.reach('button', '我已保存');
  await keys.press('Enter');
  await keys.standsOn(result);
  await expect.poll(() => result.textContent()).toBe('已添加。');

  await keys.reach('button', '添加通行密钥');
  await keys.press('Enter');
  await keys.standsOn(factors.getByRole('textbox', { name: '通行密钥的名称' }));
  await keys.type('钥匙串');
  await keys.press('Enter');
  await factors.getByText('通行密钥 · 钥匙串').waitFor();
  await keys.standsOn(result);
  expect(await violations(page)).toEqual([]);

  for (const name of ['验证器应用', '通行密钥 · 钥匙串']) {
    await keys.reach('button', `移除：${name}`);
    await keys.press('Enter');
    await keys.standsOn(factors.getByRole('button', { name: '移除', exact: true }));
    await keys.press('Enter');
    await keys.standsOn(result);
    await expect.poll(() => result.textContent()).toBe('已移除。');
    await factors.getByRole('button', { name: `移除：${name}` }).waitFor({ state: 'detached' });
  }
  await factors.getByText('尚未设置').waitFor();
  await context.close();
});
