/** An admin makes a webhook in the console, sends a test, sees its tries, sends it again, pauses and resumes it. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch } from './browser.ts';
import { type ConsoleServer, sideways, startConsoleServer, violations } from './console.ts';
import { firstAdmin } from './console-page.ts';
import { dataFolder } from './data-folder.ts';

const folder = dataFolder();
let server: ConsoleServer;
let browser: Browser;
let library: Server;
let origin: string;
let status = 500;
const ids: string[] = [];

beforeAll(async () => {
  library = createServer((request, response) => {
    ids.push(String(request.headers['webhook-id']));
    request.resume();
    response.writeHead(status).end();
  });
  await new Promise<void>(resolve => library.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(library.address() as AddressInfo).port}`;
  [server, browser] = await Promise.all([
    startConsoleServer(folder.path, { ROLLCALL_WEBHOOK_ORIGINS: origin }),
    launch(),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  library?.close();
  folder.remove();
});

const looksRight = async (page: Page) => {
  for (const size of [
    { width: 1280, height: 800 },
    { width: 360, height: 740 },
  ]) {
    await page.setViewportSize(size);
    expect(await violations(page)).toEqual([]);
    expect(await sideways(page)).toBeLessThanOrEqual(0);
  }
};

test('a webhook is made, tested, its message sent again, paused and resumed', async () => {
  const admin = await firstAdmin(browser, server);
  const page = await admin.newPage();
  await page.goto(`${server.url}/console/webhooks`);
  await page.getByRole('button', { name: '新建 Webhook' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('名称').fill('图书馆系统');
  await dialog.getByLabel('地址').fill('http://169.254.169.254/');
  await dialog.getByRole('button', { name: '新建 Webhook' }).click();
  await dialog.getByText('不会向这个来源发送。').waitFor();
  await dialog.getByLabel('地址').fill(`${origin}/rollcall`);
  await looksRight(page);
  await dialog.getByRole('button', { name: '新建 Webhook' }).click();
  const shown = page.getByRole('dialog', { name: '请立即复制密钥' });
  const secret = await shown.locator('code').textContent();
  expect(secret).toMatch(/^whsec_/);
  await shown.getByRole('button', { name: '关闭' }).last().click();
  expect(await page.content()).not.toContain(secret ?? 'none');
  await looksRight(page);
  await page.getByRole('link', { name: '图书馆系统' }).click();
  await page.getByText('还没有消息').waitFor();

  await page.getByRole('button', { name: '发送测试' }).click();
  await page.getByText('状态码 500').waitFor();
  await looksRight(page);
  status = 204;
  await page.getByRole('button', { name: '重发：测试' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '重发' }).click();
  await page.getByText('状态码 204').waitFor();
  await page.getByRole('row').getByText('已送达').waitFor();
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);

  await page.getByRole('button', { name: '更换密钥' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '更换密钥' }).click();
  await shown.getByRole('button', { name: '关闭' }).last().click();
  await page.getByText(/旧密钥同时签名至/).waitFor();
  await page.getByRole('button', { name: '暂停' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '暂停' }).click();
  await page.getByText('已暂停').waitFor();
  expect(await page.getByRole('button', { name: '发送测试' }).count()).toBe(0);
  await page.getByRole('button', { name: '恢复' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '恢复' }).click();
  await page.getByRole('button', { name: '发送测试' }).waitFor();
  await page.getByRole('button', { name: '删除' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await page.getByText('还没有 Webhook').waitFor();
  await admin.close();
});
