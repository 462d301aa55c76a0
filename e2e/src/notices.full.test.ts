/** Security messages on the account page: dismissed on one device, and the change that they tell of taken back. */
import type { BrowserContext, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { readConfig } from '../../apps/server/src/app/config.ts';
import { openDatabase } from '../../apps/server/src/platform/database/connection.ts';
import { findRunningDatabase } from '../../apps/server/src/platform/database/embedded/running.ts';
import { createLog } from '../../apps/server/src/platform/log.ts';
import { sideways, violations } from './axe.ts';
import { call, enterPassword, newPhone, signUp, tokensOf } from './people.ts';
import { serverAndBrowser } from './server-and-browser.ts';

const PASSWORD = 'Secret#1';
const contexts: BrowserContext[] = [];
const started = serverAndBrowser();

/** Leaves every message to the account page, as a delivery that fails does. */
async function leaveToPage(): Promise<void> {
  const config = readConfig({ ROLLCALL_ENV: 'test', ROLLCALL_DATA: started.folder });
  const log = createLog({ ...config, logLevel: 'silent' });
  const database = await openDatabase(
    { ...config, databasePool: 1 },
    log,
    await findRunningDatabase(started.folder),
  );
  // The server's own job sends them within seconds, and would overwrite what is set below.
  const pending = async () => {
    const { rows } = await database.pool.query('select id from security_notices where due_at is not null');
    return rows;
  };
  await expect.poll(pending).toEqual([]);
  await database.pool.query(
    "update security_notices set channel = 'page', recipient = null, take_back = null",
  );
  await database.close();
}

/** A browser of the person's own, on the security section. */
async function securityPage(phone: string): Promise<Page> {
  const context = await started.browser.newContext({
    locale: 'zh-CN',
    viewport: { width: 360, height: 740 },
  });
  contexts.push(context);
  const page = await context.newPage();
  await page.goto(`${started.server.url}/sign-in?return=${encodeURIComponent('/account/security')}`);
  await enterPassword(page, phone, PASSWORD);
  await page.waitForURL('**/account/security');
  return page;
}

test('a message is hidden on the device that dismisses it, and its change is taken back on another', async () => {
  const phone = newPhone();
  const { access } = tokensOf(await signUp(started.server, phone, PASSWORD));
  const username = `pupil_${phone.slice(-6)}`;
  const set = await call(started.server.url, 'PATCH', 'username', { username }, access.token);
  expect(set.status).toBe(200);
  await leaveToPage();

  const thief = await securityPage(phone);
  const item = (page: Page) => page.getByRole('listitem').filter({ hasText: '用户名' });
  await item(thief).getByRole('button', { name: '知道了' }).click();
  await thief.getByText('本设备不再显示该提醒。').waitFor();
  const answered = thief.waitForResponse(answer => new URL(answer.url()).pathname.endsWith('/notices'));
  await thief.reload();
  const { data } = (await (await answered).json()) as { data: { text: string }[] };
  expect(data.filter(({ text }) => text.includes('用户名'))).toEqual([]);
  await thief.getByRole('heading', { level: 1 }).waitFor();
  expect(await item(thief).getByRole('button', { name: '知道了' }).count()).toBe(0);

  const page = await securityPage(phone);
  await item(page).getByText('所有设备退出登录').waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await sideways(page)).toBeLessThanOrEqual(0);
  await item(page).getByRole('button', { name: '撤销这项更改' }).click();
  await page.waitForURL(/\/reset/);
  await page.getByText('更改已撤销，账号已在所有设备上退出登录。请立即重设密码。').waitFor();
  expect(await violations(page)).toEqual([]);

  const again = await call(started.server.url, 'POST', 'login', {
    identity: username,
    password: PASSWORD,
    pid: 'test',
  });
  expect(again.status).toBe(400);
  await thief.reload();
  await thief.waitForURL(/\/sign-in/);
});
