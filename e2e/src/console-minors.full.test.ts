/** Staff and a pupil under 14 in a real browser: the reason, the guardianship, and a wrong year of birth that is corrected. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch } from './browser.ts';
import { type ConsoleServer, enter, sideways, startConsoleServer, violations } from './console.ts';
import { dataFolder } from './data-folder.ts';
import { call, newPhone, signUp, tokensOf } from './people.ts';

const folder = dataFolder();
let server: ConsoleServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;
beforeAll(async () => {
  [server, browser] = await Promise.all([
    startConsoleServer(folder.path, { ROLLCALL_MINORS: 'strict' }),
    launch(),
  ]);
  context = await browser.newContext({
    locale: 'zh-CN',
    extraHTTPHeaders: { 'Accept-Language': 'zh-CN' },
    viewport: { width: 360, height: 740 },
  });
  page = await context.newPage();
  await page.goto(server.url + server.firstRun);
  await enter(page, '林老师');
  await page.getByRole('heading', { level: 1, name: '概览' }).waitFor();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  folder.remove();
});

const looksRight = async () => {
  expect(await violations(page)).toEqual([]);
  expect(await sideways(page)).toBeLessThanOrEqual(0);
};

test('an operator gives a reason, sees the guardianship, and corrects a wrong year of birth', async () => {
  const [phone, guardian] = [newPhone(), newPhone()];
  const {
    access: { token: access },
  } = tokensOf(await signUp(server, phone, 'Tree-house9'));
  const year = new Date().getFullYear() - 9;
  expect((await call(server.url, 'POST', 'age', { birth_year: year }, access)).status).toBe(200);
  await call(server.url, 'POST', 'guardian', { phone_number: guardian }, access);

  await page.goto(`${server.url}/console/people?q=${phone}`);
  const row = page.getByRole('row').filter({ hasText: '未满 14 岁' });
  await row.getByText(`${phone.slice(0, 3)}****${phone.slice(7)}`).waitFor();
  await row.getByRole('link').click();
  await page.getByRole('heading', { level: 1, name: '未满 14 岁的学员' }).waitFor();
  expect(await page.locator('main').textContent()).not.toContain(phone);
  await looksRight();
  await page.getByRole('button', { name: '查看资料' }).click();
  await page.getByText('请填写原因。').waitFor();
  await page.getByLabel('查看原因').fill('家长来电核对年份');
  await page.getByRole('button', { name: '查看资料' }).click();
  await page.getByRole('heading', { name: '年龄与监护人' }).waitFor();
  await page.getByText(phone).first().waitFor();
  await page.getByText('等待监护人答复').waitFor();
  await page.getByText(`${year}（本人填写）`).waitFor();
  await page.getByText(`${year + 15}年1月1日`, { exact: true }).waitFor();
  await looksRight();

  await page.getByRole('button', { name: '更正出生年份' }).click();
  const dialog = page.getByRole('dialog', { name: '更正出生年份' });
  await dialog.getByLabel('出生年份').fill(String(year));
  await dialog.getByRole('button', { name: '更正出生年份' }).click();
  await dialog.getByText('请填写另一个年份').waitFor();
  await looksRight();
  await dialog.getByLabel('出生年份').fill('1990');
  await dialog.getByLabel('更正原因').fill('已核对户口簿');
  await dialog.getByRole('button', { name: '更正出生年份' }).click();
  await page.getByText('1990（学校更正）').waitFor();
  expect(await page.getByText('等待监护人答复').count()).toBe(0);
  // The person continues immediately.
  expect((await call(server.url, 'GET', 'devices', undefined, access)).status).toBe(200);

  await page.goto(`${server.url}/console/audit`);
  const log = page.locator('main table');
  await log.getByText('更正出生年份').first().waitFor();
  await log.getByText('填写原因查看未满 14 岁学员').first().waitFor();
});

test('strict: a sign-up by the specification’s own call waits for the year on the next page; under 14 for the guardian', async () => {
  const visit = async () => {
    const { access, refresh } = tokensOf(await signUp(server, newPhone(), 'Tree-house9'));
    const devices = async () => (await call(server.url, 'GET', 'devices', undefined, access.token)).body;
    expect((await devices()).code).toBe('RC_284');
    const own = await browser.newContext({ locale: 'zh-CN', viewport: { width: 360, height: 740 } });
    await own.addCookies([{ name: 'dev_refresh_token', value: refresh.token, url: server.url }]);
    const asked = await own.newPage();
    await asked.goto(`${server.url}/account/security`);
    await asked.waitForURL('**/age?*');
    return { devices, own, asked };
  };
  const say = async (asked: Page, born: number) => {
    await asked.getByLabel('出生年份').selectOption(String(born));
    await asked.getByRole('button', { name: /^确认，我出生于/ }).click();
  };

  const grown = await visit();
  await say(grown.asked, 1990);
  // the page that the person came for
  await grown.asked.waitForURL('**/account/security');
  await grown.asked.getByRole('heading', { name: '账号与安全' }).waitFor();
  expect((await grown.devices()).code).toBeUndefined();
  await grown.own.close();

  const pupil = await visit();
  await say(pupil.asked, new Date().getFullYear() - 9);
  await pupil.asked.getByRole('heading', { name: '需要监护人同意' }).waitFor();
  await pupil.asked.locator('input[autocomplete="tel-national"]').fill(newPhone());
  await pupil.asked.getByRole('button', { name: '发送链接' }).click();
  await pupil.asked.getByRole('heading', { name: '等待监护人同意' }).waitFor();
  expect((await pupil.devices()).code).toBe('RC_282');
  await pupil.own.close();
});
