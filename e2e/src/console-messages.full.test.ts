/** Operators see in the console that the message budget runs out. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch } from './browser.ts';
import { type ConsoleServer, enter, sideways, startConsoleServer, violations } from './console.ts';
import { newPhone } from './people.ts';
import { dataFolder } from './data-folder.ts';
import { withinWindows } from './windows.ts';

const folder = dataFolder();
let server: ConsoleServer;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  const env = {
    ROLLCALL_MESSAGES_PER_HOUR: '5',
    ROLLCALL_MESSAGES_PER_DAY: '50',
    ROLLCALL_TRUST_PROXY: '1',
  };
  [server, browser] = await Promise.all([startConsoleServer(folder.path, env), launch()]);
  const context = await browser.newContext({
    locale: 'zh-CN',
    extraHTTPHeaders: { 'Accept-Language': 'zh-CN' },
    viewport: { width: 1280, height: 800 },
  });
  page = await context.newPage();
  await page.goto(`${server.url}${server.firstRun}`);
  await enter(page, '林老师');
  await page.getByRole('heading', { level: 1, name: '概览' }).waitFor();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  folder.remove();
});

let networks = 0;
/** Asks for a code from another network each time: one alone spends a tenth of the budget. */
const send = async () => {
  const path = '/tiger/v3/web/accounts/captcha/login/silence';
  const answer = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `203.0.${(networks += 1)}.7` },
    body: JSON.stringify({ phone_number: newPhone(), pid: 'school' }),
  });
  return answer.status;
};
const openMessages = async () => {
  await page.goto(`${server.url}/console/messages`);
  await page.getByRole('heading', { level: 1, name: '消息' }).waitFor();
};
const alert = () => page.getByRole('alert').filter({ hasText: '本小时' });
const row = () => page.locator('tbody tr', { hasText: '本小时' });

test('from 80 % of the hourly budget the messages page shows what is left and when it is reset', async () => {
  await withinWindows(30_000, 3_600_000);
  for (let n = 0; n < 3; n += 1) expect(await send()).toBe(200);
  await openMessages();
  await row().waitFor();
  expect(await alert().count()).toBe(0);

  expect(await send()).toBe(200);
  await openMessages();
  await alert().getByText('本小时：5 条中还剩 1 条').waitFor();
  await alert().getByText('重置时间：').waitFor();
  expect(await row().textContent()).toContain('本小时541');
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await sideways(page)).toBeLessThanOrEqual(0);
  // The next one asks for a challenge.
  expect(await send()).toBe(400);
});
