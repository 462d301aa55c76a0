/** An operator sends a message to themselves from the settings, and finds it in the vendor's outbox. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { simulatedMessages } from '../../tools/simulated.mjs';
import { launch } from './browser.ts';
import { type ConsoleServer, enter, sideways, startConsoleServer, violations } from './console.ts';
import { dataFolder } from './data-folder.ts';
import { newPhone } from './people.ts';
import { type RunningSimulators, startSimulators } from './simulators.ts';

const folder = dataFolder();
let simulators: RunningSimulators;
let server: ConsoleServer;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  simulators = await startSimulators();
  [server, browser] = await Promise.all([
    startConsoleServer(folder.path, {
      ...simulatedMessages(simulators.url),
      // One that fails does so immediately.
      ROLLCALL_SENDER_TIMEOUT_MS: '60000',
    }),
    launch(),
  ]);
  const context = await browser.newContext({
    locale: 'zh-CN',
    extraHTTPHeaders: { 'Accept-Language': 'zh-CN' },
    viewport: { width: 360, height: 740 },
  });
  page = await context.newPage();
  await page.goto(`${server.url}${server.firstRun}`);
  await enter(page, '林老师');
  await page.getByRole('heading', { level: 1, name: '概览' }).waitFor();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await simulators?.stop();
  folder.remove();
});

const dialog = () => page.getByRole('dialog');
const open = async (to: string) => {
  await page.goto(`${server.url}/console/settings?find=ROLLCALL_SENDERS`);
  await page.getByRole('button', { name: '发一条测试消息' }).click();
  await dialog().getByLabel('您的手机号').fill(to);
};
const send = () => dialog().getByRole('button', { name: '发一条测试短信' }).click();
const outbox = async (to: string): Promise<readonly { readonly vendor: string; readonly text: string }[]> =>
  (await fetch(`${simulators.url}/control/messages?to=${to}`)).json();

test('a test message goes to the number that is typed, in the chosen text, and the sender that took it is named', async () => {
  const phone = newPhone();
  await open('1381234567');
  await send();
  await dialog().getByText('手机号格式不正确').first().waitFor();
  await dialog().getByLabel('您的手机号').fill(phone);
  await dialog().getByLabel('语言').selectOption('en');
  expect(await violations(page)).toEqual([]);
  expect(await sideways(page)).toBeLessThanOrEqual(0);
  await send();
  await dialog().getByText('阿里云：已接收').waitFor();
  await dialog().getByText('验证码 000000 没有任何用处').waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await outbox(phone)).toMatchObject([
    { vendor: 'aliyun-sms', text: expect.stringMatching(/Code 000000 /) },
  ]);
});

test('where the first vendor refuses it, its own words and the next one are shown', async () => {
  const phone = newPhone();
  await simulators.set('aliyun-sms', 'fail');
  await open(phone);
  await send();
  await dialog().getByText('阿里云：未确认接收').waitFor();
  await dialog().getByText('腾讯云：已接收').waitFor();
  await dialog().getByText(/isv\./).waitFor();
  expect(await outbox(phone)).toMatchObject([{ vendor: 'tencent-sms' }]);
  await dialog().getByRole('button', { name: '关闭' }).last().click();
  // Another one to it is refused for a minute, and says so.
  await page.getByRole('button', { name: '发一条测试消息' }).click();
  await dialog().getByLabel('您的手机号').fill(phone);
  await send();
  await dialog().getByText('尝试次数过多').waitFor();
  await page.goto(`${server.url}/console/audit?act=settings.send-test-message`);
  await page.getByRole('table').getByText('发送测试消息').first().waitFor();
  expect(await page.content()).not.toContain(phone);
});
