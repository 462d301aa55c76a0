/** An admin makes a service token in the console, other software uses it, and the admin ends it: in a real browser over the real server. */
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch } from './browser.ts';
import { type ConsoleServer, PASSWORD, startConsoleServer, violations } from './console.ts';
import { firstAdmin, openGroup, openPage } from './console-page.ts';
import { dataFolder } from './data-folder.ts';
import { embeddedDatabase } from './embedded-database.ts';
import { newPhone, signUp } from './people.ts';

const folder = dataFolder();
const pupil = newPhone();
let server: ConsoleServer;
let browser: Browser;
let admin: BrowserContext;

beforeAll(async () => {
  [server, browser] = await Promise.all([startConsoleServer(folder.path), launch()]);
  await signUp(server, pupil, 'Secret#1');
  admin = await firstAdmin(browser, server);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  folder.remove();
});

test('a token is made with a fresh proof, shown once, used, seen and ended', async () => {
  // The sign-in was longer ago than a proof is fresh.
  const database = await embeddedDatabase(folder.path);
  await database.pool.query("update operator_sessions set proved_at = proved_at - interval '10 minutes'");
  await database.close();
  const { page, complaints } = await openPage(admin, `${server.url}/console`);
  await openGroup(page, '管理');
  await page.getByRole('link', { name: '服务令牌' }).click();
  await page.getByText('还没有服务令牌').waitFor();
  await page.getByRole('button', { name: '新建令牌' }).click();
  const dialog = page.getByRole('dialog', { name: '新建令牌' });
  // What is missing is said beside it, and nothing is sent.
  await dialog.getByRole('button', { name: '新建令牌' }).click();
  await dialog.getByText('请至少选择一项。').waitFor();
  expect(await violations(page)).toEqual([]);
  await dialog.getByLabel('名称').fill('图书馆系统');
  await dialog.getByLabel('用途').fill('借书证核对');
  await dialog.getByLabel('查看人员').check();
  await dialog.getByLabel('允许的地址').fill('127.0.0.1, 192.0.2.0/33');
  await dialog.getByRole('button', { name: '新建令牌' }).click();
  const proof = page.getByRole('dialog').last();
  await proof.locator('[type=password]').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await dialog.getByText('其中有的不是 IP 地址或网段。').waitFor();
  await dialog.getByLabel('允许的地址').fill('127.0.0.1\n192.0.2.0/24');
  await dialog.getByRole('button', { name: '新建令牌' }).click();
  const made = page.getByRole('dialog', { name: '令牌', exact: true });
  const token = (await made.locator('code').textContent()) ?? '';
  expect(token).toMatch(/^rcst_[\w-]{43}$/);
  expect(await violations(page)).toEqual([]);
  await made.getByRole('button', { name: '关闭' }).last().click();

  const ask = () =>
    fetch(`${server.url}/api/v1/people/find?identity=${pupil}`, {
      headers: { authorization: `Bearer ${token}` },
    });
  const answer = await ask();
  expect(await answer.json()).toMatchObject({ data: { phone_number: pupil } });
  await page.reload();
  const row = page.getByRole('row', { name: /图书馆系统/ });
  await row.getByText('127.0.0.1').waitFor();
  expect(await page.content()).not.toContain(token);

  await row.getByRole('link', { name: '操作记录' }).click();
  const entry = page.getByRole('row', { name: /token:图书馆系统/ });
  await entry.getByText('借书证核对').waitFor();
  await page.goBack();
  await page.getByRole('button', { name: '停用：图书馆系统' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '停用' }).click();
  await row.getByText('已停用').waitFor();
  expect((await ask()).status).toBe(401);
  expect(complaints).toEqual([]);
  await page.close();
});
