/** A question is kept, changed, watched and sent: alerts on it, dashboards by mail, cohorts and annotations, over the sample data. */
import { mkdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readQuestion } from '../../packages/contract/src/console/index.ts';
import { launch } from './browser.ts';
import { type ConsoleServer, sample, sideways, startConsoleServer, violations } from './console.ts';
import { chinese, firstAdmin, openPage } from './console-page.ts';
import { dataFolder } from './data-folder.ts';
import { type ServerClock, serverClock } from './server-clock.ts';

const HOUR = 3_600_000;
/** Jobs run once a minute; the limit is that of the machine. */
const LONG = 300_000;
const pictures = process.env['ROLLCALL_SCREENSHOTS'];
const folder = dataFolder();
let clock: ServerClock;
let server: ConsoleServer;
let browser: Browser;
let admin: BrowserContext;
let receiver: Server;
const messages: { state: string; question?: { name: string } }[] = [];

beforeAll(async () => {
  receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      messages.push(JSON.parse(body) as (typeof messages)[number]);
      response.writeHead(204).end();
    });
  });
  await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve));
  clock = serverClock(join(folder.path, 'ahead'));
  [server, browser] = await Promise.all([
    startConsoleServer(folder.path, {
      ...clock.env,
      ROLLCALL_ALERT_WEBHOOK_URL: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
      ROLLCALL_ALERT_WEBHOOK_SECRET: 'sixteen-characters',
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
  receiver?.close();
  folder.remove();
});

const sizes = [
  ['large', { width: 1280, height: 800 }],
  ['small', { width: 360, height: 740 }],
] as const;
const looksRight = async (page: Page, name: string) => {
  for (const [size, viewport] of sizes) {
    await page.setViewportSize(viewport);
    expect(await sideways(page), name).toBe(0);
    if (pictures) await page.screenshot({ path: join(pictures, `${name}-${size}.png`), fullPage: true });
  }
  await page.setViewportSize(sizes[0][1]);
  expect(await violations(page)).toEqual([]);
};
const answered = (page: Page) => page.locator('[aria-busy=false] [data-answer]').waitFor();
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('one button alerts on a question: it fires, is seen beside the question, and is paused and deleted', async () => {
  const { page, complaints } = await openPage(admin, `${server.url}/console/ask`);
  await answered(page);
  // A question that is not saved yet is saved first.
  await press(page, '提醒');
  let dialog = page.getByRole('dialog');
  await dialog.getByLabel('名称').fill('活跃的人');
  await dialog.getByRole('button', { name: '保存' }).click();
  dialog = page.getByRole('dialog', { name: '添加警报：活跃的人' });
  await dialog.getByLabel('提醒条件').selectOption({ label: '高于' });
  await dialog.getByRole('button', { name: '保存' }).click();
  await dialog.getByText('请填写数字。').waitFor();
  await looksRight(page, 'alert-dialog');
  await dialog.getByLabel('阈值').fill('0');
  await dialog.getByRole('button', { name: '保存' }).click();
  const alerts = page.getByRole('list', { name: '这个问题的警报' });
  await alerts.getByText('活跃的人').waitFor();
  await expect.poll(() => messages.length, { timeout: LONG }).toBe(1);
  expect(messages[0]).toMatchObject({ state: 'firing', question: { name: '活跃的人' } });
  await page.reload();
  await alerts.getByText('警报中').waitFor();
  await answered(page);
  await looksRight(page, 'ask-alert');

  await alerts.getByRole('link').click();
  const list = page.getByRole('region', { name: '问题警报' }).last();
  await list.getByText('警报中').waitFor();
  await looksRight(page, 'alerts');
  await press(page, '停用：活跃的人');
  await list.getByText('已停用').waitFor();
  await expect
    .poll(() => messages.map(({ state }) => state), { timeout: LONG })
    .toEqual(['firing', 'changed']);
  await press(page, '修改：活跃的人');
  await page.getByRole('dialog').getByLabel('名称').fill('太多人');
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click();
  await list.getByText('太多人').waitFor();
  await press(page, '删除：太多人');
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await page.getByText('还没有问题警报').waitFor();
  expect(complaints).toEqual([]);
  await page.close();
});

test('of two who change a saved question the second is refused, and nothing is lost', async () => {
  const { page, complaints } = await openPage(admin, `${server.url}/console/ask`);
  await answered(page);
  await press(page, '保存');
  await page.getByRole('dialog').getByLabel('名称').fill('两人同改');
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click();
  await page.getByRole('heading', { level: 1, name: '两人同改' }).waitFor();
  const { page: other } = await openPage(admin, page.url());
  for (const each of [page, other]) {
    await answered(each);
    await each.getByLabel('粒度').selectOption({ label: '周' });
    await answered(each);
  }
  const update = async (each: Page) => {
    await press(each, '更新');
    await each.getByRole('dialog').getByRole('button', { name: '更新' }).click();
  };
  await update(other);
  await other.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(await other.getByRole('button', { name: '更新', exact: true }).count()).toBe(0);
  await update(page);
  await page.getByRole('dialog').getByRole('alert').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: '取消' }).click();
  // What was asked here is still there, and can be saved beside it.
  expect(new URL(page.url()).searchParams.get('q')).toBeTruthy();
  await page.close();

  await press(other, '改名');
  await other.getByRole('dialog').getByLabel('名称').fill('每周');
  await other.getByRole('dialog').getByLabel('用途').fill('周会用');
  await other.getByRole('dialog').getByRole('button', { name: '保存' }).click();
  await other.getByRole('heading', { level: 1, name: '每周' }).waitFor();
  await other.getByText('周会用').waitFor();
  await press(other, '删除');
  await other.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await other.getByRole('heading', { level: 1, name: '提问' }).waitFor();
  expect(complaints).toEqual([]);
  await other.close();
});

test('what happened is noted in the chart, and taken out again', async () => {
  const { page, complaints } = await openPage(admin, `${server.url}/console/ask`);
  await answered(page);
  await press(page, '添加标注');
  await page.getByRole('dialog').getByLabel('事项').fill('开学');
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click();
  const mark = page.getByRole('main').locator('svg [data-mark]');
  await mark.first().waitFor();
  await page.getByRole('cell', { name: '开学', exact: true }).waitFor();
  await looksRight(page, 'annotation');
  await press(page, '删除：开学');
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await mark.first().waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
  await page.close();
});

test('a cohort is made of conditions, renamed, its conditions changed, and deleted', async () => {
  const { page, complaints } = await openPage(admin, `${server.url}/console/dashboards`);
  await press(page, '新建人群');
  const panel = page.getByRole('region', { name: '新建人群' });
  await panel.getByRole('button', { name: '新建人群' }).click();
  await panel.getByRole('combobox', { name: '属性' }).fill('做过');
  await page.getByRole('option', { name: '做过', exact: true }).click();
  await panel.getByRole('button', { name: '应用' }).click();
  await panel.getByRole('button', { name: '保存' }).click();
  await page.getByRole('dialog').getByLabel('名称').fill('来过的人');
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click();
  await page.getByRole('cell', { name: '来过的人', exact: true }).waitFor();
  await looksRight(page, 'cohorts');
  await press(page, '“来过的人”的条件');
  const conditions = page.getByRole('region', { name: '“来过的人”的条件' });
  await conditions.getByRole('button', { name: /^修改筛选/ }).click();
  await conditions.getByLabel('至少次数').fill('3');
  await conditions.getByRole('button', { name: '应用' }).click();
  // Until the list is loaded again its row has the revision before, with which a change of the name would be refused.
  let load = () => {};
  const held = new Promise<void>(resolve => (load = resolve));
  const isList = (url: URL) => url.pathname.endsWith('/usage/cohorts');
  await page.route(isList, async (route, request) => {
    if (request.method() === 'GET') await held;
    await route.continue();
  });
  const kept = page.waitForResponse(answer => answer.request().method() === 'PUT');
  const loading = page.waitForRequest(asked => asked.method() === 'GET' && isList(new URL(asked.url())));
  await conditions.getByRole('button', { name: '保存' }).click();
  expect((await kept).status()).toBe(200);
  await loading;
  expect(await conditions.isVisible()).toBe(true);
  load();
  await conditions.waitFor({ state: 'detached' });
  await page.unroute(isList);
  await press(page, '改名：来过的人');
  await page.getByRole('dialog').getByLabel('名称').fill('常来的人');
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click();
  await page.getByRole('cell', { name: '常来的人', exact: true }).waitFor();
  await press(page, '删除：常来的人');
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await page.getByText('暂无人群').waitFor();
  expect(complaints).toEqual([]);
  await page.close();
});

const questionOf = (page: Page) => readQuestion(new URL(page.url()).searchParams.get('q') ?? '').question;

test('the people of a step and of a cell are listed, as many as the number says', async () => {
  const ask = async (question: object) => {
    const q = encodeURIComponent(JSON.stringify({ v: 1, ...question }));
    const opened = await openPage(admin, `${server.url}/console/ask?q=${q}`);
    await answered(opened.page);
    return opened;
  };
  const steps = [{ event: { kind: 'view', key: '/' } }, { event: { kind: 'custom', key: 'lesson.open' } }];
  const { page, complaints } = await ask({ kind: 'funnel', series: steps });
  await press(page, '未完成第 2 步的人');
  await expect
    .poll(() => questionOf(page))
    .toMatchObject({ kind: 'people', behind: { funnel: { steps: 2, lost: true } } });
  await page.getByText(/^列出 \d+ 人，共 \d+ 人$/).waitFor();
  await page.getByText('未完成第 2 步的人').waitFor();
  await page.close();

  const { page: other } = await ask({
    kind: 'retention',
    series: [{}, {}],
    period: { last: 3, unit: 'week' },
    grain: 'week',
  });
  const cell = other.getByRole('button', { name: /开始的人$/ }).first();
  const count = (await cell.textContent()) ?? '';
  await looksRight(other, 'retention');
  await cell.click();
  await other.getByText(`共 ${count} 人`).waitFor();
  expect(questionOf(other)).toMatchObject({ kind: 'people', behind: { retention: {} } });
  expect(complaints).toEqual([]);
  await other.close();

  const { page: divided } = await ask({ kind: 'funnel', series: steps, breakdowns: ['device.platform'] });
  const groups = divided.getByRole('region', { name: '分组结果' });
  const figure = groups.getByRole('button', { name: /完成第 1 步的人 web$/ });
  const people = (await figure.textContent()) ?? '';
  await looksRight(divided, 'funnel-groups');
  await figure.click();
  await divided.getByText(`共 ${people} 人`).waitFor();
  await divided.getByText('完成第 1 步的人（web）').waitFor();
  expect(questionOf(divided)).toMatchObject({ behind: { funnel: { steps: 1, by: ['web'] } } });
  await divided.close();
});

test('the people of a move and of a page of paths are listed, by mouse and by keys', async () => {
  const q = JSON.stringify({
    v: 1,
    kind: 'paths',
    page: { from: '/' },
    series: [{ event: { kind: 'view' } }],
  });
  const { page, complaints } = await openPage(admin, `${server.url}/console/ask?q=${encodeURIComponent(q)}`);
  await answered(page);
  const step = page.getByRole('group', { name: '之后第 1 步' });
  await looksRight(page, 'paths-people');
  await step
    .getByRole('button', { name: /^从 \/ 到 / })
    .first()
    .focus();
  await page.keyboard.press('Enter');
  await page.getByText(/^列出 \d+ 人，共 \d+ 人/).waitFor();
  expect(questionOf(page)?.behind).toMatchObject({ paths: { step: 1, from: '/', to: expect.any(String) } });
  await page.goBack();
  await step.getByRole('button', { name: /^到过 \/ 的人/ }).click();
  await page.getByText(/^到过 \/ 的人（/).waitFor();
  await page.getByText(/^列出 \d+ 人，共 \d+ 人/).waitFor();
  expect(questionOf(page)?.behind).toEqual({ paths: { step: 1, from: '/' } });
  expect(complaints).toEqual([]);
  await page.close();
});

test('a dashboard is sent by mail at its hour, and the mail opened', async () => {
  const { page, complaints } = await openPage(admin, `${server.url}/console/dashboards`);
  await page.getByRole('link', { name: '学校' }).click();
  await press(page, '定期发送');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '保存' }).click();
  await dialog.getByText('请填写邮箱或选择渠道。').waitFor();
  const hour = (new Date(clock.now() + 8 * HOUR).getUTCHours() + 1) % 24;
  await dialog.getByLabel('整点（北京时间）').selectOption(String(hour));
  await dialog.getByLabel('接收邮箱').fill('lin@school.example');
  await looksRight(page, 'subscription-dialog');
  await dialog.getByRole('button', { name: '保存' }).click();
  await page.getByRole('cell', { name: 'lin@school.example', exact: true }).waitFor();
  await looksRight(page, 'subscriptions');
  await press(page, '定期发送');
  await dialog.getByLabel('整点（北京时间）').selectOption(String(hour));
  await dialog.getByLabel('接收邮箱').fill('smith@school.example');
  await dialog.getByLabel('邮件语言').selectOption({ label: 'English' });
  await dialog.getByRole('button', { name: '保存' }).click();
  await page.getByRole('cell', { name: 'smith@school.example', exact: true }).waitFor();
  clock.move(HOUR);
  const mails = async (to: string) =>
    (await (await fetch(`${server.url}/dev/mails.json?to=${to}@school.example`)).json()) as {
      subject: string;
      html: string;
      text: string;
    }[];
  const arrived = async (to: string) => {
    await expect.poll(async () => (await mails(to)).length, { timeout: LONG, interval: 1000 }).toBe(1);
    return (await mails(to))[0];
  };
  const [mail, english] = [await arrived('lin'), await arrived('smith')];
  expect(english?.subject).toMatch(/^\[.+\] Dashboard: School$/);
  expect(english?.text).toContain('Data until');
  expect(mail?.subject).toMatch(/^【.+】看板：学校$/);
  expect(mail?.text).toContain('数据截至');
  expect(complaints).toEqual([]);
  await page.close();

  for (const [scheme, name, html] of [
    ['light', '学校', mail?.html],
    ['dark', '学校', mail?.html],
    ['dark', 'School', english?.html],
  ] as const) {
    const reader = await browser.newContext({ ...chinese, colorScheme: scheme, offline: true });
    const opened = await reader.newPage();
    await opened.setContent(html ?? '');
    await opened.getByRole('heading', { level: 1, name }).waitFor();
    expect(await opened.getByRole('heading', { level: 2 }).count()).toBeGreaterThan(5);
    for (const [size, viewport] of sizes) {
      await opened.setViewportSize(viewport);
      expect(await sideways(opened)).toBe(0);
      if (pictures)
        await opened.screenshot({
          path: join(pictures, `mail-${name}-${size}-${scheme}.png`),
          fullPage: true,
        });
    }
    await reader.close();
  }
});
