/** One browser that several pupils use: another site of the same cookies signs the next one in. */
import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { collectErrors } from './page-errors.ts';
import { call, enterPassword, newPhone, signUp, type Tokens, tokensOf } from './people.ts';
import { serverAndBrowser } from './server-and-browser.ts';

const started = serverAndBrowser();
const password = 'Secret#1';
/** The server is no production server. */
const PREFIX = 'dev_';

let context: BrowserContext;
beforeEach(async () => {
  context = await started.browser.newContext({ locale: 'zh-CN' });
});
afterEach(() => context.close());

const person = async (): Promise<Tokens & { phone: string }> => {
  const phone = newPhone();
  return { phone, ...tokensOf(await signUp(started.server, phone, password)) };
};

/** Another site of the cookies' domain signs a person in: the pages of this one run no script then. */
const elsewhere = async ({ access, refresh }: Tokens): Promise<void> => {
  const cookie = (name: string, value: string) => ({
    name: PREFIX + name,
    value,
    url: started.server.url,
    expires: Date.now() / 1000 + 3600,
  });
  await context.addCookies([
    cookie('access_token', access.token),
    cookie('token_type', access.type),
    cookie('refresh_token', refresh.token),
  ]);
};
const nickname = async ({ access }: Tokens): Promise<unknown> =>
  (await call(started.server.url, 'GET', 'profile', undefined, access.token)).body.data?.['nickname'];
const held = async () =>
  (await context.cookies()).find(({ name }) => name === `${PREFIX}refresh_token`)?.value;
const notice = (page: Page) => page.getByText('现在登录的是另一个账号');

test('a profile that one pupil filled in is not saved to the next one, whom another site signed in', async () => {
  const [one, two] = [await person(), await person()];
  await elsewhere(one);
  const page = await context.newPage();
  const errors = collectErrors(page);
  await page.goto(`${started.server.url}/account`);
  const field = page.locator('input[name="nickname"]');
  await field.fill('第一位');
  const before = await nickname(two);
  const sent: string[] = [];
  page.on('request', request => {
    if (request.method() !== 'GET') sent.push(request.url());
  });
  await elsewhere(two);
  await page.locator('form:has(input[name="nickname"]) button[type="submit"]').click();
  await notice(page).waitFor();
  expect(sent.filter(url => url.includes('/accounts/'))).toEqual([]);
  await expect.poll(() => field.inputValue()).toBe(before);
  expect([await nickname(two), await held()]).toEqual([before, two.refresh.token]);
  // The page is the second pupil's from now on.
  await page.getByRole('button', { name: '知道了' }).click();
  await field.fill('第二位');
  await page.locator('form:has(input[name="nickname"]) button[type="submit"]').click();
  await expect.poll(() => nickname(two)).toBe('第二位');
  expect(errors).toEqual([]);
});

test('a page that shows one pupil is the next one’s when it is looked at again, and signs nobody else out', async () => {
  const [one, two] = [await person(), await person()];
  await elsewhere(one);
  const page = await context.newPage();
  await page.goto(`${started.server.url}/account`);
  const out = page.getByRole('button', { name: '退出登录' });
  await out.waitFor();
  await page.locator('input[name="nickname"]').waitFor();
  await elsewhere(two);
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await notice(page).waitFor();
  await elsewhere(one);
  // pressed before the page can have noticed
  await out.click();
  await notice(page).waitFor();
  expect(await held()).toBe(one.refresh.token);
  expect(await nickname(one)).toBeTruthy();
});

test('a cookie of another program that scripts can’t replace is named, and nobody goes round in circles', async () => {
  const one = await person();
  await context.addCookies([
    { name: `${PREFIX}access_token`, value: 'theirs', url: started.server.url, httpOnly: true },
  ]);
  const page = await context.newPage();
  await page.goto(`${started.server.url}/sign-in`);
  await enterPassword(page, one.phone, password);
  const said = page.getByRole('alert').filter({ hasText: '浏览器没有保存登录状态' });
  await said.waitFor();
  expect(await said.textContent()).toContain(`Cookie: ${PREFIX}access_token`);
  expect(new URL(page.url()).pathname).toBe('/sign-in');
  expect(await held()).toBeUndefined();
});

test('a browser that blocks cookies says so before anybody types a password', async () => {
  await context.addInitScript(() => {
    Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: () => {} });
  });
  const page = await context.newPage();
  for (const path of ['/sign-in', '/sign-up', '/sign-in/email']) {
    await page.goto(started.server.url + path);
    await page.getByRole('alert').filter({ hasText: '浏览器禁用了 Cookie' }).waitFor();
  }
});
