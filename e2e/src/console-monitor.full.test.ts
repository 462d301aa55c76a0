/** What goes wrong on a page reaches the operators: the built pages' own reports, seen in the console. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch } from './browser.ts';
import { type ConsoleServer, enter, sideways, startConsoleServer, violations } from './console.ts';
import { dataFolder } from './data-folder.ts';
import { type RunningSimulators, startSimulators } from './simulators.ts';
import { stepsOn, took } from './steps.ts';

const pictures = process.env['ROLLCALL_SCREENSHOTS'];
const folder = dataFolder();
let simulators: RunningSimulators;
let server: ConsoleServer;
let browser: Browser;
let admin: BrowserContext;

beforeAll(async () => {
  simulators = await startSimulators();
  [server, browser] = await Promise.all([startConsoleServer(folder.path, simulators.env), launch()]);
  admin = await browser.newContext({
    locale: 'zh-CN',
    extraHTTPHeaders: { 'Accept-Language': 'zh-CN' },
    viewport: { width: 1280, height: 800 },
  });
  const page = await admin.newPage();
  await page.goto(`${server.url}${server.firstRun}`);
  await page.locator('[name=again]').waitFor();
  await enter(page, '林老师');
  await page.getByRole('heading', { level: 1, name: '概览' }).waitFor();
  await page.close();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await simulators?.stop();
  folder.remove();
});

/** Loads a view again until it shows what a report brings about: reports are kept a moment after they were sent. */
async function shown(page: Page, path: string, text: string): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.goto(`${server.url}/console${path}`);
        await page.locator('h1[data-title]').waitFor();
        return page.locator('main').textContent();
      },
      { interval: 1_000 },
    )
    .toContain(text);
}
const picture = async (page: Page, name: string): Promise<void> => {
  if (pictures) await page.screenshot({ path: `${pictures}/monitor-${name}.png`, fullPage: true });
};

test('the console shows an error and a failed call of a page under its release [7.js-errors]', async () => {
  const pupil = await browser.newContext();
  const page = await pupil.newPage();
  const beacon = page.waitForRequest(/\/monitor\/v1\.gif\?/);
  await page.goto(`${server.url}/sign-in`);
  const release = await page.locator('html').getAttribute('data-release');
  expect(release).toMatch(/^[\da-f]{12}$/);
  // the page reports by itself once it watches; what happens before is not seen
  await beacon;
  await page.evaluate(async () => {
    await fetch('/nothing/of/this/name', { method: 'POST' });
    const script = document.createElement('script');
    script.src = '/static/404.abcdef012345.js';
    const happened = [
      new Promise(resolve => script.addEventListener('error', resolve)),
      new Promise(resolve => addEventListener('error', resolve)),
      new Promise(resolve => addEventListener('unhandledrejection', resolve)),
    ];
    document.head.append(script);
    setTimeout(() => {
      throw new RangeError('the lesson broke');
    });
    // an unhandled error in the page's own script
    void fetch('http://');
    await Promise.all(happened);
  });
  // what waits leaves with the page
  await page.goto('about:blank');

  const view = await admin.newPage();
  await shown(view, '/monitor/errors', 'the lesson broke');
  await picture(view, 'errors');
  expect(await violations(view)).toEqual([]);
  const asking = stepsOn(view);
  await asking.visit(`${server.url}/console/monitor/errors`);
  await asking.fill('查找', release ?? '');
  await asking.enter();
  await view.waitForURL(url => url.searchParams.get('q') === release);
  await asking.also(() => view.getByRole('link', { name: /RangeError: the lesson broke/ }).click());
  await view.getByRole('heading', { level: 1, name: 'RangeError' }).waitFor();
  // the group stands in the database before its reports stand in the event store
  await expect
    .poll(
      async () => {
        await view.reload();
        const drawn = view.getByRole('img', { name: '出现次数' });
        await drawn.or(view.getByText('该时段没有上报数据')).first().waitFor();
        return drawn.count();
      },
      { interval: 500 },
    )
    .toBe(1);
  await view
    .locator('main')
    .getByText(release ?? '')
    .first()
    .waitFor();
  // What the page did before, and in how many page views it happened.
  await view.getByText('POST /nothing/of/this/name 404').waitFor();
  await view.getByRole('row', { name: new RegExp(`${release}.* 1 1 `) }).waitFor();
  took('See how many an error of last night’s release affected', asking.count());
  await picture(view, 'group');
  expect(await violations(view)).toEqual([]);

  // an admin resolves it, and it is among the resolved
  await view.getByRole('button', { name: '标为已解决' }).click();
  await view.getByRole('dialog').getByRole('button', { name: '标为已解决' }).click();
  await view.getByRole('button', { name: '重新打开' }).waitFor();
  await shown(view, '/monitor/errors?status=resolved', 'the lesson broke');

  // the list is there before its bars, which move nothing, and without them where the store has no time
  const counts = '**/console/v1/monitor/errors/counts?*';
  const row = view.locator('tbody tr', { hasText: 'the lesson broke' });
  let answer = () => {};
  const held = new Promise<void>(resolve => {
    answer = resolve;
  });
  await view.route(counts, async route => {
    await held;
    await route.continue();
  });
  await view.reload();
  await row.waitFor();
  const place = async () => [await row.boundingBox(), await row.locator('td').last().boundingBox()];
  const before = await place();
  answer();
  await row.getByRole('img', { name: /^近 7 天 \d+ 次，.* 最多/ }).waitFor();
  expect(await place()).toEqual(before);
  await picture(view, 'errors-trend');
  await view.unroute(counts);
  await view.route(counts, route => route.abort());
  await view.reload();
  await row.getByRole('cell', { name: '—', exact: true }).first().waitFor();
  expect(await place()).toEqual(before);
  await view.unroute(counts);

  // it is new in the release, and an admin notes what it is
  await view.goto(`${server.url}/console/monitor/errors?status=all`);
  await view.getByRole('button', { name: `仅看版本 ${release} 首次出现的` }).click();
  await view.waitForURL(url => url.searchParams.get('only') === 'new');
  await row.getByText('新版本首次出现').waitFor();
  await row.getByRole('link').click();
  await view.locator('header').getByText('新版本首次出现').waitFor();
  await view.getByRole('button', { name: '添加备注' }).click();
  const dialog = view.getByRole('dialog');
  await dialog.getByLabel('备注').fill('已知问题，1.2 版修复\n见值班记录');
  await picture(view, 'note');
  await dialog.getByRole('button', { name: '保存' }).click();
  const note = view.getByRole('note', { name: '备注' });
  await note.getByText('见值班记录').waitFor();
  await note.getByText('林老师').waitFor();
  await picture(view, 'group-noted');
  expect(await violations(view)).toEqual([]);
  await view.goto(`${server.url}/console/monitor/errors?status=all&only=new`);
  await row.getByText('备注：已知问题，1.2 版修复', { exact: true }).waitFor();
  await picture(view, 'errors-noted');
  expect(await violations(view)).toEqual([]);
  await row.getByRole('link').click();
  await view.getByRole('button', { name: '修改备注' }).click();
  await dialog.getByLabel('备注').fill('');
  await dialog.getByRole('button', { name: '保存' }).click();
  await view.getByRole('button', { name: '添加备注' }).waitFor();
  expect(await note.count()).toBe(0);

  // a stack is read through the source maps of the build
  await view.goto(`${server.url}/console/monitor/errors?q=parse+URL`);
  await view.getByRole('link', { name: /TypeError/ }).click();
  await view.getByRole('heading', { level: 1, name: 'TypeError' }).waitFor();
  await view.locator('ol li', { hasText: 'packages/monitor/src/calls.ts:' }).first().waitFor();
  await picture(view, 'stack');

  await shown(view, '/monitor?as=table', 'POST /nothing/of/this/name');
  await view.locator('tbody tr', { hasText: 'POST /nothing/of/this/name' }).getByText('404 × 1').waitFor();
  await view.keyboard.press('t');
  await view.getByRole('img', { name: '成功率' }).waitFor();
  await picture(view, 'calls');
  expect(await violations(view)).toEqual([]);

  await shown(view, '/monitor/resources?only=all', '404.abcdef012345.js');
  await picture(view, 'resources');
  await shown(view, '/monitor/vitals?metric=TTFB', '/sign-in');
  await view.getByRole('list', { name: /TTFB/ }).waitFor();
  // a press of a page narrows to it, and to computers with the network that the browser tells
  await view.getByRole('button', { name: '/sign-in', exact: true }).first().click();
  await view.waitForURL(url => url.searchParams.get('page') === '/sign-in');
  await view.getByLabel('设备', { exact: true }).selectOption({ label: '电脑' });
  await view.getByLabel('网络', { exact: true }).selectOption({ label: '4G 及以上' });
  await view.waitForURL(/device=desktop&network=4g/);
  await view.getByRole('img', { name: /变化趋势.*TTFB/ }).waitFor();
  await view.getByRole('listitem').filter({ hasText: '/sign-in' }).first().waitFor();
  const reading = view.getByRole('slider', { name: '移动读数线' });
  expect(await reading.getAttribute('aria-valuetext')).toMatch(/p50 .*p75 .*p95 /);
  await picture(view, 'vitals');
  expect(await violations(view)).toEqual([]);
  await view.getByLabel('设备', { exact: true }).selectOption({ label: '平板' });
  await view.getByText('该时段没有上报数据').waitFor();
  await view.goBack();
  await reading.waitFor();

  await shown(view, '/monitor/vitals?metric=TTFB', '/sign-in');
  // the list is usable before the lines over time, which move nothing, and without them; a choice does not ask for it again
  const list = view.getByRole('list', { name: /TTFB/ });
  const lines = view.getByRole('img', { name: /TTFB/ });
  const trend = '**/console/v1/monitor/vitals/trend?*';
  const overTime = new Promise<void>(resolve => {
    answer = resolve;
  });
  await view.route(trend, async route => {
    await overTime;
    await route.continue();
  });
  await view.reload();
  await list.waitFor();
  expect(await lines.count()).toBe(0);
  const top = async () => (await list.boundingBox())?.y;
  const listed = await top();
  let lists = 0;
  view.on('request', request => {
    if (request.url().includes('/monitor/vitals?')) lists += 1;
  });
  await list.getByRole('button', { name: '/sign-in' }).click();
  await view.waitForURL(url => url.searchParams.get('page') === '/sign-in');
  answer();
  await lines.waitFor();
  expect(await top()).toBe(listed);
  expect(lists).toBe(0);
  await view.unroute(trend);
  await view.route(trend, route => route.abort());
  await view.reload();
  await view.getByText('暂时无法显示变化趋势。').waitFor();
  expect(await top()).toBe(listed);
  await picture(view, 'vitals-no-trend');
  expect(await violations(view)).toEqual([]);
  await view.unroute(trend);

  // a server of the release before tells nothing by device
  await view.route(trend, route =>
    route.fulfill({
      status: 404,
      json: { code: 'RC_404', msg: 'There is nothing at this address.', request_id: 'r' },
    }),
  );
  await view.getByLabel('设备').selectOption({ label: '手机' });
  await view.getByText('暂时无法按设备或网络查看').waitFor();
  expect(await list.count()).toBe(0);
  await picture(view, 'vitals-not-narrowed');
  await view.unroute(trend);
  await view.getByLabel('设备').selectOption({ label: '全部设备' });
  await list.waitFor();
  await view.setViewportSize({ width: 360, height: 740 });
  expect(await sideways(view)).toBeLessThanOrEqual(0);
  await view.close();
  await pupil.close();
});

test('a new school has alert rules, and an admin adds, changes and deletes one', async () => {
  const page = await admin.newPage();
  await page.goto(`${server.url}/console/monitor/alerts`);
  for (const name of ['请求失败', '脚本错误增多', '请求很慢'])
    await page.locator('tbody tr', { hasText: name }).getByText('正常').waitFor();
  await page.getByRole('button', { name: '添加规则' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('[name=threshold]').fill('200');
  await dialog.getByRole('button', { name: '保存' }).click();
  // both invalid fields show errors, and nothing was sent
  await expect.poll(() => dialog.locator('[aria-invalid=true]').count()).toBe(2);
  await dialog.locator('[name=name]').fill('课程请求失败');
  await dialog.locator('[name=threshold]').fill('7');
  await picture(page, 'rule');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: '保存' }).click();
  await dialog.waitFor({ state: 'detached' });
  const row = page.locator('tbody tr', { hasText: '课程请求失败' });
  await row.getByText('超过 7%').waitFor();
  await row.getByRole('button', { name: '修改' }).click();
  expect(await dialog.locator('[name=threshold]').inputValue()).toBe('7');
  await dialog.locator('[name=threshold]').fill('9');
  await dialog.getByRole('button', { name: '保存' }).click();
  await row.getByText('超过 9%').waitFor();
  // no webhook is set, and there is no channel
  await row.getByText('不发送，只显示在这里').waitFor();
  await picture(page, 'alerts');
  await row.getByRole('button', { name: '修改' }).click();
  await dialog.getByLabel('类型').selectOption('error-rate');
  await dialog.locator('[name=target]').fill('0a'.repeat(16));
  await dialog.getByRole('button', { name: '保存' }).click();
  const group = row.getByRole('link', { name: '查看这组错误' });
  await group.waitFor();
  expect(await group.getAttribute('href')).toMatch(new RegExp(`/console/monitor/errors/${'0a'.repeat(16)}$`));
  await row.getByRole('button', { name: '删除' }).click();
  await dialog.getByRole('button', { name: '删除' }).click();
  await row.waitFor({ state: 'detached' });
  await page.locator('tbody tr', { hasText: '请求失败' }).waitFor();
  await page.close();
});

test('an admin sets an alert to a group bot, and tests it', async () => {
  const page = await admin.newPage();
  // what goes wrong on the way is no step of the task
  const steps = stepsOn(page);
  await steps.visit(`${server.url}/console/monitor/alerts?product=rollcall`);
  await page.getByRole('button', { name: '添加群机器人或 Webhook' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('类型').selectOption('dingtalk');
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect.poll(() => dialog.locator('[aria-invalid=true]').count()).toBe(2);
  await dialog.getByLabel('名称').fill('值班群');
  await dialog
    .getByLabel('Webhook 地址')
    .fill('https://evil.example/robot/send?access_token=simulated-bot-0001');
  await dialog.getByRole('button', { name: '保存' }).click();
  await dialog.getByText('这不是该类机器人的地址，请从机器人的设置中复制。').waitFor();
  await dialog
    .getByLabel('Webhook 地址')
    .fill('https://oapi.dingtalk.com/robot/send?access_token=simulated-bot-0001');
  await dialog.getByLabel('加签密钥').fill('a wrong key');
  await dialog.getByRole('button', { name: '保存' }).click();
  await page.getByRole('row', { name: /值班群.*钉钉 …0001（加签）/ }).waitFor();
  await dialog.waitFor({ state: 'detached' });
  expect(await page.content()).not.toContain('simulated-bot-0001');

  // A wrong key is told with the vendor's words, and the right one arrives.
  await page.getByRole('button', { name: '测试：值班群' }).click();
  await dialog.getByRole('button', { name: '发送' }).click();
  await dialog.getByText('消息没有送达：310000: sign not match').waitFor();
  await dialog.getByRole('button', { name: '关闭' }).last().click();
  await page.getByRole('button', { name: '移除：值班群' }).click();
  await dialog.getByRole('button', { name: '移除' }).click();
  await page.getByRole('row', { name: /值班群/ }).waitFor({ state: 'detached' });
  const address = 'https://oapi.dingtalk.com/robot/send?access_token=simulated-bot-0001';
  const kind = (of: string) =>
    steps.also(async () => void (await dialog.getByLabel('类型').selectOption(of)));
  await steps.press('添加群机器人或 Webhook');
  await kind('dingtalk');
  await steps.fill('名称', '值班群');
  await steps.also(() => dialog.getByLabel('Webhook 地址').fill(address));
  await steps.also(() => dialog.getByLabel('加签密钥').fill('SEC-simulated-bot-0001'));
  await steps.press('保存');
  await page.getByRole('button', { name: '测试：值班群' }).click();
  await dialog.getByRole('button', { name: '发送' }).click();
  await dialog.getByText('消息已送达，请到接收端查看。').waitFor();
  await picture(page, 'channel-tested');
  await dialog.getByRole('button', { name: '关闭' }).last().click();
  const messages = await (await fetch(`${simulators.url}/control/messages`)).text();
  expect(messages).toContain('测试消息');
  expect(messages).toContain('dingtalk');

  // A rule about absence that is sent there.
  await steps.press('添加规则');
  await steps.fill('名称', '没有人登录');
  await kind('no-sign-ins');
  await steps.also(async () => void (await dialog.getByLabel('发送到').selectOption({ label: '值班群' })));
  await picture(page, 'absence-rule');
  expect(await violations(page)).toEqual([]);
  await steps.press('保存');
  const rule = page.getByRole('row', { name: /60 分钟没有人登录，7 点至 22 点（北京时间）/ });
  await rule.getByText('值班群').waitFor();
  await steps.press('测试：没有人登录');
  await dialog.getByText('将立即向“值班群”发送这条规则的测试消息。').waitFor();
  await steps.press('发送');
  await dialog.getByText('消息已送达').waitFor();
  took('Set an alert to a group bot and test it', steps.count());
  await picture(page, 'rule-tested');
  await dialog.getByRole('button', { name: '关闭' }).last().click();
  expect(await (await fetch(`${simulators.url}/control/messages`)).text()).toContain('测试消息：没有人登录');
  await page.getByRole('button', { name: '移除：值班群' }).click();
  await dialog.getByText('规则“没有人登录”正在使用此渠道').waitFor();
  await picture(page, 'channel-in-use');
  expect(await sideways(page)).toBe(0);
  await page.close();
});
