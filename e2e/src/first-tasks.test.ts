/**
 * What people do for the first time, in a browser that was never here, by what they see alone; each counted in steps and held
 * to what the documents promise. Ending a lost phone's session, consents, export and deletion are counted in
 * `account.test.ts`.
 */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { violations } from './axe.ts';
import { launch } from './browser.ts';
import { type ConsoleServer, enter, startConsoleServer } from './console.ts';
import { call, newPhone, signUp, tokensOf } from './people.ts';
import { dataFolder } from './data-folder.ts';
import { type RunningSimulators, startSimulators } from './simulators.ts';
import { type Steps, stepsOn, took } from './steps.ts';

const folder = dataFolder();
let simulators: RunningSimulators;
let server: ConsoleServer;
let browser: Browser;
beforeAll(async () => {
  simulators = await startSimulators();
  [server, browser] = await Promise.all([startConsoleServer(folder.path, simulators.env), launch()]);
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
  context.setDefaultTimeout(15_000);
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
    .poll(
      async () => {
        await page.reload();
        await page.getByText('There is no such account').waitFor();
        return refused.count();
      },
      {
        timeout: 30_000,
        interval: 500,
      },
    )
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
  await page.getByText('Version 2, the last first.').waitFor();
  took('Publish a new version of an agreement', writing.count());

  // each later sign-in asks for the agreement before it opens the page
  const again = await fresh();
  await again.page.goto(`${server.url}/sign-in?return=/lesson/1`);
  await again.page.getByRole('radio', { name: 'By password' }).check({ force: true });
  await again.page.getByLabel('Mobile number, e-mail or username').fill(signer);
  await again.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await again.page.keyboard.press('Enter');
  const terms = again.page.getByRole('dialog', { name: 'New terms' });
  await terms.getByRole('checkbox').check();
  expect(await violations(again.page)).toEqual([]);
  expect(again.page.url()).toContain('/sign-in');
  await terms.getByRole('button', { name: 'User Agreement' }).click();
  await again.page.getByText('First, the roll.').waitFor();
  await again.page.keyboard.press('Escape');
  await terms.getByRole('button', { name: 'Agree and continue' }).click();
  await again.page.waitForURL(`${server.url}/lesson/1`);
});
