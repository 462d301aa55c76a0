/** The operators' console in a real browser over the real server. */
import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../tools/testing/until.ts';
import { launch } from './browser.ts';
import {
  addAlertRule,
  type ConsoleServer,
  enter,
  PASSWORD,
  reportFailures,
  sample,
  startConsoleServer,
  violations,
} from './console.ts';
import { chinese, openGroup, openPage } from './console-page.ts';
import { keyboardOn } from './keyboard.ts';
import { call, newPhone, signUp } from './people.ts';
import { dataFolder } from './data-folder.ts';
import { withinWindows } from './windows.ts';

const folder = dataFolder();
const pupil = newPhone();
let server: ConsoleServer;
let browser: Browser;
let admin: BrowserContext;
let pupilId = '';

beforeAll(async () => {
  [server, browser] = await Promise.all([startConsoleServer(folder.path), launch()]);
  await signUp(server, pupil, 'Secret#1');
  admin = await browser.newContext({ ...chinese, viewport: { width: 1280, height: 800 } });
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  folder.remove();
});
/** Opens a page, and collects its violations of the content security policy and its script errors. */
const open = (context: BrowserContext, path: string) => openPage(context, `${server.url}${path}`);

test('the link of the first run makes the first admin, once', async () => {
  const { page, complaints } = await open(admin, '/console/people');
  // there is no operator yet, and the sign-in page explains how to create one
  await page.getByRole('heading', { name: '还没有操作员。' }).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.goto(`${server.url}${server.firstRun}`);
  await page.locator('[name=again]').waitFor();
  expect(await violations(page)).toEqual([]);
  // an invalid field shows an error, and nothing is sent
  await page.locator('[name=name]').fill('林老师');
  await page.locator('[name=password]').fill('short');
  await page.keyboard.press('Enter');
  await page.locator('[name=password][aria-invalid=true]').waitFor();
  await enter(page, '林老师');
  await page.getByRole('heading', { level: 1, name: '概览' }).waitFor();
  // the secret is gone from the address
  expect(page.url()).toBe(`${server.url}/console`);
  expect(complaints).toEqual([]);
  await page.close();
  const again = await open(admin, server.firstRun);
  await again.page.getByText('链接已失效。').waitFor();
  await again.page.close();
});

test('an operator finds a pupil and blocks the account with a reason; the audit log has it', async () => {
  const { page, complaints } = await open(admin, '/console');
  await openGroup(page, '人员与协议');
  await page.getByRole('link', { name: '人员' }).first().click();
  await page.getByRole('searchbox').fill(pupil);
  await page.keyboard.press('Enter');
  await page.waitForURL(url => url.searchParams.get('q') === pupil);
  const rows = page.locator('tbody tr');
  await expect.poll(() => rows.count()).toBe(1);
  // the view's address brings back the view
  await page.reload();
  await expect.poll(() => rows.count()).toBe(1);
  expect(await page.getByRole('searchbox').inputValue()).toBe(pupil);
  await rows.getByRole('link').click();
  await page.waitForURL(/\/console\/people\/[\da-f-]{36}$/);
  pupilId = page.url().split('/').at(-1) ?? '';
  // after a change of view the heading has the focus
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');

  const block = page.getByRole('button', { name: '封禁' });
  await block.click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await keyboardOn(page).standsOn(block);
  await block.click();
  await dialog.getByRole('textbox').fill('盗用同学账号');
  await dialog.getByRole('button', { name: '封禁' }).click();
  await page.getByRole('button', { name: '解封' }).waitFor();
  await page.getByText('盗用同学账号').first().waitFor();
  const refused = await call(server.url, 'POST', 'login', {
    identity: pupil,
    password: 'Secret#1',
    pid: 'test',
    agreement_ids: [-1],
  });
  expect(refused.body.code).toBe('AC3_20');
  await page.reload();
  await page.getByText('账号已封禁').first().waitFor();
  // the diagnosis says so too, for the number as people write it
  await page.getByRole('link', { name: '登录诊断' }).first().click();
  await page.getByRole('searchbox').fill(`+86 ${pupil.slice(0, 3)} ${pupil.slice(3, 7)} ${pupil.slice(7)}`);
  await page.keyboard.press('Enter');
  await page.waitForURL(url => url.searchParams.get('identity') === pupil);
  await page.getByText('账号已封禁').first().waitFor();

  await page.goto(`${server.url}/console/audit?act=people.block`);
  const entry = page.locator('tbody tr').first();
  await entry.waitFor();
  const text = await entry.textContent();
  expect(text).toContain('林老师');
  expect(text).toContain('盗用同学账号');
  await entry.getByRole('link').click();
  await page.waitForURL(new RegExp(pupilId));
  await page.getByRole('button', { name: '解封' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '解封' }).click();
  await page.getByRole('button', { name: '封禁' }).waitFor();
  expect(complaints).toEqual([]);
  await page.close();
});

test('an invited viewer reads, changes nothing, and sees masked numbers only', async () => {
  const { page } = await open(admin, '/console/operators');
  await page.getByRole('button', { name: '邀请操作员' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '邀请操作员' }).click();
  const link = await page.getByRole('dialog').locator('code').textContent();
  await page.close();
  const context = await browser.newContext(chinese);
  const { page: own } = await open(context, new URL(link ?? '').href.slice(server.url.length));
  await own.getByText('林老师邀请您成为操作员：查看者。').waitFor();
  await enter(own, 'Guest.01');
  await own.getByRole('heading', { level: 1, name: '概览' }).waitFor();
  expect(await own.getByRole('link', { name: '审计记录' }).count()).toBe(0);
  await own.goto(`${server.url}/console/people`);
  await own.getByText('只能按姓名、用户名和编号查找').waitFor();
  await own.getByRole('searchbox').fill(pupil);
  await own.keyboard.press('Enter');
  await own.getByText('没有符合条件的人员').waitFor();
  await own.goto(`${server.url}/console/people/${pupilId}`);
  await own.getByRole('heading', { name: '登录中的设备' }).waitFor();
  expect(await own.locator('main').textContent()).not.toContain(pupil);
  expect(await own.getByRole('button', { name: '封禁' }).count()).toBe(0);
  // by its address the log is refused in place, in words
  await own.goto(`${server.url}/console/audit`);
  await own.getByText('您的权限不足。').waitFor();
  // signing out leads to the sign-in page, and a sign-in back to the view
  await own.goto(`${server.url}/console/people`);
  await own.getByRole('button', { name: '退出登录' }).first().click();
  await own.waitForURL(/\/console\/sign-in/);
  await own.goto(`${server.url}/console/people?blocked=no`);
  await own.waitForURL(/\/console\/sign-in\?to=/);
  await own.locator('[name=password]').waitFor();
  expect(await violations(own)).toEqual([]);
  await enter(own, 'guest.01');
  await own.waitForURL(/\/console\/people\?blocked=no$/);
  await context.close();
});

describe('with the sample data of a school', () => {
  beforeAll(async () => {
    await sample(server, folder.path);
    await reportFailures(server);
    await addAlertRule(admin, server);
    // reports are kept a moment after they were taken
    await until(async () => {
      const answer = await admin.request.get(`${server.url}/console/v1/monitor/errors?product=sample-school`);
      const { data } = (await answer.json()) as { data: { items: unknown[] } };
      if (data.items.length < 2) throw new Error(`${data.items.length} groups of errors`);
    });
  });

  test('a chart, its table and its file have the same figures', async () => {
    // The school's day ends at 16:00 UTC: no part of the test may be of the next day.
    await withinWindows(60_000, 8 * 3_600_000);
    const series = [{ measure: 'people' }, { measure: 'times' }];
    const asked = encodeURIComponent(JSON.stringify({ v: 1, kind: 'trend', series }));
    const { page } = await open(admin, `/console/ask?q=${asked}`);
    await page.locator('[role=img]').waitFor();
    const reader = page.getByRole('slider');
    await reader.focus();
    await page.keyboard.press('End');
    const read = await reader.getAttribute('aria-valuetext');
    await page.keyboard.press('t');
    await page.waitForURL(url => url.searchParams.get('as') === 'table');
    // until the chart goes, the first table is that of the totals below it
    await page.locator('[role=img]').waitFor({ state: 'detached' });
    const shown = page.getByRole('region', { name: '结果' }).getByRole('table').first();
    await shown.locator('tbody tr').first().waitFor();
    const cells = await shown.locator('tbody tr').last().locator('td').allTextContents();
    const heads = await shown.locator('thead th').allTextContents();
    expect(read).toBe(`${cells[0]}（今天未结束）：${heads[1]} ${cells[1]}、${heads[2]} ${cells[2]}`);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: '下载 CSV' }).click(),
    ]);
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\r\n');
    expect(lines.at(-1)?.split(',').slice(-2).join()).toBe(
      cells
        .slice(1)
        .join()
        .replace(/,(?=\d{3}\b)/g, ','),
    );
    expect(lines).toHaveLength((await shown.locator('tbody tr').count()) + 1);
    const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
    expect(lines.at(-1)?.split(',')[0]).toBe(today);
    await page.close();
  });

  test('a part of a page whose call fails shows an error and a retry button', async () => {
    const { page } = await open(admin, '/console');
    await page.route('**/console/v1/usage/live*', route => route.abort(), { times: 1 });
    await openGroup(page, '使用分析');
    await page.getByRole('link', { name: '实时', exact: true }).first().click();
    await page.getByText('无法连接服务器。').waitFor();
    await page.getByRole('button', { name: '重试' }).click();
    await page.getByText('最近 5 分钟的用户数').waitFor();
    await page.close();
  });
});

test('an unknown call is answered with 404 in JSON', async () => {
  const answer = await fetch(`${server.url}/console/v1/nothing`);
  expect(answer.status).toBe(404);
  expect(answer.headers.get('content-type')).toContain('application/json');
});

test('a wrong password shows an error at the form, which keeps its input', async () => {
  const context = await browser.newContext(chinese);
  const { page } = await open(context, '/console/sign-in');
  await page.locator('[name=name]').fill('林老师');
  await page.locator('[name=password]').fill(`${PASSWORD}!`);
  await page.keyboard.press('Enter');
  await page.getByText('用户名或密码不正确。').waitFor();
  expect(await page.locator('[name=name]').inputValue()).toBe('林老师');
  expect(await violations(page)).toEqual([]);
  await context.close();
});
