/**
 * What people do for the first time, in a browser that was never here, by what they see alone; each counted in steps and held
 * to what the documents promise; and what they read when a session ended. Ending a lost phone's session, consents, export and deletion are counted in
 * `account.test.ts`.
 */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { join } from 'node:path';
import { totpCodeAt } from '../../apps/server/src/identity/second-factor/testing.ts';
import { violations } from './axe.ts';
import { launch } from './browser.ts';
import { type ConsoleServer, enter, startConsoleServer } from './console.ts';
import { askWithEndedSession, call, newPhone, signUp, tokensOf } from './people.ts';
import { dataFolder } from './data-folder.ts';
import { type RunningSimulators, startSimulators } from './simulators.ts';
import { serverClock } from './server-clock.ts';
import { type Steps, stepsOn, took } from './steps.ts';

const folder = dataFolder();
const clock = serverClock(join(folder.path, 'clock'));
let simulators: RunningSimulators;
let server: ConsoleServer;
let browser: Browser;
beforeAll(async () => {
  simulators = await startSimulators();
  [server, browser] = await Promise.all([
    startConsoleServer(folder.path, { ...simulators.env, ...clock.env }),
    launch(),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await simulators?.stop();
  folder.remove();
});

const PASSWORD = 'Secret#1';
const contexts: BrowserContext[] = [];
afterEach(() => Promise.all(contexts.splice(0).map(context => context.close())));

async function fresh(viewport = { width: 360, height: 740 }): Promise<{ page: Page; steps: Steps }> {
  const context = await browser.newContext({ locale: 'en', viewport });
  contexts.push(context);
  const page = await context.newPage();
  return { page, steps: stepsOn(page) };
}
const account = (page: Page) => page.getByLabel('Nickname').waitFor();

test('sign up', async () => {
  const { page, steps } = await fresh();
  const phone = newPhone();
  await steps.visit(`${server.url}/sign-up`);
  await steps.fill('Mobile number', phone);
  await steps.press('Send code');
  await page.getByText(/^Code sent to/).waitFor();
  await steps.fill('Code', await server.code(phone));
  await steps.fill('Password', PASSWORD);
  await steps.tick(/^I have read and accept/);
  await steps.press('Agree and sign up');
  await account(page);
  took('Sign up', steps.count());
});

test('a forgotten password', async () => {
  const phone = newPhone();
  tokensOf(await signUp(server, phone, PASSWORD));
  const { page, steps } = await fresh();
  await steps.visit(`${server.url}/sign-in`);
  await steps.choose('By password');
  await steps.follow('Forgot password?');
  await steps.fill('Mobile number', phone);
  await steps.press('Send code');
  await page.getByText(/^Code sent to/).waitFor();
  // its last figure sends it
  await steps.fill('Code', await server.code(phone));
  await steps.fill('New password', 'Tree-house9');
  await steps.fill('Confirm new password', 'Tree-house9');
  await steps.press('Save the new password');
  // after the reset the person is signed in
  await account(page);
  took('Set a new password in place of a forgotten one', steps.count());
});

test('WeChat is bound', async () => {
  const { refresh } = tokensOf(await signUp(server, newPhone(), PASSWORD));
  const { page, steps } = await fresh();
  await page.context().addCookies([{ name: 'dev_refresh_token', value: refresh.token, url: server.url }]);
  await steps.visit(`${server.url}/account`);
  await steps.follow('Security');
  await steps.press('Connect WeChat');
  // at WeChat: who, and yes
  await steps.also(() => page.locator('input[name="person"][value="xiao-lin"]').check());
  await steps.also(() => page.locator('button[name="decision"][value="allow"]').click());
  await steps.press('Yes, connect it');
  await page.getByRole('button', { name: 'Disconnect WeChat' }).waitFor();
  took('Connect WeChat', steps.count());
});

test('an operator finds why a pupil cannot sign in, and publishes an agreement', async () => {
  const signer = newPhone();
  tokensOf(await signUp(server, signer, PASSWORD));
  const { page, steps } = await fresh({ width: 1280, height: 800 });
  await page.goto(`${server.url}${server.firstRun}`);
  await page.locator('[name=again]').waitFor();
  await enter(page, 'lin');
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();

  // a pupil who requested a code with an unknown number
  const pupil = newPhone();
  const answer = await call(server.url, 'POST', 'captcha/login/post-process', {
    phone_number: pupil,
    pid: 'test',
  });
  expect(answer.body.code).toBe('AC3_1');
  await steps.visit(`${server.url}/console`);
  await steps.follow('Can’t sign in');
  await steps.fill('The phone number, e-mail or username that they type', pupil);
  await steps.enter();
  await page.getByText('There is no such account').waitFor();
  took('Find why a pupil can’t sign in', steps.count());
  const refused = page.getByRole('cell', { name: 'Sending a sign-in code' });
  // what was refused is written down a moment later
  await expect
    .poll(async () => {
      await page.reload();
      await page.getByText('There is no such account').waitFor();
      return refused.count();
    })
    .toBe(1);

  const writing = stepsOn(page);
  await writing.visit(`${server.url}/console/agreements`);
  await writing.follow('User Agreement');
  await writing.follow('Edit');
  await writing.fill('Text in English', 'First, the roll.');
  await writing.choose('中文');
  await writing.fill('Text in Chinese', '上课先点名。');
  await writing.press('Publish');
  await writing.also(() => page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click());
  await page.getByText('Version 2, newest first.').waitFor();
  took('Publish a new version of an agreement', writing.count());

  // each later sign-in asks for the agreement before it opens the page
  const again = await fresh();
  const accepting = again.steps;
  await accepting.visit(`${server.url}/sign-in?return=/lesson/1`);
  await accepting.choose('By password');
  await accepting.fill('Mobile number, e-mail or username', signer);
  await accepting.fill('Password', PASSWORD);
  await accepting.enter();
  const terms = again.page.getByRole('dialog', { name: 'New terms' });
  await terms.waitFor();
  expect(await violations(again.page)).toEqual([]);
  expect(again.page.url()).toContain('/sign-in');
  await terms.getByRole('button', { name: 'User Agreement' }).click();
  await again.page.getByText('First, the roll.').waitFor();
  await again.page.keyboard.press('Escape');
  await accepting.also(() => terms.getByRole('button', { name: 'Agree and continue' }).click());
  await again.page.waitForURL(`${server.url}/lesson/1`);
  took('Accept a new version of an agreement at the sign-in', accepting.count());
});

describe('a session that ends says why and whose it was, on the sign-in page', () => {
  interface Ended {
    readonly id: string;
    readonly phone: string;
    readonly page: Page;
    /** Tokens of the session on the page. */
    readonly own: ReturnType<typeof tokensOf>;
    /** The access token of another device of the person. */
    readonly elsewhere: () => Promise<string>;
  }
  let operator: BrowserContext;
  beforeAll(async () => {
    operator = await browser.newContext({ locale: 'en' });
    const desk = await operator.newPage();
    await desk.goto(`${server.url}/console`);
    await enter(desk, 'lin');
    await desk.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  });
  afterAll(() => operator?.close());

  const ok = async (answer: Promise<{ readonly status: number }>) => expect((await answer).status).toBe(200);
  const byOperator = async (path: string, data: object) => {
    const headers = { origin: server.url };
    const answer = await operator.request.post(`${server.url}/console/v1/person/${path}`, { headers, data });
    expect(answer.status()).toBe(200);
  };
  const causes: readonly (readonly [string, string, (ended: Ended) => Promise<unknown>])[] = [
    [
      'ended',
      'on another page or device, after a password change, or because the session expired',
      async ({ page }) => {
        await page.context().clearCookies();
        await page.evaluate(() => dispatchEvent(new Event('focus')));
      },
    ],
    [
      'device',
      'it was done on another device',
      async ({ elsewhere }) => ok(call(server.url, 'POST', 'devices/end-others', {}, await elsewhere())),
    ],
    [
      'password',
      'the password has changed',
      async ({ elsewhere }) => {
        const body = { old_password: PASSWORD, password: 'Tree-house9', confirm_password: 'Tree-house9' };
        await ok(call(server.url, 'PATCH', 'password', body, await elsewhere()));
      },
    ],
    [
      'changed',
      'the number, address or password was changed on another device',
      async ({ phone, elsewhere }) => {
        const [email, token] = [`p${phone}@school.example`, await elsewhere()];
        await ok(call(server.url, 'POST', 'email/captcha/bind', { email, pid: 'test' }, token));
        const captcha = await server.code(email);
        await ok(call(server.url, 'PATCH', 'email/bind', { email, captcha }, token));
      },
    ],
    [
      'second-factor',
      'two-step verification was turned on from another device',
      async ({ elsewhere }) => {
        const token = await elsewhere();
        const start = await call(server.url, 'POST', 'totp/start', {}, token);
        const { ticket, secret } = start.body.data as { ticket: string; secret: string };
        const code = totpCodeAt(secret, clock.now());
        await ok(call(server.url, 'POST', 'totp', { ticket, code }, token));
      },
    ],
    [
      'deletion',
      'the deletion of the account was requested on another device',
      async ({ elsewhere }) =>
        ok(call(server.url, 'POST', 'deletion', { password: PASSWORD }, await elsewhere())),
    ],
    [
      'link',
      'the link of a security message signed out all devices',
      async ({ phone, own }) => {
        await ok(call(server.url, 'PATCH', 'username', { username: `u_${phone}` }, own.access.token));
        const read = async () => {
          const answer = await fetch(`${server.url}/dev/notices.json?to=${phone}`);
          const [message] = (await answer.json()) as { link: string }[];
          return message && new URL(message.link).pathname;
        };
        await expect.poll(read).toBeDefined();
        const headers = { 'content-type': 'application/x-www-form-urlencoded' };
        await ok(fetch(server.url + (await read()), { method: 'POST', headers }));
      },
    ],
    ['school', 'the school ended this session', ({ id }) => byOperator('sessions/end-all', { id })],
    ['blocked', 'the account is blocked', ({ id }) => byOperator('block', { id, reason: 'Shared account' })],
    // The clock goes ahead from here on, and the operator's session ends.
    [
      'guesses',
      'there were too many wrong passwords',
      async ({ own }) => {
        for (let guess = 0; guess < 10; guess++) {
          await call(server.url, 'POST', 'proof/password', { password: 'Wrong-1' }, own.access.token);
          clock.move(5 * 60_000);
        }
      },
    ],
    [
      'copied',
      'someone may have copied this device’s session',
      async ({ own }) => {
        const renew = async (refresh_token: string): Promise<string> => {
          const { body } = await call(server.url, 'PUT', 'tokens/refresh', { refresh_token });
          const { refresh } = body.data as { refresh: { token: string } };
          return refresh.token;
        };
        await renew(await renew(own.refresh.token));
        // until the page needs its own
        clock.move(3_600_000);
      },
    ],
    ['expired', 'the session has expired', async () => clock.move(31 * 24 * 3_600_000)],
  ];

  test.each(causes)('%s: %s', async (reason, words, bringAbout) => {
    const phone = newPhone();
    const own = tokensOf(await signUp(server, phone, PASSWORD));
    const { page } = await fresh();
    const url = server.url;
    await page.context().addCookies([
      { name: 'dev_refresh_token', value: own.refresh.token, url },
      { name: 'dev_access_token', value: own.access.token, url },
    ]);
    await page.goto(`${url}/account`);
    await account(page);
    const { body } = await call(url, 'GET', 'privacy', undefined, own.access.token);
    const elsewhere = async () => {
      const login = { identity: phone, password: PASSWORD, pid: 'test', agreement_ids: [-1] };
      return tokensOf(await call(url, 'POST', 'login', login)).access.token;
    };
    await bringAbout({ id: String(body.data?.['id']), phone, page, own, elsewhere });
    if (reason !== 'ended') await askWithEndedSession(page);
    await page.waitForURL(/\/sign-in\?/);
    // Without a token the page can't say whose session it was.
    const who = reason === 'ended' ? 'You were' : `${phone.slice(0, 3)}****${phone.slice(-4)} was`;
    await page.getByText(`${who} signed out: ${words}`).waitFor();
    expect(new URL(page.url()).searchParams.get('after')).toBe(reason);
  });

  test('the person’s own sign-out in another tab is no alarm, and names nobody', async () => {
    const phone = newPhone();
    await signUp(server, phone, PASSWORD);
    const { page } = await fresh();
    await page.goto(`${server.url}/sign-in`);
    await page.getByRole('radio', { name: 'By password' }).click();
    await page.getByLabel('Mobile number, e-mail or username').fill(phone);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.locator('form button[type=submit]').click();
    await account(page);
    const tab = await page.context().newPage();
    await tab.goto(`${server.url}/account`);
    await tab.getByRole('button', { name: 'Sign out' }).first().click();
    await tab.waitForURL(/sign-in/);
    await page.waitForURL(/\/sign-in$/);
    await page.locator('form button[type=submit]').waitFor();
    expect(new URL(page.url()).searchParams.get('after')).toBeNull();
    expect(await page.getByText('signed out').count()).toBe(0);
  });
});
