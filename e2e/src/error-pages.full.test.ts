/** Pages at an unknown path, at a fault, without a network, without scripts and in an old browser. */
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sideways, violations } from './axe.ts';
import { launch, looks } from './browser.ts';
import { newPhone, signUp, tokensOf } from './people.ts';
import { dataFolder } from './data-folder.ts';
import { embeddedDatabase } from './embedded-database.ts';
import { type RunningServer, startServer } from './server.ts';

const pictures = process.env['ROLLCALL_SCREENSHOTS'];
const folder = dataFolder();
let server: RunningServer;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(folder.path), launch()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  folder.remove();
});

const open = async (page: Page, path: string) => {
  const answer = await page.goto(`${server.url}${path}`);
  return answer?.status();
};

test.each([
  ['zh-CN', '没有找到这个页面', '返回首页', 'English', 'There is no such page'],
  ['en', 'There is no such page', 'Front page', '中文', '没有找到这个页面'],
])('an unknown path shows a page in %s with a link', async (locale, title, front, other, changed) => {
  const context = await browser.newContext({ locale, extraHTTPHeaders: { 'Accept-Language': locale } });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', error => errors.push(String(error)));
  for (const path of ['/lesson/9', '/account/nope', '/agreements/999', '/agreements/x']) {
    expect(await open(page, path), path).toBe(404);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    expect(await page.title()).toContain(title);
  }
  await page.getByRole('button', { name: other }).click();
  await page.getByRole('heading', { level: 1, name: changed }).waitFor();
  await page.getByRole('button', { name: other === '中文' ? 'English' : '中文' }).click();
  await page.getByRole('link', { name: front }).click();
  await page.waitForURL(`${server.url}/`);
  expect(errors).toEqual([]);
  await context.close();
});

test.each([
  ['zh-CN', '浏览器关闭了 JavaScript', '浏览器版本过低'],
  ['en', 'needs JavaScript', 'too old'],
])('every page says in %s which browser features are missing, and only then', async (locale, script, old) => {
  const options = { locale, extraHTTPHeaders: { 'Accept-Language': locale } };
  const without = await browser.newContext({ ...options, javaScriptEnabled: false });
  const ancient = await browser.newContext(options);
  await ancient.addInitScript(() => {
    Reflect.deleteProperty(String.prototype, 'replaceAll');
  });
  const usual = await browser.newContext(options);
  // One tab of each shows all paths: every new one costs a process.
  const [silent, early, page] = await Promise.all([without.newPage(), ancient.newPage(), usual.newPage()]);
  // Last the one that leads on by itself.
  for (const path of ['/sign-in', '/lesson/1', '/console', '/nope', '/account']) {
    await silent.goto(`${server.url}${path}`);
    const hint = silent.locator('noscript p');
    expect(await hint.isVisible()).toBe(true);
    expect(await hint.textContent()).toContain(script);
    expect(await silent.getByText(old).isVisible()).toBe(false);
    await early.goto(`${server.url}${path}`);
    await early.getByText(old).waitFor();
    await page.goto(`${server.url}${path}`);
    expect(await page.getByText(old).isVisible()).toBe(false);
  }
  await page.waitForURL(/\/sign-in/);
  await page.route('**/*.css*', route => route.abort());
  await page.goto(`${server.url}/sign-in`);
  await page.locator('#failed:not([hidden])').waitFor();
  expect(await page.getByText(old).isVisible()).toBe(false);
  for (const context of [without, ancient, usual]) await context.close();
});

test('a section without a network says so, and loads on retry', async () => {
  const refresh = tokensOf(await signUp(server, newPhone(), 'Secret#1')).refresh.token;
  const context = await browser.newContext({ locale: 'en' });
  await context.addCookies([{ name: 'dev_refresh_token', value: refresh, url: server.url }]);
  const page = await context.newPage();
  await open(page, '/account');
  await page.locator('input[name="nickname"]').waitFor();
  // Nothing else is under way that would fail beside it.
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await page.locator('a[href="/account/devices"]').click();
  const alert = page.locator('main [role="alert"]:not(:empty)');
  await alert.getByText('check your network').waitFor();
  await context.setOffline(false);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await page.locator('li[data-current]').waitFor();
  await context.close();
});

test('a button that waits looks so; without a network the form says so, keeps what was typed, and goes on later', async () => {
  const phone = newPhone();
  await signUp(server, phone, 'Secret#1');
  const context = await browser.newContext({ locale: 'en' });
  const page = await context.newPage();
  await open(page, '/sign-in');
  await page.getByRole('radio', { name: 'By password' }).check({ force: true });
  const identity = page.getByLabel('Mobile number, e-mail or username');
  await identity.fill(phone);
  await page.getByLabel('Password', { exact: true }).fill('Secret#1');
  const submit = page.locator('form button[type=submit]');
  const label = await submit.textContent();
  await context.setOffline(true);
  await submit.click();
  // A failure says what there is instead.
  await expect
    .poll(async () => `${page.url()} ${await page.locator('main').innerText()}`)
    .toContain('could not be reached');
  expect(await page.locator('main [role="alert"]:not(:empty)').innerText()).toContain('could not be reached');
  expect(await identity.inputValue()).toBe(phone);
  expect(await submit.getAttribute('aria-busy')).toBeNull();
  await context.setOffline(false);
  let give = () => {};
  const given = new Promise<void>(resolve => (give = resolve));
  await page.route('**/accounts/login', async route => {
    await given;
    await route.continue();
  });
  await submit.click();
  await page.locator('form button[type=submit][aria-busy="true"]').waitFor();
  expect(await submit.textContent()).not.toBe(label);
  // The line along its foot.
  const line = await submit.evaluate(button => getComputedStyle(button, '::after').content);
  expect(line).toBe('""');
  if (pictures) await page.screenshot({ path: join(pictures, 'waiting.png') });
  give();
  await page.getByLabel('Nickname').waitFor();
  await context.close();
});

test('a frame of the same site shows the page of an unknown path, with a way on in the frame', async () => {
  const context = await browser.newContext({ locale: 'en' });
  const page = await context.newPage();
  await open(page, '/lesson/1');
  await page.evaluate(() => {
    const frame = document.createElement('iframe');
    Object.assign(frame, { src: '/account/nope', title: 'Account', width: '360', height: '480' });
    // Beside what React renders: its first pass over the page would remove a frame within.
    document.body.prepend(frame);
  });
  const frame = page.frameLocator('iframe[title="Account"]');
  await frame.getByRole('heading', { level: 1, name: 'There is no such page' }).waitFor();
  if (pictures) await page.screenshot({ path: join(pictures, 'frame-not-found.png') });
  await frame.getByRole('link', { name: 'Front page' }).click();
  await frame.getByRole('heading', { level: 1 }).first().waitFor();
  expect(new URL(page.url()).pathname).toBe('/lesson/1');
  await context.close();
});

// Last, because it takes the agreements away.
test('a fault while a page is served shows the request id and no detail, in every theme', async () => {
  const database = await embeddedDatabase(folder.path);
  await database.db.schema.alterTable('agreements').renameTo('gone').execute();
  for (const locale of ['zh-CN', 'en']) {
    const [first, ...others] = looks.filter(({ options }) => options.locale === locale);
    const context = await browser.newContext(first?.options);
    const page = await context.newPage();
    const answer = await page.goto(`${server.url}/agreements/1`);
    expect(answer?.status()).toBe(500);
    const id = (await answer?.headerValue('x-request-id')) ?? '';
    expect(id).not.toBe('');
    await page.getByText(id).waitFor();
    expect(await page.content()).not.toMatch(/relation|"agreements"/);
    for (const { name, options } of [first, ...others].filter(look => look !== undefined)) {
      await page.setViewportSize(options.viewport);
      await page.emulateMedia({ colorScheme: options.colorScheme });
      const only = options.colorScheme === 'dark' ? 'colours' : undefined;
      expect(await violations(page, 'html', only), name).toEqual([]);
      expect(await sideways(page), name).toBeLessThanOrEqual(0);
      if (pictures) await page.screenshot({ path: join(pictures, `fault-${name}.png`) });
    }
    await context.close();
  }
  await database.db.schema.alterTable('gone').renameTo('agreements').execute();
  await database.close();
  const page = await browser.newPage();
  expect(await open(page, '/agreements/1')).toBe(200);
  await page.close();
});
