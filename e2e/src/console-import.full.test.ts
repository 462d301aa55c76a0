/** People are brought in by somebody in a browser: an ugly file is looked at, corrected, run, killed, and undone; papers are printed. */
import { join } from 'node:path';
import { writeFileSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch } from './browser.ts';
import { type ConsoleServer, startConsoleServer, violations } from './console.ts';
import { firstAdmin, openGroup, openPage } from './console-page.ts';
import { dataFolder } from './data-folder.ts';
import { call, newPhone } from './people.ts';
import { startServer } from './server.ts';
import { stepsOn, took } from './steps.ts';

const ROWS = 5000;
const folder = dataFolder();
let server: ConsoleServer;
let browser: Browser;
let admin: BrowserContext;

beforeAll(async () => {
  [server, browser] = await Promise.all([startConsoleServer(folder.path), launch()]);
  admin = await firstAdmin(browser, server);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  folder.remove();
});

/** GBK, which Node reads but does not write. */
const gbk = (text: string): Buffer => {
  const decoder = new TextDecoder('gbk');
  const codes = new Map<string, Buffer>();
  for (let high = 0x81; high <= 0xfe; high += 1)
    for (let low = 0x40; low <= 0xfe; low += 1) {
      const bytes = Buffer.from([high, low]);
      codes.set(decoder.decode(bytes), bytes);
    }
  return Buffer.concat(Array.from(text, one => codes.get(one) ?? Buffer.from(one, 'latin1')));
};

/** `Sunflower-7`, as three other systems kept it. */
const HASHES = [
  '$2b$05$abcdefghijklmnopqrstuu7gOlQreYgRX6rEsSA0h6oE03/2AxqSa',
  'pbkdf2_sha256$26000$seasalt$JRIUY73Y8bsAMCnQ3n965Y/1NL1uP1hhBcVp9lDv6uI=',
  'sha256(salt+password)$s1$d097d8d2a51b146a18862865f2822302d4115c90009134fb294ddc9148b98695',
];
const phones = Array.from({ length: ROWS }, () => newPhone());
const hashed = [2, 3, 4];
const uglyFile = (): string => {
  const rows = phones.map((phone, n) => {
    const hash = HASHES[hashed.indexOf(n)] ?? '';
    const number = n === 10 ? '1380000' : n === 11 ? (phones[2] ?? '') : phone;
    // Doubled names, and names with spaces between.
    return [`张${n % 2 === 0 ? ' ' : ''}伟`, number, n === 12 ? '十三年级' : '初一', hash].join(';');
  });
  const path = join(folder.path, '2026 新生.csv');
  writeFileSync(path, gbk(['2026 级新生名单;;;', '姓名;电话一;年级;密码', ...rows, ';;;'].join('\r\n')));
  return path;
};

const login = async (phone: string | undefined) =>
  (await call(server.url, 'POST', 'login', { identity: phone, password: 'Sunflower-7', pid: 'test' })).status;
const stat = (page: Page, name: string) =>
  page.locator('dl > div').filter({ hasText: name }).locator('b').first().innerText();
const dialogButton = (page: Page, name: string) =>
  page.locator('dialog').getByRole('button', { name, exact: true });

test('an ugly file of 5,000 is looked at, corrected, run, killed, and undone', async () => {
  const { page, complaints } = await openPage(admin, `${server.url}/console`);
  const finding = stepsOn(page);
  await openGroup(page, '人员与协议');
  await finding.also(() => page.getByRole('link', { name: '导入', exact: true }).click());
  await finding.also(() => page.getByRole('button', { name: '选择文件' }).click());
  await finding.also(() => page.locator('dialog [type=file]').setInputFiles(uglyFile()));
  await finding.also(() => page.locator('dialog [name=pid]').fill('test'));
  await finding.also(() => dialogButton(page, '查看').click());
  await page.getByRole('heading', { level: 1, name: '2026 新生.csv' }).waitFor();
  // The numbers' heading says nothing, so that everybody is only a name.
  await finding.also(async () => {
    await page.getByRole('combobox', { name: '电话一' }).selectOption({ label: '手机号' });
  });
  await finding.also(() => page.getByRole('button', { name: '重新查看' }).click());
  await page.getByText('不是 11 位内地手机号').waitFor();
  await page.getByText('手机号与第 5 行重复').waitFor();
  await page.getByText('没有这个年级').waitFor();
  expect(await stat(page, '将创建')).toBe('4,997');
  expect(await stat(page, '有误')).toBe('3');
  expect(await violations(page)).toEqual([]);

  await finding.also(() => page.getByRole('button', { name: '开始导入' }).click());
  await finding.also(() => dialogButton(page, '开始导入').click());
  took('Bring a file of people in, with a column corrected', finding.count());
  await page.getByText('正在导入').or(page.getByText('已完成')).first().waitFor();
  const { port } = new URL(server.url);
  await server.kill();
  server = { ...server, ...(await startServer(folder.path, { ROLLCALL_PORT: port })) };
  await page.reload();
  await page.getByText('已完成').first().waitFor();
  expect(await stat(page, '已创建')).toBe('4,997');
  for (const n of hashed) expect(await login(phones[n])).toBe(200);

  await page.getByRole('button', { name: '撤销导入' }).click();
  await dialogButton(page, '撤销导入').click();
  await page.getByText('已撤销').first().waitFor();
  await page.getByText('4,994').waitFor();
  expect(await login(phones[2])).toBe(200);
  expect(complaints).toEqual([]);
  await page.close();
});

test('papers of a class are made and shown once, and one opens the page that sets a password', async () => {
  const path = join(folder.path, 'class.csv');
  writeFileSync(path, '姓名,班级\n王小明,一年级一班\n李小红,一年级一班\n');
  const { page, complaints } = await openPage(admin, `${server.url}/console/import`);
  await page.getByRole('button', { name: '选择文件' }).click();
  await page.locator('dialog [type=file]').setInputFiles(path);
  await page.locator('dialog [name=pid]').fill('test');
  await dialogButton(page, '查看').click();
  await page.getByRole('button', { name: '开始导入' }).click();
  await dialogButton(page, '开始导入').click();
  await page.getByRole('button', { name: /生成并打印/ }).click();
  await dialogButton(page, '生成并打印').click();
  await page.getByRole('heading', { level: 1, name: '一年级一班 登录单' }).waitFor();
  const link = await page.locator('li dd').nth(2).innerText();
  const username = await page.locator('li dd').nth(1).innerText();
  expect(await violations(page)).toEqual([]);
  const child = await browser.newContext({ locale: 'zh-CN' });
  const reset = await child.newPage();
  // The printed address is the issuer's, whose port is not this one.
  await reset.goto(`${server.url}${new URL(link).pathname}${new URL(link).hash}`);
  await reset.locator('[type=password]').nth(0).fill('Meadow-77');
  await reset.locator('[type=password]').nth(1).fill('Meadow-77');
  await reset.locator('button[type=submit]').click();
  await expect
    .poll(
      async () =>
        (await call(server.url, 'POST', 'login', { identity: username, password: 'Meadow-77', pid: 'test' }))
          .status,
    )
    .toBe(200);
  await child.close();
  expect(complaints).toEqual([]);
  await page.close();
});
