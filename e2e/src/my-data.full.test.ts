/** A parent reads, saves and prints all that is kept of the account, in a real browser against the real server. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { sideways, violations } from './axe.ts';
import { call, newPhone, signUp, tokensOf } from './people.ts';
import { serverWithClockAndBrowser } from './server-and-browser.ts';
import { stepsOn, took } from './steps.ts';

const password = 'Secret#1';
const { started, clock } = serverWithClockAndBrowser();

const NICKNAME = 'W'.repeat(20);
const DESCRIPTION = '<img src=x onerror=document.title=1> שלום';

/** Signed in, with values that a page must show as they are. */
async function person(locale: string, viewport: { width: number; height: number }) {
  const phone = newPhone();
  const { access, refresh } = tokensOf(await signUp(started.server, phone, password));
  const profile = { nickname: NICKNAME.slice(1) + locale.length, description: DESCRIPTION };
  expect((await call(started.server.url, 'PATCH', 'info', profile, access.token)).status).toBe(200);
  const context = await started.browser.newContext({
    locale,
    viewport,
    timezoneId: 'Asia/Tokyo',
    acceptDownloads: true,
  });
  await context.addCookies([{ name: 'dev_refresh_token', value: refresh.token, url: started.server.url }]);
  return { page: await context.newPage(), phone, profile, context };
}

test('my data opens from the privacy page after a fresh proof, and is read, saved as one file and printed [7.exportAccountData]', async () => {
  const { page, phone, profile, context } = await person('en', { width: 360, height: 740 });
  const steps = stepsOn(page);
  await steps.visit(`${started.server.url}/account/privacy`);
  await steps.follow('Download my data');
  clock.move(10 * 60_000);
  await steps.press('Show my data');
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await steps.also(() => dialog.locator('input[name="password"]').fill(password));
  await steps.enter();
  await page.getByRole('heading', { level: 2, name: 'Recorded use', exact: true }).waitFor();
  const text = await page.locator('main').innerText();
  for (const shown of [phone, profile.nickname, DESCRIPTION, 'Japan Standard Time', 'code to the phone'])
    expect.soft(text).toContain(shown);
  expect(await page.title()).not.toBe('1');
  // nothing was reported, no factor was added
  for (const name of ['Recorded use', 'Two-step verification', 'What you agreed to have recorded'])
    expect(await page.getByRole('region', { name, exact: true }).innerText()).toContain(
      'Nothing is kept here.',
    );
  expect(await violations(page)).toEqual([]);
  expect(await sideways(page)).toBe(0);

  const download = page.waitForEvent('download');
  await steps.press('Save as a file (JSON)');
  const saved = JSON.parse(await readFile(await (await download).path(), 'utf8')) as Record<string, unknown>;
  expect(saved).toMatchObject({
    export: 'rollcall-account',
    profile,
    identifiers: [{ kind: 'phone', value: phone }],
    usage: {
      exports_and_erasures: [{ kind: 'export', state: 'done' }],
      lines: [{ export: 'rollcall-usage' }],
    },
  });

  took('Read what is kept and save it', steps.count());

  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('button', { name: 'Print', exact: true }).isVisible()).toBe(false);
  expect(await page.getByRole('heading', { level: 2, name: 'Profile' }).isVisible()).toBe(true);
  await context.close();
});

test('my data in Chinese on a desktop labels every section, and shows no code of the protocol [7.exportAccountData]', async () => {
  const { page, phone, context } = await person('zh-CN', { width: 1280, height: 800 });
  await page.goto(`${started.server.url}/account/data`);
  await page.getByRole('button', { name: '查看我的数据' }).click();
  await page.getByRole('heading', { level: 2, name: '使用记录', exact: true }).waitFor();
  expect(await page.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual([
    '个人资料',
    '学校的其他信息',
    '账号',
    '登录方式',
    '签署的协议',
    '设备与登录记录',
    '已记住的设备',
    '已允许的网站',
    '两步验证',
    '安全提醒',
    '可以撤销的更改',
    '使用记录的导出与清除',
    '同意记录的内容',
    '使用记录',
  ]);
  const text = await page.locator('main').innerText();
  expect(text).toContain(phone);
  expect(text).not.toMatch(/email-code|new-device|_at\b|undefined|\[object/);
  expect(await violations(page)).toEqual([]);
  expect(await sideways(page)).toBe(0);
  await context.close();
});
