/**
 * The product's main job by hand, in a real browser against the real server: sign up, sign out, sign in, change, sign out. The
 * server has two workers, so that every step goes through one of them, and what they don't serve through the owner.
 */
import { readdirSync, readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch } from './browser.ts';
import { type ConsoleServer, enter, reportFailures, SAMPLE, sample, startConsoleServer } from './console.ts';
import { dataFolder } from './data-folder.ts';
import { collectErrors } from './page-errors.ts';
import { newPhone } from './people.ts';

const folder = dataFolder();
const started = {} as { server: ConsoleServer; browser: Browser };
beforeAll(async () => {
  [started.server, started.browser] = await Promise.all([
    startConsoleServer(folder.path, { ROLLCALL_WORKERS: '2' }),
    launch(),
  ]);
});
afterAll(async () => {
  await (started.browser as Browser | undefined)?.close();
  await (started.server as ConsoleServer | undefined)?.stop();
  folder.remove();
});

const password = 'Secret#1';

async function signUp(page: Page, phone: string): Promise<void> {
  await page.goto(`${started.server.url}/sign-up`);
  await page.locator('input[autocomplete="tel-national"]').fill(phone);
  await page.getByRole('button', { name: /^(Send code|获取验证码|发送验证码)$/ }).click();
  await page.getByText(/\*{4}/).first().waitFor();
  await page.locator('input[autocomplete="one-time-code"]').fill(await started.server.code(phone));
  await page.locator('input[autocomplete="new-password"]').fill(password);
  await page.locator('input[type="checkbox"]').first().check();
  await page.locator('form button[type="submit"]').click();
  await page.waitForURL(`${started.server.url}/account`);
}

test('sign up by phone, change the profile, sign out, sign in by code and by password [7.registerByPhone]', async () => {
  const context = await started.browser.newContext({ locale: 'en', viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  const errors = collectErrors(page);
  const phone = newPhone();
  await signUp(page, phone);

  await page.locator('input[name="nickname"]').fill('小明𠮷');
  await page.locator('input[name="fullname"]').fill('Anna Lee');
  await page.locator('input[name="birthday"]').fill('2012-02-29');
  await page.locator('input[name="qq"]').fill('1234567');
  await page.locator('textarea[name="description"]').fill('I like 编程');
  await page.locator('select[name="grade"]').selectOption({ index: 3 });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/^Saved/).waitFor();
  await page.reload();
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>('input[name="nickname"]')?.value === '小明𠮷',
  );
  expect(await page.locator('input[name="birthday"]').inputValue()).toBe('2012-02-29');
  expect(await page.locator('textarea[name="description"]').inputValue()).toBe('I like 编程');

  await page.getByRole('button', { name: 'Sign out' }).first().click();
  await page.waitForURL(/\/sign-in/);
  expect((await context.cookies()).filter(cookie => cookie.name.includes('token'))).toEqual([]);

  await page.goto(`${started.server.url}/sign-in?return=/account`);
  await page.getByRole('radio', { name: 'By code' }).check();
  await page.locator('input[autocomplete^="username"]').fill(phone);
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByText(/\*{4}/).first().waitFor();
  // Six digits submit by themselves.
  await page.locator('input[autocomplete="one-time-code"]').fill(await started.server.code(phone));
  await page.waitForURL(`${started.server.url}/account`);

  await page.getByRole('button', { name: 'Sign out' }).first().click();
  await page.waitForURL(/\/sign-in/);
  await page.goto(`${started.server.url}/sign-in?return=/account`);
  await page.getByRole('radio', { name: 'By password' }).check();
  await page.locator('input[autocomplete^="username"]').fill(phone);
  await page.locator('input[autocomplete="current-password"]').fill('Wrong#99');
  await page.locator('form button[type="submit"]').click();
  await page.getByText('The account or the password is wrong.').first().waitFor();
  expect(await page.locator('input[autocomplete^="username"]').inputValue()).toBe(phone);
  await page.locator('input[autocomplete="current-password"]').fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${started.server.url}/account`);
  expect(errors).toEqual([]);
  await context.close();
});

test('signing out in one tab signs out the other', async () => {
  const context = await started.browser.newContext({ locale: 'zh-CN' });
  const first = await context.newPage();
  await signUp(first, newPhone());
  const second = await context.newPage();
  await second.goto(`${started.server.url}/account`);
  await second.locator('input[name="nickname"]').waitFor();
  await first.getByRole('button', { name: '退出登录' }).first().click();
  await second.waitForURL(/\/sign-in/);
  await context.close();
});

test('the sign-in page can be read and typed into before the script has run, and keeps what was typed', async () => {
  const context = await started.browser.newContext({ locale: 'en' });
  const page = await context.newPage();
  let release: () => void = () => {};
  const released = new Promise<void>(resolve => {
    release = resolve;
  });
  await page.route('**/static/*.js', async route => {
    await released;
    await route.continue();
  });
  await page.goto(`${started.server.url}/sign-in`, { waitUntil: 'commit' });
  await page.locator('input[autocomplete^="username"]').fill('13900000000');
  expect(await page.getByRole('heading', { name: 'Sign in' }).isVisible()).toBe(true);
  release();
  await page.waitForFunction(
    () => !document.querySelector<HTMLButtonElement>('form button[type="submit"]')?.disabled,
  );
  expect(await page.locator('input[autocomplete^="username"]').inputValue()).toBe('13900000000');
  expect(page.url()).toBe(`${started.server.url}/sign-in`);
  await context.close();
});

test('a press of the button counts while the password strength appears', async () => {
  const context = await started.browser.newContext({ locale: 'en', viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  await page.clock.install();
  await page.goto(`${started.server.url}/sign-up`, { waitUntil: 'networkidle' });
  await page.locator('input[autocomplete="tel-national"]').fill(newPhone());
  await page.locator('input[type="checkbox"]').first().check();
  let arrive = () => {};
  const arrived = new Promise<void>(resolve => (arrive = resolve));
  await page.route('**/static/*.js', route => arrived.then(() => route.continue()));
  const dictionary = page.waitForResponse(/\/static\/.*\.js/);
  await page.locator('input[autocomplete="new-password"]').fill('password1');
  await page.clock.runFor(1_000);
  const button = page.locator('form button[type="submit"]');
  await button.hover();
  await page.mouse.down();
  arrive();
  await (await dictionary).finished();
  await page.clock.runFor(1_000);
  await page.mouse.up();
  // The code is missing: the press is answered beside its field.
  await page.locator('input[autocomplete="one-time-code"][aria-invalid="true"]').waitFor();
  await page.locator('[data-strength="weak"]').waitFor();
  await context.close();
});

/** The processes that a process started (Linux). */
const childrenOf = (parent: number): { readonly pid: number; readonly command: string }[] =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(name => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        const of = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return of === parent ? [{ pid: Number(name), command }] : [];
      } catch {
        // It ended while we looked.
        return [];
      }
    });

test('operators see people and usage, and a worker that is killed is started anew', async () => {
  const { server, browser } = started;
  const workers = () =>
    childrenOf(server.process.pid ?? 0).flatMap(({ pid, command }) =>
      command.includes('worker.mjs') ? [pid] : [],
    );
  const before = workers();
  expect(before).toHaveLength(2);
  await sample(server, folder.path);
  await reportFailures(server);
  const context = await browser.newContext({ locale: 'en', viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await page.goto(server.url + server.firstRun);
  await enter(page, 'lin');
  await page.waitForURL(/\/console\/?$/);
  const [dead] = before;
  if (dead !== undefined) process.kill(dead, 'SIGKILL');
  await expect.poll(() => workers().filter(pid => !before.includes(pid))).toHaveLength(1);

  const get = async (path: string) => {
    const answer = await context.request.get(server.url + path);
    expect(answer.status(), path).toBe(200);
    return ((await answer.json()) as { data: Record<string, unknown> }).data;
  };
  await page.goto(`${server.url}/console/people`);
  await page.getByRole('main').waitFor();
  expect(await get('/console/v1/overview')).toMatchObject({ people: expect.any(Number) });
  await page.goto(`${server.url}/console/usage?product=${SAMPLE}`);
  await page.locator('[role=img]').first().waitFor();
  expect(JSON.stringify(await get('/console/v1/monitor/products'))).toContain(SAMPLE);
  expect(await (await fetch(`${server.url}/readyz`)).json()).toMatchObject({ status: 'ok', roles: 'all' });
  await context.close();
});
