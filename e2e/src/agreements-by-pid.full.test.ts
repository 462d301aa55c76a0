/** What an operator publishes for one pid stands on the pages of that pid's host, and on no others. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch } from './browser.ts';
import { type ConsoleServer, enter, publish, startConsoleServer } from './console.ts';
import { temporaryFolder } from './server.ts';

const folder = temporaryFolder();
let server: ConsoleServer;
let browser: Browser;
let page: Page;
const on = (host: string) => server.url.replace('127.0.0.1', `${host}.school.test`);

beforeAll(async () => {
  [server, browser] = await Promise.all([
    startConsoleServer(folder.path, {
      ROLLCALL_PIDS: 'my-school,my-club',
      ROLLCALL_PAGE_HOSTS: 'club.school.test=my-club',
    }),
    launch({ args: ['--host-resolver-rules=MAP *.school.test 127.0.0.1'] }),
  ]);
  const context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1280, height: 800 } });
  page = await context.newPage();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  folder.remove();
});

/** The titles that the sign-up page of a host asks to agree to. */
async function agreementsOn(host: string): Promise<string[]> {
  await page.goto(`${on(host)}/sign-up`);
  const titles = page.locator('form button', { hasText: '《' });
  await titles.first().waitFor();
  return titles.allTextContents();
}
const titlesOf = async (pid: string): Promise<string[]> => {
  const answer = await page.request.get(`${server.url}/tiger/v3/web/accounts/agreements?pid=${pid}`, {
    headers: { 'accept-language': 'zh-CN' },
  });
  const { data } = (await answer.json()) as { data: { title: string }[] };
  return data.map(({ title }) => `《${title}》`);
};

test("the agreements shown depend on the host's pid: a pid's own agreement replaces the common one", async () => {
  const before = await agreementsOn('www');
  expect(before).toContain('《隐私政策》');
  expect(await agreementsOn('club')).toEqual(before);

  await page.goto(`${server.url}${server.firstRun}`);
  await page.locator('[name=again]').waitFor();
  await enter(page, '林老师');
  await page.getByRole('heading', { level: 1, name: '概览' }).waitFor();
  await publish(
    page,
    { url: server.url, code: 'privacy-policy', pid: 'my-club' },
    { 中文: '社团隐私政策', English: 'Privacy of the club' },
  );
  await publish(
    page,
    { url: server.url, code: 'school-rules', pid: 'my-school' },
    { 中文: '网校守则', English: 'Rules of the school' },
  );

  const [club, school] = [await agreementsOn('club'), await agreementsOn('www')];
  expect(club).toEqual(before.map(title => (title === '《隐私政策》' ? '《社团隐私政策》' : title)));
  expect(school).toEqual([...before, '《网校守则》']);
  expect(await titlesOf('my-club')).toEqual(club);
  expect(await titlesOf('my-school')).toEqual(school);

  await page.goto(`${on('club')}/sign-up`);
  await page.getByRole('button', { name: '社团隐私政策' }).click();
  await page.getByRole('dialog').getByText('社团隐私政策。').waitFor();
});
