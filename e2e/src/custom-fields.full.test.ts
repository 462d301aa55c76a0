/** An admin defines a field, a pupil fills it in, staff sees and corrects it, and it is removed with what is lost. */
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sideways } from './axe.ts';
import { launch } from './browser.ts';
import { type ConsoleServer, PASSWORD, startConsoleServer, violations } from './console.ts';
import { firstAdmin, openGroup, openPage } from './console-page.ts';
import { dataFolder } from './data-folder.ts';
import { embeddedDatabase } from './embedded-database.ts';
import { newPhone, signUp, tokensOf } from './people.ts';

const folder = dataFolder();
const pupil = newPhone();
let server: ConsoleServer;
let browser: Browser;
let admin: BrowserContext;
let refresh: string;

beforeAll(async () => {
  [server, browser] = await Promise.all([startConsoleServer(folder.path), launch()]);
  refresh = tokensOf(await signUp(server, pupil, 'Secret#1')).refresh.token;
  admin = await firstAdmin(browser, server);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  folder.remove();
});

test('a field is defined, filled in, listed, corrected and removed', async () => {
  const { page, complaints } = await openPage(admin, `${server.url}/console`);
  await openGroup(page, '管理');
  await page.getByRole('link', { name: '自定义字段' }).click();
  await page.getByText('还没有自定义字段').waitFor();
  await page.getByRole('button', { name: '新建字段' }).click();
  const dialog = page.getByRole('dialog', { name: '新建字段' });
  await dialog.getByLabel('标识').fill('Class');
  await dialog.getByRole('button', { name: '新建字段' }).click();
  await dialog.getByText('请以小写字母开头').waitFor();
  expect(await violations(page)).toEqual([]);
  await dialog.getByLabel('标识').fill('bus_stop');
  await dialog.getByLabel('中文名称').fill('校车站点');
  await dialog.getByLabel('英文名称').fill('Bus stop');
  await dialog.getByLabel('类型').selectOption({ label: '单选' });
  await dialog.getByLabel('选项').fill('north | 北门 | North gate\nsouth | 南门 | South gate');
  await dialog.getByRole('group', { name: '谁可以修改' }).getByLabel('本人').check();
  await dialog.getByRole('button', { name: '新建字段' }).click();
  await page
    .getByRole('row', { name: /bus_stop/ })
    .getByText('北门')
    .waitFor();

  const own = await browser.newContext({ locale: 'zh-CN', viewport: { width: 360, height: 740 } });
  await own.addCookies([{ name: 'dev_refresh_token', value: refresh, url: server.url }]);
  const account = await own.newPage();
  await account.goto(`${server.url}/account`);
  const section = account.getByRole('region', { name: '学校信息' });
  await section.getByLabel('校车站点').selectOption({ label: '南门' });
  await section.getByRole('button', { name: '保存' }).click();
  await section.getByText(/已于 .* 保存/).waitFor();
  expect(await violations(account)).toEqual([]);
  expect(await sideways(account)).toBe(0);
  await own.close();

  await openGroup(page, '人员与协议');
  await page.getByRole('link', { name: '人员', exact: true }).click();
  const row = page.getByRole('row', { name: new RegExp(pupil) });
  await row.getByText('南门').waitFor();
  await page.getByRole('button', { name: '校车站点' }).click();
  await page.locator('th[aria-sort=descending]').getByText('校车站点').waitFor();
  await page.getByRole('button', { name: '筛选' }).click();
  await page.getByLabel('自定义字段').selectOption({ label: '校车站点' });
  await page.getByLabel('内容').selectOption({ label: '北门' });
  await page.getByText('没有符合条件的人员').waitFor();
  await page.getByLabel('内容').selectOption({ label: '南门' });
  await row.getByRole('link').first().click();
  await page.getByRole('button', { name: '修改信息' }).click();
  const edit = page.getByRole('dialog', { name: '修改信息' });
  await edit.getByLabel('年级').selectOption({ label: '初一' });
  await edit.getByLabel('校车站点').selectOption({ label: '北门' });
  await edit.getByLabel('原因').fill('搬家');
  await edit.getByRole('button', { name: '修改信息' }).click();
  await edit.waitFor({ state: 'detached' });
  const main = page.locator('main');
  await main.getByText('北门', { exact: true }).waitFor();
  await main.getByText('初一', { exact: true }).waitFor();
  expect(await violations(page)).toEqual([]);

  // The sign-in was longer ago than a proof is fresh.
  const database = await embeddedDatabase(folder.path);
  await database.pool.query("update operator_sessions set proved_at = proved_at - interval '10 minutes'");
  await database.close();
  await openGroup(page, '管理');
  await page.getByRole('link', { name: '自定义字段' }).click();
  await page.getByRole('button', { name: '删除：校车站点' }).click();
  const removal = page.getByRole('dialog', { name: '删除：校车站点' });
  await removal.getByText('将同时删除 1 人已填写的内容').waitFor();
  await removal.getByRole('button', { name: '删除' }).click();
  const proof = page.getByRole('dialog').last();
  await proof.locator('[type=password]').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByText('还没有自定义字段').waitFor();
  await openGroup(page, '管理');
  await page.getByRole('link', { name: '审计记录' }).click();
  for (const act of ['删除自定义字段及其内容', '修改人员信息', '添加自定义字段'])
    await page.getByRole('row', { name: new RegExp(act) }).waitFor();
  expect(complaints).toEqual([]);
  await page.close();
});
