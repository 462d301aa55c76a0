/** The first admin asks for sample data behind the one-time link, and looks around in it. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../tools/testing/until.ts';
import { launch } from './browser.ts';
import { type ConsoleServer, enter, SAMPLE, sideways, startConsoleServer, violations } from './console.ts';
import { chinese } from './console-page.ts';
import { dataFolder } from './data-folder.ts';

const folder = dataFolder();
let server: ConsoleServer;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = await Promise.all([startConsoleServer(folder.path), launch()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  folder.remove();
});

test('sample data is offered unticked, and made in the background', async () => {
  const context = await browser.newContext({ ...chinese, viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  await page.goto(`${server.url}${server.firstRun}`);
  const choice = page.getByRole('checkbox', { name: '填入示例数据' });
  expect(await choice.isChecked()).toBe(false);
  await choice.check();
  expect(await violations(page)).toEqual([]);
  expect(await sideways(page)).toBeLessThanOrEqual(0);
  await enter(page, '林老师');
  await page.getByRole('heading', { level: 1, name: '概览' }).waitFor();
  await until(async () => {
    const answer = await context.request.get(`${server.url}/console/v1/messages`);
    return answer.ok() && (await answer.text()).includes('"sample"');
  });
  await page.goto(`${server.url}/console/monitor`);
  await page.locator('main [role=img]').waitFor();
  expect(await page.getByRole('combobox', { name: '产品' }).inputValue()).toBe(SAMPLE);
  await page.goto(`${server.url}/console/people`);
  await page.locator('tbody tr').first().waitFor();
  await context.close();
});
