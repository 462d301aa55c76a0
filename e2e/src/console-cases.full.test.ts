/** What operators seldom do in the console, in a real browser over the real server. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../tools/testing/until.ts';
import { launch } from './browser.ts';
import { embeddedDatabase } from './embedded-database.ts';
import { type ConsoleServer, enter, sideways, startConsoleServer, violations } from './console.ts';
import { cutText } from './cut-text.ts';
import { keyboardOn } from './keyboard.ts';
import { patient } from './patient.ts';
import { call, newPhone, signUp, tokensOf } from './people.ts';
import { dataFolder } from './data-folder.ts';
import { stepsOn, took } from './steps.ts';
import { chinese, firstAdmin, openGroup, openPage } from './console-page.ts';

const folder = dataFolder();
const pupil = newPhone();
let server: ConsoleServer;
let browser: Browser;
let admin: BrowserContext;
let pupilId = '';

beforeAll(async () => {
  [server, browser] = await Promise.all([startConsoleServer(folder.path), launch()]);
  const signedUp = await signUp(server, pupil, 'Secret#1');
  ({ account_id: pupilId } = (signedUp.body.data ?? {})['auth'] as { account_id: string });
  admin = await firstAdmin(browser, server);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  folder.remove();
});

/** Opens a page, and collects its violations of the content security policy and its script errors. */
const open = (context: BrowserContext, path: string) => openPage(context, `${server.url}${path}`);

/** Somebody with a username; the number is what they signed up by. */
const withUsername = async () => {
  const phone = newPhone();
  const signedUp = await signUp(server, phone, 'Secret#1');
  const username = `pupil${phone.slice(-6)}`;
  await call(server.url, 'PATCH', 'username', { username }, tokensOf(signedUp).access.token);
  const { account_id: id } = (signedUp.body.data ?? {})['auth'] as { account_id: string };
  return { id, phone, username };
};
/** A call about a person, by the operator who is signed in to a page. */
const postAs = async ({ request }: Page, call: string, data: object) => {
  const answer = await request.post(`${server.url}/console/v1/person/${call}`, {
    headers: { origin: server.url },
    data,
  });
  expect(answer.status()).toBe(200);
  return ((await answer.json()) as { data: { change_id: string } }).data;
};
const masked = (phone: string) => `${phone.slice(0, 3)}****${phone.slice(7)}`;

test('a pupil whose number was changed is found by the old one, and two admins change it again', async () => {
  const [old, current, next] = [newPhone(), newPhone(), newPhone()];
  const { access } = tokensOf(await signUp(server, old, 'Secret#1'));
  const asked = { phone_number: current, old_phone_number: old, pid: 'test' };
  await call(server.url, 'POST', 'captcha/phone/change', asked, access.token);
  const captcha = await server.code(current);
  await call(server.url, 'PATCH', 'phone/change', { phone_number: current, captcha }, access.token);
  const without = await withUsername();

  const { page, complaints } = await open(admin, '/console');
  const finding = stepsOn(page);
  await finding.also(() => page.getByRole('link', { name: '登录诊断' }).first().click());
  await finding.also(() => page.getByRole('searchbox').fill(old));
  await finding.enter();
  await page.getByText('已更换为别的号码或邮箱').waitFor();
  expect(await page.getByText('没有这个账号').count()).toBe(0);
  await finding.follow('查看该账号');
  await page.getByText(current).first().waitFor();
  // what happened stands below, newest first
  const timeline = page.getByRole('region', { name: '账号动态' });
  await timeline
    .getByText(/手机号已更换/)
    .first()
    .waitFor();
  expect(await violations(page)).toEqual([]);
  await finding.press('更换手机号');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '提交申请' }).click();
  await dialog.getByText('请检查手机号。').waitFor();
  await finding.also(() => dialog.getByLabel('新手机号').fill(`+86 ${next.slice(0, 3)} ${next.slice(3)}`));
  await finding.also(() => dialog.getByLabel('原因').fill('已核对学生证'));
  await finding.also(() => dialog.getByRole('button', { name: '提交申请' }).click());
  await page.getByRole('row', { name: /等待另一位管理员批准/ }).waitFor();
  // who proposed does not approve
  expect(await page.getByRole('button', { name: '批准' }).count()).toBe(0);
  const address = page.url();

  // another admin sees it among the people, and approves
  const invited = await page.request.post(`${server.url}/console/v1/invitations`, {
    headers: { origin: server.url },
    data: { role: 'admin' },
  });
  const { data } = (await invited.json()) as { data: { link: string } };
  const context = await browser.newContext(chinese);
  const { page: other } = await open(context, data.link);
  await enter(other, '周老师');
  await other.getByRole('heading', { level: 1, name: '概览' }).waitFor();
  const approving = stepsOn(other);
  await approving.visit(`${server.url}/console/people`);
  await approving.also(() =>
    other.getByRole('region', { name: '未完成的手机号更换' }).getByRole('link').click(),
  );
  await other.waitForURL(address);
  // an admin of today could be the first one's own
  await other.getByText(/起可批准：届时/).waitFor();
  expect(await other.getByRole('button', { name: '批准' }).count()).toBe(0);
  const database = await embeddedDatabase(folder.path);
  await database.pool.query("update operators set created_at = created_at - interval '4 days'");
  await database.pool.query('delete from identifiers where value = $1', [without.phone]);
  await database.close();
  await other.reload();
  await approving.press('批准');
  const approval = other.getByRole('dialog');
  await approval.getByText(next).waitFor();
  await approving.also(() => approval.getByRole('button', { name: '批准' }).click());
  // the button that had the focus is gone: what is said of it has it
  await other.locator('[aria-live=polite]:focus', { hasText: '已批准，两个号码都会收到通知。' }).waitFor();
  took('Find a pupil whose number was changed, and correct it', 1 + finding.count() + approving.count());
  expect(await violations(other)).toEqual([]);
  const add = { id: without.id, phone_number: newPhone(), reason: '已核对学生证' };
  const { change_id } = await postAs(page, 'number/propose', add);
  await postAs(other, 'number/approve', { id: without.id, change_id });
  await context.close();

  // both numbers were told immediately; the one that is the pupil's still cancels it
  const linkTo = async (phone: string) => {
    const told = await fetch(`${server.url}/dev/notices.json?to=${phone}`);
    const notices = (await told.json()) as { kind: string; takeBack?: string }[];
    return notices.find(({ kind }) => kind === 'phone-change-planned')?.takeBack;
  };
  await until(async () => expect(await linkTo(next)).toContain('/number-change/'));
  await until(async () => expect(await linkTo(current)).toContain('/number-change/'));
  await page.goto(server.url + new URL((await linkTo(current)) ?? '').pathname);
  await page.getByRole('button', { name: '取消这次更改' }).click();
  await page.getByText('手机号保持不变').waitFor();
  await page.goto(address);
  await page.getByText('由旧号码取消').first().waitFor();

  // who has no number is told by no message: the next sign-in tells it first
  const own = await browser.newContext(chinese);
  // it is waited for 2 s at most
  await patient(own, 2_000);
  const { page: pupils } = await open(own, '/sign-in?return=/lesson/1');
  await pupils.locator('input[autocomplete^="username"]').fill(without.username);
  await pupils.locator('input[autocomplete="current-password"]').fill('Secret#1');
  await pupils.keyboard.press('Enter');
  await pupils.waitForURL(`${server.url}/account?return=${encodeURIComponent('/lesson/1')}`);
  const notice = pupils.getByRole('region', { name: '学校将为账号绑定手机号' });
  await notice.getByText(masked(add.phone_number)).waitFor();
  expect(await violations(pupils)).toEqual([]);
  await notice.getByRole('button', { name: '取消绑定' }).click();
  await pupils.getByText('已取消，不会绑定该手机号。').waitFor();
  await pupils.getByRole('link', { name: '继续前往' }).click();
  await pupils.waitForURL(`${server.url}/lesson/1`);
  await own.close();
  await page.goto(`${server.url}/console/people/${without.id}`);
  await page.getByText('由本人登录后取消').first().waitFor();
  expect(complaints).toEqual([]);
  await page.close();
});

test('a pupil who can’t get in is sent a link by the school, and sets a password by it', async () => {
  const phone = newPhone();
  await signUp(server, phone, 'Secret#1');
  const { page, complaints } = await open(admin, `/console/people?q=${phone}`);
  await page.locator('tbody tr').getByRole('link').click();
  await page.getByRole('button', { name: '解除等待' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('原因').fill('来电');
  await dialog.getByRole('button', { name: '解除等待' }).click();
  await page.getByText(/^已解除：/).waitFor();
  await page.getByRole('button', { name: '更正姓名' }).click();
  await dialog.getByRole('textbox', { name: /姓名/ }).fill('李小明');
  await dialog.getByLabel('原因').fill('写错了');
  await dialog.getByRole('button', { name: '更正姓名' }).click();
  await page.getByText('李小明').first().waitFor();
  await page.getByRole('button', { name: '发送密码重设链接' }).click();
  await dialog.getByRole('button', { name: '发送密码重设链接' }).click();
  await page.getByText('链接正在发送。').waitFor();
  const link = async () => {
    const told = await fetch(`${server.url}/dev/notices.json?to=${phone}`);
    const notices = (await told.json()) as { kind: string; takeBack?: string }[];
    return notices.find(({ kind }) => kind === 'reset-link')?.takeBack;
  };
  await until(async () => expect(await link()).toContain('/reset#'));
  const context = await browser.newContext(chinese);
  const own = await context.newPage();
  const { pathname, hash } = new URL((await link()) ?? '');
  await own.goto(`${server.url}${pathname}${hash}`);
  await own.locator('[autocomplete=new-password]').first().waitFor();
  // the ticket is not left in the history
  expect(new URL(own.url()).hash).toBe('');
  for (const field of await own.locator('[autocomplete=new-password]').all()) await field.fill('Another#2');
  await own.keyboard.press('Enter');
  await own.locator('[data-done]').waitFor();
  const body = { identity: phone, password: 'Another#2', pid: 'test', agreement_ids: [-1] };
  expect((await call(server.url, 'POST', 'login', body)).status).toBe(200);
  await context.close();
  expect(complaints).toEqual([]);
  await page.close();
});

test('an operator creates a person, who is told', async () => {
  const phone = newPhone();
  const { page, complaints } = await open(admin, '/console/people');
  await page.getByRole('button', { name: '创建人员' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '创建人员' }).click();
  await dialog.getByText('请填写手机号或邮箱。').waitFor();
  expect(await violations(page)).toEqual([]);
  await dialog.getByLabel('手机号').first().fill(phone);
  await dialog.getByLabel('姓名').fill('王小红');
  await dialog.getByLabel('站点（pid）').fill('test');
  await dialog.getByRole('button', { name: '创建人员' }).click();
  await page.waitForURL(/\/console\/people\/[\da-f-]{36}$/);
  await page.getByText('王小红').first().waitFor();
  const told = async () => (await fetch(`${server.url}/dev/notices.json?to=${phone}`)).text();
  await until(async () => expect(await told()).toContain('account-created'));
  expect(complaints).toEqual([]);
  await page.close();
});

test('groups of the navigation open by the keyboard, are remembered, and the one of the view is open', async () => {
  const context = await browser.newContext({ ...chinese, storageState: await admin.storageState() });
  await context.addInitScript(() => {
    if (!sessionStorage.getItem('begun')) localStorage.removeItem('rollcall-console-groups');
    sessionStorage.setItem('begun', 'yes');
  });
  const { page } = await open(context, '/console');
  const rail = page.getByRole('complementary');
  const group = (name: string) => rail.getByRole('button', { name, exact: true });
  const link = (name: string) => rail.getByRole('link', { name, exact: true });
  await group('监控').waitFor();
  await expect.poll(() => rail.getByRole('button', { expanded: false }).count()).toBe(4);
  expect(await link('警报').count()).toBe(0);
  await group('监控').focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => group('监控').getAttribute('aria-expanded')).toBe('true');
  await page.keyboard.press('Tab');
  await keyboardOn(page).standsOn(link('接口'));
  // one is open at a time
  expect(await group('人员与协议').getAttribute('aria-expanded')).toBe('false');
  await group('登录与消息').focus();
  await page.keyboard.press('Space');
  await expect.poll(() => group('监控').getAttribute('aria-expanded')).toBe('false');
  await page.reload();
  await link('消息').waitFor();
  expect(await link('人员').count()).toBe(0);
  // the group of the view is open, also of one that other views lead to
  await page.goto(`${server.url}/console/people/${pupilId}`);
  await link('人员').waitFor();
  // on a phone the same groups stand in the drawer
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('button', { name: '全部' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('button', { name: '使用分析' }).click();
  await drawer.getByRole('link', { name: '点击热图' }).waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await sideways(page)).toBeLessThanOrEqual(0);
  await context.close();
});

test('long names and addresses are read whole in the list and on the page of a person, on a phone and at a desk', async () => {
  const email = `${'w'.repeat(60)}@${'a-very-long-school-name.'.repeat(4)}example`;
  await call(server.url, 'POST', 'email/captcha/send', { email });
  const sent = await call(server.url, 'POST', 'email/captcha/check', {
    email,
    captcha: await server.code(email),
  });
  const { access } = tokensOf(
    await call(server.url, 'POST', 'email/register', {
      captchaTicket: sent.body.data?.['captchaTicket'],
      password: 'Secret#1',
      rePassword: 'Secret#1',
      pid: 'test',
    }),
  );
  const names = { nickname: 'W'.repeat(20), fullname: 'W'.repeat(30) };
  expect((await call(server.url, 'PATCH', 'info', names, access.token)).status).toBe(200);
  const { page } = await open(admin, '/console');
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 1024, height: 768 },
    { width: 360, height: 740 },
  ]) {
    await page.setViewportSize(viewport);
    await page.goto(`${server.url}/console/people?q=${names.nickname}`);
    await page.getByRole('link', { name: names.nickname }).waitFor();
    const beyond = await page
      .locator('table')
      .evaluate(({ scrollWidth, parentElement }) => scrollWidth - (parentElement?.clientWidth ?? 0));
    expect.soft(beyond, 'list').toBeLessThanOrEqual(0);
    expect.soft(await cutText(page), 'list').toEqual([]);
    expect.soft(await sideways(page), 'list').toBeLessThanOrEqual(0);
    await page.getByRole('link', { name: names.nickname }).click();
    await page.getByRole('heading', { level: 1, name: names.nickname }).waitFor();
    await page.getByText(email).waitFor();
    expect.soft(await cutText(page), 'person').toEqual([]);
    expect.soft(await sideways(page), 'person').toBeLessThanOrEqual(0);
  }
  await page.close();
});

test('people are sorted by their columns, and the order is in the address', async () => {
  await withUsername();
  const { page, complaints } = await open(admin, '/console/people');
  const head = (name: string) => page.getByRole('columnheader', { name });
  const names = () => page.locator('tbody tr td:nth-child(2)').allTextContents();
  expect(await head('注册时间').getAttribute('aria-sort')).toBe('descending');
  await head('昵称').getByRole('button').click();
  await page.waitForURL(/by=nickname/);
  await page.locator('main[aria-busy=false]').waitFor();
  expect(await head('昵称').getAttribute('aria-sort')).toBe('ascending');
  expect(await head('注册时间').getAttribute('aria-sort')).toBeNull();
  const ascending = await names();
  await head('昵称').getByRole('button').click();
  await expect.poll(() => head('昵称').getAttribute('aria-sort')).toBe('descending');
  await page.locator('main[aria-busy=false]').waitFor();
  expect(await names()).toEqual(ascending.toReversed());
  expect(await head('手机号').getByRole('button').count()).toBe(0);
  expect(await violations(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await page.close();
});

test('a version of an app whose sign-ins are all refused stands out, with the refusals', async () => {
  const app = { Platform: 'app', 'Product-Code': 'contest', 'SDK-Account-Version': '0.9.1' };
  const login = (password: string, headers: Readonly<Record<string, string>>) =>
    call(
      server.url,
      'POST',
      'login',
      { identity: pupil, password, pid: 'test', agreement_ids: [-1] },
      undefined,
      headers,
    );
  expect((await login('Wrong#1', app)).status).toBe(400);
  expect((await login('Secret#1', { ...app, 'SDK-Account-Version': '0.16.2' })).status).toBe(200);
  const { page, complaints } = await open(admin, '/console');
  await openGroup(page, '登录与消息');
  await page.getByRole('link', { name: '登录来源' }).first().click();
  await page.getByRole('heading', { level: 1, name: '登录来源' }).waitFor();
  const cells = async (version: string) => {
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page
      .locator('tbody tr')
      .filter({ hasText: 'contest' })
      .filter({ hasText: version })
      .locator('td')
      .allTextContents();
  };
  await expect
    .poll(() => cells('0.9.1'))
    .toEqual(['app', 'contest', '0.9.1', '0', '1', '100.0%', expect.stringMatching(/密码.*（1）/)]);
  await expect.poll(() => cells('0.16.2')).toEqual(['app', 'contest', '0.16.2', '1', '0', '0.0%', '—']);

  await page.goto(`${server.url}/console/people/${pupilId}`);
  await page.getByText('app · contest · 0.16.2').waitFor();
  expect(complaints).toEqual([]);
  await page.close();
});

test('an admin exports the audit log', async () => {
  const { page, complaints } = await open(admin, '/console/audit');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: '导出（JSON Lines）' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^rollcall-audit-\d{4}-\d\d-\d\d\.jsonl$/);
  const lines = readFileSync(await download.path(), 'utf8')
    .trimEnd()
    .split('\n');
  const acts = lines.map(line => (JSON.parse(line) as { act: string }).act);
  expect(acts).toContain('people.send-reset-link');
  expect(acts.at(-1)).toBe('audit.export');
  await page.reload();
  await page.locator('tbody').getByText('导出审计记录').first().waitFor();
  expect(complaints).toEqual([]);
  await page.close();
});

test('an operator whose session was ended elsewhere signs in again and continues', async () => {
  const context = await browser.newContext(chinese);
  const { page } = await open(context, '/console/sign-in');
  await enter(page, '林老师');
  await page.getByRole('heading', { level: 1, name: '概览' }).waitFor();
  const other = await open(admin, '/console/account');
  await other.page.getByRole('button', { name: '结束其他登录' }).click();
  await expect.poll(() => other.page.locator('tbody tr').count()).toBe(1);
  await other.page.close();
  await openGroup(page, '登录与消息');
  await page.getByRole('link', { name: '消息' }).first().click();
  await page.waitForURL(/\/console\/sign-in\?to=%2Fconsole%2Fmessages/);
  await enter(page, '林老师');
  await page.waitForURL(/\/console\/messages$/);
  await context.close();
});

test('an agreement is written, previewed and published in two languages', async () => {
  const { page } = await open(admin, '/console/agreements/edit');
  await page.getByLabel('代号').fill('classroom-rules');
  const write = async (language: string, title: string, body: string) => {
    await page.getByRole('radio', { name: language }).check({ force: true });
    await page.getByRole('textbox', { name: /标题/ }).fill(title);
    await page.getByRole('textbox', { name: /正文/ }).fill(body);
  };
  await write('中文', '课堂守则', '# 第一条\n\n上课先点名。');
  await page.getByRole('button', { name: '发布' }).click();
  await page.getByText('填写中英文的标题和正文后才能发布。').waitFor();
  await page.getByRole('region', { name: '预览' }).getByRole('heading', { name: '第一条' }).waitFor();
  await write('English', 'Classroom rules', '# One\n\nFirst, the roll.');
  await page.getByRole('button', { name: '保存' }).click();
  await page.getByText('草稿保存于').waitFor();
  await page.goto(`${server.url}/console/agreements/edit?code=classroom-rules`);
  await expect.poll(() => page.getByRole('textbox', { name: '中文标题' }).inputValue()).toBe('课堂守则');
  await page.getByRole('button', { name: '发布' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '发布' }).click();
  await page.waitForURL(/\/console\/agreements\/classroom-rules/);
  const read = page.getByRole('link', { name: '阅读' });
  const reader = await page.request.get(`${server.url}${await read.getAttribute('href')}`);
  expect(await reader.text()).toContain('上课先点名。');
  await page.close();
});

test('what is written of an agreement is there after the session ended, and a conflict shows who saved what', async () => {
  const context = await browser.newContext({ ...chinese, storageState: await admin.storageState() });
  const path = '/console/agreements/edit?code=classroom-rules';
  const { page } = await open(context, path);
  const text = page.getByRole('textbox', { name: '中文正文' });
  await text.fill('# 第一条\n\n上课先点名。\n\n下课要道别。');
  await page.getByText('有修改尚未保存').waitFor();
  const cookies = await context.cookies();
  await context.clearCookies();
  // A call of the page's own may have noticed already: then the button is gone, and the page is leaving for the sign-in.
  await page
    .getByRole('button', { name: '保存', exact: true })
    .evaluateAll(buttons => buttons.forEach(button => (button as HTMLElement).click()))
    .catch(() => undefined);
  await page.waitForURL(/\/console\/sign-in/);
  await context.addCookies(cookies);
  await page.goto(server.url + path);
  await page.getByText('已恢复您上次未保存的修改').waitFor();
  await expect.poll(() => text.inputValue()).toContain('下课要道别。');
  // meanwhile another admin saves
  const { page: other } = await open(admin, path);
  await other.getByRole('textbox', { name: '中文正文' }).fill('# 第一条\n\n上课先起立。');
  await other.getByRole('button', { name: '保存', exact: true }).click();
  await other.getByText('草稿保存于').waitFor();
  await other.close();
  await page.getByRole('button', { name: '保存', exact: true }).click();
  const conflict = page.getByRole('region', { name: '这份文件刚刚被其他人修改' });
  await conflict.getByText(/您编辑期间，.+保存了这份文件/).waitFor();
  expect(await conflict.locator('del').innerText()).toContain('上课先起立。');
  expect(await conflict.locator('ins').innerText()).toContain('下课要道别。');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: '保留我的内容，继续编辑' }).click();
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await page.getByText('草稿保存于').waitFor();
  expect(await page.getByText('已恢复您上次未保存的修改').count()).toBe(0);
  // given up, or thrown away with the draft, it is not offered again
  const mine = await text.inputValue();
  page.on('dialog', dialog => void dialog.accept());
  const write = async (added: string) => {
    await text.fill(`${mine}\n\n${added}`);
    await page.getByText('有修改尚未保存').waitFor();
  };
  await write('不再需要。');
  await page.reload();
  await page.getByRole('button', { name: '恢复为已保存的内容' }).click();
  await expect.poll(() => text.inputValue()).toBe(mine);
  await page.reload();
  await page.getByText('草稿保存于').waitFor();
  expect(await text.inputValue()).toBe(mine);
  await write('也不再需要。');
  await page.getByRole('button', { name: '丢弃草稿' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '丢弃草稿' }).click();
  await page.waitForURL(/\/console\/agreements$/);
  await page.goto(server.url + path);
  await expect.poll(() => text.inputValue()).toBe('# 第一条\n\n上课先点名。');
  expect(await page.getByText('已恢复您上次未保存的修改').count()).toBe(0);
  await context.close();
});

test('each page without data says how to get data', async () => {
  const { page } = await open(admin, '/console/ask');
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of [
    'ask',
    ...['', '/vitals', '/errors', '/resources'].map(view => `monitor${view}?product=mine`),
  ]) {
    // one page after the other, as a person would
    await page.goto(`${server.url}/console/${path}`);
    await page.getByText('npm run sample').waitFor();
    // a product that is not taken has reported nothing either
    if (path !== 'ask') await page.getByText('ROLLCALL_PRODUCTS').waitFor();
    expect(await violations(page), path).toEqual([]);
    expect(await sideways(page), path).toBeLessThanOrEqual(0);
  }
  await page.close();
});

test('quarantined records are listed page by page, with their reason and as JSON', async () => {
  const quarantine = join(folder.path, 'usage', 'quarantine');
  mkdirSync(quarantine, { recursive: true });
  const lines = Array.from({ length: 51 }, (_, n) => {
    const event = { id: `0190-${n}`, product: 'school', kind: 0, key: `lesson-${n}`, user: 'pupil-4711' };
    return `${JSON.stringify({ at: Date.now(), event, reason: `Out of Range Error: ${n}` })}\n`;
  });
  writeFileSync(join(quarantine, `${new Date().toISOString().slice(0, 10)}.jsonl`), lines.join(''));
  const { page, complaints } = await open(admin, '/console');
  await openGroup(page, '使用分析');
  await page.getByRole('link', { name: '隔离记录' }).first().click();
  await page.getByText('共隔离 51 条').waitFor();
  await page.getByText('Out of Range Error: 50', { exact: true }).waitFor();
  await page.getByText('查看 JSON').first().click();
  await page.getByText('"key": "lesson-50"').waitFor();
  expect(await page.content()).not.toContain('pupil-4711');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('link', { name: '下一页' }).click();
  await page.getByText('Out of Range Error: 0', { exact: true }).waitFor();
  await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
  rmSync(quarantine, { recursive: true });
  await page.goto(`${server.url}/console/quarantine`);
  await page.getByText('没有被隔离的记录').waitFor();
  expect(complaints).toEqual([]);
  await page.close();
});
