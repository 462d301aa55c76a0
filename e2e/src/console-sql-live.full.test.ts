/** An admin asks SQL over nightly files, and an integrator watches single events come, in the console. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nightlyFiles } from '../../apps/server/src/engines/embedded/sql/testing/files.ts';
import { bodyOf, newEvent } from '../../apps/server/src/features/usage/testing/batches.ts';
import { launch } from './browser.ts';
import { type ConsoleServer, enter, sample, sideways, startConsoleServer, violations } from './console.ts';
import { chinese, firstAdmin, openPage } from './console-page.ts';
import { dataFolder } from './data-folder.ts';

const pictures = process.env['ROLLCALL_SCREENSHOTS'];
const folder = dataFolder();
let files: Awaited<ReturnType<typeof nightlyFiles>>;
let server: ConsoleServer;
let browser: Browser;
let admin: BrowserContext;

beforeAll(async () => {
  files = await nightlyFiles();
  [server, browser] = await Promise.all([
    startConsoleServer(folder.path, {
      ROLLCALL_USAGE_EXPORT_FOLDER: files.folder,
      ROLLCALL_PRODUCTS: 'school',
    }),
    launch(),
  ]);
  admin = await firstAdmin(browser, server);
  await sample(server, folder.path);
  if (pictures) mkdirSync(pictures, { recursive: true });
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await files?.remove();
  folder.remove();
});

const picture = async (page: Page, name: string) => {
  if (!pictures) return;
  for (const [size, width, height] of [
    ['phone', 360, 740],
    ['desktop', 1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.screenshot({ path: join(pictures, `${name}-${size}.png`), fullPage: true });
  }
};

test('a SELECT is run by keys, drawn, saved and opened again; a faulty one says what is wrong', async () => {
  const { page, complaints } = await openPage(admin, `${server.url}/console/sql`);
  await page.getByText('数据截至 2026-11-20').waitFor();
  const editor = page.getByRole('textbox', { name: '语句' });
  await editor.fill(
    'select day, count(*) as events, count(distinct person) as people from events group by day order by day',
  );
  await editor.press('Control+Enter');
  const result = page.getByRole('region', { name: '结果' });
  await result.waitFor();
  expect(await result.locator('tbody tr').allTextContents()).toEqual(['2026-11-1931', '2026-11-2011']);
  expect(await violations(page)).toEqual([]);
  await picture(page, 'sql-table');
  expect(await sideways(page)).toBe(0);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: '下载 CSV' }).click();
  expect((await download).suggestedFilename()).toBe('sql.csv');
  await page.getByRole('button', { name: /^图表/ }).click();
  await page.getByRole('img').first().waitFor();
  await picture(page, 'sql-chart');

  await page.getByRole('button', { name: '保存', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('名称').fill('每日人数');
  await dialog.getByRole('button', { name: '保存' }).click();
  const saved = page.getByRole('link', { name: '每日人数' });
  await saved.waitFor();
  await editor.fill("select * from read_text('/etc/passwd')");
  await page.getByRole('button', { name: '运行' }).click();
  await page
    .getByRole('alert')
    .getByText(/read_text/)
    .waitFor();
  // It was the answer to the statement before.
  expect(await result.count()).toBe(0);
  await picture(page, 'sql-refused');
  await saved.click();
  await expect.poll(() => editor.inputValue()).toMatch(/^select day/);
  await page.goto(`${server.url}/console/audit`);
  await page.locator('tbody tr', { hasText: '用 SQL 查询使用数据' }).first().waitFor();
  expect(complaints).toEqual([]);
  await page.close();
});

test('a saved statement stands on a dashboard: an admin sees its bars, a viewer a sentence', async () => {
  const { page, complaints } = await openPage(admin, `${server.url}/console/sql`);
  const editor = page.getByRole('textbox', { name: '语句' });
  await editor.fill('select key, count(*) as times from events group by key order by times desc, key');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('名称').fill('页面排行');
  await dialog.getByRole('button', { name: '保存' }).click();
  await page.getByRole('link', { name: '页面排行' }).waitFor();

  await page.goto(`${server.url}/console/dashboards`);
  await page.getByRole('link', { name: '学校' }).click();
  await page.getByRole('button', { name: '调整' }).click();
  await page.getByRole('combobox', { name: '添加问题或 SQL', exact: true }).fill('页面排行');
  await page.getByRole('option', { name: 'SQL · 页面排行' }).click();
  const kept = page.waitForResponse(answer => answer.request().method() === 'PUT');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  expect((await kept).status()).toBe(200);
  await page.reload();
  const tile = page.getByRole('article', { name: '页面排行' });
  await tile.getByRole('img', { name: '页面排行 · times' }).waitFor();
  await tile.getByRole('button', { name: '表格：页面排行' }).click();
  expect(await tile.locator('tbody tr').allTextContents()).toEqual(['/2', '/lesson2']);
  expect(await violations(page)).toEqual([]);
  await picture(page, 'sql-tile');
  expect(await sideways(page)).toBe(0);
  const board = page.url();
  expect(complaints).toEqual([]);
  await page.close();

  const { page: operators } = await openPage(admin, `${server.url}/console/operators`);
  await operators.getByRole('button', { name: '邀请操作员' }).click();
  await operators.getByRole('dialog').getByRole('button', { name: '邀请操作员' }).click();
  const link = await operators.getByRole('dialog').locator('code').textContent();
  await operators.close();
  const viewer = await browser.newContext(chinese);
  const { page: seen } = await openPage(viewer, link ?? '');
  await enter(seen, 'Guest.01');
  await seen.getByRole('heading', { level: 1, name: '概览' }).waitFor();
  await seen.goto(board);
  await seen.getByRole('article', { name: '页面排行' }).getByText('SQL 的结果仅管理员可见。').waitFor();
  await viewer.close();
});

test('an integrator sees an event that they have just sent, and why another one was refused', async () => {
  const { page, complaints } = await openPage(admin, `${server.url}/console/usage/live?product=school`);
  await page.getByRole('heading', { name: '最新事件' }).waitFor();
  const at = Date.now();
  const event = (e: string, more: object = {}) => newEvent({ t: at, c: at, e, ...more });
  const body = bodyOf({
    events: [event('lesson.done', { b: { score: 90 } }), event('lesson.broken', { d: -1 })],
  });
  const send = async (type: string) =>
    (
      await fetch(`${server.url}/usage/v1/events`, {
        method: 'POST',
        body,
        headers: { 'content-type': type },
      })
    ).status;
  expect([await send('text/plain'), await send('application/json')]).toEqual([200, 415]);
  const events = page.getByRole('region', { name: '最新事件' });
  await events.locator('tbody tr', { hasText: 'lesson.done' }).getByText('{"score":90}').waitFor();
  const refused = page.getByRole('region', { name: '被拒绝的事件' });
  await refused.locator('tbody tr', { hasText: 'lesson.broken' }).getByText('duration').waitFor();
  await refused.locator('tbody tr', { hasText: '整批' }).getByText('WrongType').waitFor();
  expect(await violations(page)).toEqual([]);
  await picture(page, 'live-events');
  expect(await sideways(page)).toBe(0);
  await page.getByRole('searchbox', { name: '事件或页面包含' }).fill('nothing');
  await page.getByText('没有符合条件的事件').waitFor();
  await page.getByRole('button', { name: '暂停' }).click();
  await page.getByText('已暂停更新。').waitFor();
  expect(complaints).toEqual([]);
  await page.close();
});
