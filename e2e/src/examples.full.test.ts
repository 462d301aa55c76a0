/** The host site's example pages: a long list that is scrolled, pictures that come when they are near, the way back. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { launch } from './browser.ts';
import { newPhone, signUp, tokensOf } from './people.ts';
import { dataFolder } from './data-folder.ts';
import { type RunningServer, startServer } from './server.ts';

const folder = dataFolder();
let server: RunningServer;
let browser: Browser;
let context: BrowserContext;
beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(folder.path), launch()]);
});
afterEach(() => context?.close());
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  folder.remove();
});
async function open(options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
  context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1280, height: 800 }, ...options });
  return context.newPage();
}
const items = (page: Page) => page.locator('[role="feed"] > article');

test('the list grows while scrolling, and its pictures load when they are near [9.lazy-image 9.infinite-scroll]', async () => {
  const page = await open();
  const pictures = new Set<string>();
  page.on('request', request => {
    if (/contests\/\d+\.\w+\.svg/.test(request.url())) pictures.add(request.url());
  });
  await page.goto(`${server.url}/contests`, { waitUntil: 'networkidle' });
  expect(await items(page).count()).toBe(12);
  // three rows of three at most stand within 1.3 screens
  expect(pictures.size).toBeLessThanOrEqual(9);
  await items(page).last().scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 600);
  await items(page).nth(23).waitFor();
  await page.getByText('共 240 项').waitFor();
  await items(page).nth(12).locator('[data-phase="shown"]').waitFor();
});

test('the scroll position is restored on return', async () => {
  const page = await open();
  await page.goto(`${server.url}/contests`);
  for (const count of [24, 36]) {
    await page.getByRole('button', { name: '加载更多' }).click();
    await items(page)
      .nth(count - 1)
      .waitFor();
  }
  await items(page).nth(30).scrollIntoViewIfNeeded();
  await page.evaluate(() =>
    addEventListener('pagehide', () => sessionStorage.setItem('left at', String(scrollY))),
  );
  await page.getByRole('link', { name: '课程' }).evaluate((link: HTMLAnchorElement) => link.click());
  await page.waitForURL('**/lesson/1');
  const before = Number(await page.evaluate(() => sessionStorage.getItem('left at')));
  expect(before).toBeGreaterThan(1_000);
  await page.goBack();
  await items(page).nth(35).waitFor();
  await page.waitForFunction(y => Math.abs(scrollY - y) < 5, before);
});

test('a marked contest stays marked, also without storage [9.storage]', async () => {
  const page = await open();
  await page.addInitScript(() =>
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('no', 'SecurityError');
      },
    }),
  );
  await page.goto(`${server.url}/contests`);
  const mark = items(page).nth(1).getByRole('button');
  await mark.click();
  await page.getByText('已记下 1 场').waitFor();
  await page.reload();
  await page.getByText('已记下 1 场').waitFor();
  await items(page)
    .nth(1)
    .getByRole('button', { name: /^已记下/ })
    .waitFor();
});

test('a picture that fails to load says so in its place, and can be retried [9.lazy-image]', async () => {
  const page = await open();
  let count = 0;
  await page.route('**/contests/1.*.svg', route => (count++ < 3 ? route.abort() : route.continue()));
  await page.goto(`${server.url}/contests`);
  const again = items(page)
    .nth(1)
    .getByRole('button', { name: /^重试：/ });
  await again.click();
  await items(page).nth(1).locator('[data-phase="shown"]').waitFor();
  expect(count).toBe(4);
});

test('the header shows the signed-in person, and sign-in returns to the page', async () => {
  const page = await open();
  await page.goto(`${server.url}/lesson/2`);
  expect(await page.getByRole('link', { name: '登录' }).getAttribute('href')).toBe(
    '/sign-in?return=%2Flesson%2F2',
  );
  const { refresh } = tokensOf(await signUp(server, newPhone(), 'Secret#1'));
  await context.addCookies([{ name: 'dev_refresh_token', value: refresh.token, url: server.url }]);
  await page.reload();
  await page.locator('header button[title="我的账号"]').click();
  await page.locator('header a[href="/account"]').waitFor();
});

test("a lesson's question is answered wrong, then right, with an explanation", async () => {
  const page = await open();
  await page.goto(`${server.url}/lesson/1`);
  await page.locator('button[type="submit"]:enabled').waitFor();
  const message = page.locator('form [aria-live]');
  await page.locator('form').getByRole('button').click();
  await message.filter({ hasText: '请先选一个答案。' }).waitFor();
  await page.locator('input[name="answer"][value="0"]').check();
  await page.locator('form').getByRole('button').click();
  await message.filter({ hasText: '再想一想。' }).waitFor();
  await page.locator('input[name="answer"][value="1"]').check();
  await page.locator('form').getByRole('button').click();
  await message.filter({ hasText: '答对了。' }).waitFor();
});
