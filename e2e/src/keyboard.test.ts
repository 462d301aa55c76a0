/**
 * Each flow by the keyboard alone, in one browser over one server: the order of the stops, a ring at each, where the focus is
 * after a mistake, an answer and a closed dialog, and that Escape closes. The challenges are in `human-verification.test.ts`,
 * the devices in `account.test.ts`.
 */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { launch } from './browser.ts';
import { type ConsoleServer, PASSWORD as OPERATORS, sample, startConsoleServer } from './console.ts';
import { type Keyboard, keyboardOn } from './keyboard.ts';
import { call, inForce, newPhone, signUp, takenOver, tokensOf } from './people.ts';
import { dataFolder } from './data-folder.ts';
import { type RunningSimulators, startSimulators } from './simulators.ts';

const folder = dataFolder();
let simulators: RunningSimulators;
let server: ConsoleServer;
let browser: Browser;
let operator: BrowserContext;
beforeAll(async () => {
  simulators = await startSimulators();
  [server, browser] = await Promise.all([startConsoleServer(folder.path, simulators.env), launch()]);
  operator = await browser.newContext({
    locale: 'en',
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
  });
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

async function open(path: string, refreshToken?: string): Promise<Keyboard> {
  const context = await browser.newContext({
    locale: 'en',
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
  });
  contexts.push(context);
  if (refreshToken)
    await context.addCookies([{ name: 'dev_refresh_token', value: refreshToken, url: server.url }]);
  const page = await context.newPage();
  await page.goto(server.url + path);
  await takenOver(page);
  return keyboardOn(page);
}
const pupil = async () => {
  const phone = newPhone();
  return { phone, token: tokensOf(await signUp(server, phone, PASSWORD)).refresh.token };
};
const label = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const account = (page: Page) => page.getByRole('heading', { level: 2, name: 'Profile' }).waitFor();
/** Asks for a code from the number's field on, and types it where the focus has gone to. */
async function code(keys: Keyboard, phone: string): Promise<void> {
  await keys.reach('button', 'Send code');
  await keys.press('Enter');
  await keys.standsOn(label(keys.page, 'Code'));
  await keys.type(await server.code(phone));
}

test('sign-up by phone: mistakes, the agreement on the page, sign-out, and sign-in by a code', async () => {
  const phone = newPhone();
  const keys = await open('/sign-up');
  const { page } = keys;
  await keys.standsOn(label(page, 'Mobile number'));
  await keys.type('123');
  await keys.press('Enter');
  // the first mistake has the focus
  await keys.standsOn(page.locator('[aria-invalid=true]').first());
  await keys.press('ControlOrMeta+a');
  await keys.type(phone);
  await code(keys, phone);
  await keys.standsOn(label(page, 'Password'));
  await keys.type(PASSWORD);
  await keys.press('Enter');
  // what is missing is asked for
  await page.getByRole('dialog', { name: 'Please read and agree first' }).waitFor();
  await keys.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  const tick = page.getByRole('checkbox');
  await keys.reach('button', 'User Agreement');
  await keys.press('Enter');
  await page.getByRole('dialog').waitFor();
  await keys.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await keys.standsOn(page.getByRole('button', { name: 'User Agreement' }));
  await keys.press('Shift+Tab');
  await keys.standsOn(tick);
  await keys.press('Space');
  await keys.press('Enter');
  await account(page);

  await keys.reach('button', 'Sign out');
  await keys.press('Enter');
  await page.waitForURL(/\/sign-in/);
  await keys.standsOn(label(page, 'Mobile number'));
  await keys.type(phone);
  await code(keys, phone);
  await account(page);
});

test('sign-up by e-mail', async () => {
  const email = `pupil${newPhone()}@school.example`;
  const keys = await open('/sign-up');
  const { page } = keys;
  await keys.reach('button', 'Sign up by e-mail');
  await keys.press('Enter');
  await keys.standsOn(label(page, 'E-mail'));
  await keys.type(email);
  await code(keys, email);
  await keys.standsOn(label(page, 'Password'));
  await keys.type(PASSWORD);
  await keys.reach('checkbox', /^I have read/);
  await keys.press('Space');
  await keys.press('Enter');
  await account(page);
  await page.goto(`${server.url}/account/security`);
  await page.getByText('p***@school.example').waitFor();
});

test('sign-in by password with a number, an e-mail address and a username, after a wrong password', async () => {
  const { phone, token } = await pupil();
  const email = `pupil${phone}@school.example`;
  const username = `pupil_${phone}`;
  await call(server.url, 'POST', 'email/captcha/send', { email });
  const checked = await call(server.url, 'POST', 'email/captcha/check', {
    email,
    captcha: await server.code(email),
  });
  const secret = { password: PASSWORD, rePassword: PASSWORD, pid: 'test' };
  const mailed = tokensOf(
    await call(server.url, 'POST', 'email/register', { ...checked.body.data, ...secret }),
  );
  const signed = { agreement_ids: await inForce(server.url), pid: 'test' };
  await call(server.url, 'POST', 'agreements/sign', signed, mailed.access.token);

  // the account's own username, set in place
  const setting = await open('/account/security', token);
  await setting.reach('button', 'Set Username');
  await setting.press('Enter');
  await setting.standsOn(label(setting.page, 'Username'));
  await setting.press('Escape');
  const row = setting.page.locator('[data-row=username]');
  await setting.standsOn(row.locator('[data-value]'));
  await setting.reach('button', 'Set Username');
  await setting.press('Enter');
  await setting.standsOn(label(setting.page, 'Username'));
  await setting.type(username);
  await setting.press('Enter');
  await row.getByText(username).waitFor();
  await setting.standsOn(row.locator('[data-value]'));

  const keys = await open('/sign-in');
  const { page } = keys;
  const identity = label(page, 'Mobile number, e-mail or username');
  await keys.standsOn(label(page, 'Mobile number'));
  await keys.press('Shift+Tab');
  await keys.standsOn(page.getByRole('radio', { name: 'By code' }));
  await keys.press('ArrowRight');
  await keys.standsOn(page.getByRole('radio', { name: 'By password' }));
  await keys.press('Tab');
  await keys.standsOn(identity);
  await keys.type(phone);
  await keys.reach('textbox', 'Password');
  await keys.type('Wrong#99');
  await keys.press('Enter');
  await page.getByText('The account or the password is wrong.').first().waitFor();
  await keys.standsOn(label(page, 'Password'));
  await keys.press('ControlOrMeta+a');
  await keys.type(PASSWORD);
  await keys.press('Enter');
  await account(page);

  for (const typed of [email, username]) {
    const again = await open('/sign-in');
    await again.standsOn(label(again.page, 'Mobile number'));
    // an e-mail address or a username has a password, so the form changes
    await again.type(typed);
    await again.reach('textbox', 'Password');
    await again.type(PASSWORD);
    await again.press('Enter');
    await account(again.page);
  }
});

test('a forgotten password', async () => {
  const { phone } = await pupil();
  const keys = await open('/reset');
  const { page } = keys;
  await keys.standsOn(label(page, 'Mobile number'));
  await keys.type(phone);
  await code(keys, phone);
  await keys.standsOn(label(page, 'New password'));
  await keys.type('Tree-house9');
  await keys.reach('textbox', 'Confirm new password');
  await keys.type('Tree-house');
  await keys.press('Enter');
  await keys.standsOn(label(page, 'Confirm new password'));
  await keys.type('9');
  await keys.press('Enter');
  await account(page);
});

test('sign-in by WeChat: a number is bound, and WeChat is unbound in the account', async () => {
  const phone = newPhone();
  const keys = await open('/sign-in?return=/account/security');
  const { page } = keys;
  // a frame that loads drops the focus that came to it before
  await page.frameLocator('iframe[src*="connect/qrconnect"]').locator('input[name=person]').first().waitFor();
  // the code is for a phone; its page is for the keys
  await keys.reach('button', 'Not there? Open it in this page');
  await keys.press('Enter');
  // at the vendor's: the first person is chosen, and Enter allows
  const person = page.locator('input[name=person]').first();
  await person.waitFor();
  await person.focus();
  await keys.press('Enter');
  await page.getByRole('heading', { name: 'Add a mobile number' }).waitFor();
  await keys.standsOn(label(page, 'Mobile number'));
  await keys.type(phone);
  await code(keys, phone);
  await keys.reach('checkbox', /^I have read/);
  await keys.press('Space');
  await keys.press('Enter');
  await page.waitForURL(`${server.url}/account/security`);
  await keys.reach('button', 'Disconnect WeChat');
  await keys.press('Enter');
  const unbind = page.locator('form').getByRole('button', { name: 'Disconnect WeChat' });
  await keys.standsOn(unbind);
  await keys.press('Escape');
  await unbind.waitFor({ state: 'detached' });
  await keys.standsOn(page.locator('[data-row=wechat] [data-value]'));
});

test('the account: profile, consents, deletion and its cancellation', async () => {
  const { token } = await pupil();
  const keys = await open('/account', token);
  const { page } = keys;
  await account(page);
  await keys.reach('textbox', /^Nickname/);
  await keys.press('ControlOrMeta+a');
  await keys.type('no spaces allowed');
  await keys.press('Enter');
  await keys.standsOn(page.locator('[name=nickname][aria-invalid=true]'));
  await keys.press('ControlOrMeta+a');
  await keys.type(`Lin${Date.now() % 1e6}`);
  await keys.press('Enter');
  await page.getByText(/^Saved/).waitFor();

  await page.goto(`${server.url}/account/privacy`);
  await keys.reach('checkbox', 'Pages');
  await keys.press('Space');
  await keys.reach('button', 'Save choices');
  await keys.press('Enter');
  await page.getByText('Saved.').first().waitFor();
  await keys.reach('button', 'Delete my account');
  await keys.press('Enter');
  await keys.standsOn(label(page, 'Your password'));
  await keys.type('Wrong#99');
  await keys.press('Enter');
  await page.getByText('The password is wrong.').waitFor();
  await keys.standsOn(label(page, 'Your password'));
  await keys.press('ControlOrMeta+a');
  await keys.type(PASSWORD);
  await keys.press('Enter');
  await page
    .getByText(/^Your account will be deleted on/)
    .first()
    .waitFor();
  // the result of the action has the focus
  await page.waitForFunction(() => document.activeElement !== document.body);
  await page.reload();
  await keys.reach('button', 'Keep my account');
  await keys.press('Enter');
  await page.getByText('Your account will not be deleted.').waitFor();
});

test('an operator: the first run, a pupil blocked and unblocked', async () => {
  const { phone } = await pupil();
  const page = await operator.newPage();
  const keys = keyboardOn(page);
  await page.goto(`${server.url}${server.firstRun}`);
  await keys.standsOn(page.locator('[name=name]'));
  await keys.type('lin');
  await keys.reach('textbox', 'Password');
  await keys.type(OPERATORS);
  await keys.reach('textbox', 'Confirm password');
  await keys.type(OPERATORS);
  await keys.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();

  await page.goto(`${server.url}/console/people`);
  await keys.reach('searchbox', 'Phone, e-mail, name, username or id');
  await keys.type(phone);
  await keys.press('Enter');
  await page.waitForURL(url => url.searchParams.get('q') === phone);
  await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
  const name = (await page.locator('tbody tr a').textContent()) ?? '';
  await keys.reach('link', name);
  await keys.press('Enter');
  await keys.standsOn(page.getByRole('heading', { level: 1, name }));
  await keys.reach('button', 'Block');
  await keys.press('Enter');
  const dialog = page.getByRole('dialog');
  await keys.standsOn(dialog.getByRole('textbox'));
  await keys.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await keys.standsOn(page.getByRole('button', { name: 'Block' }));
  await keys.press('Enter');
  await keys.standsOn(dialog.getByRole('textbox'));
  // Tab stays in the dialog
  await keys.reach('button', 'Block');
  await keys.press('Enter');
  await dialog.locator('[aria-invalid=true]').waitFor();
  await keys.standsOn(dialog.getByRole('textbox'));
  await keys.type('A borrowed account.');
  await keys.reach('button', 'Block');
  await keys.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await keys.standsOn(page.getByRole('button', { name: 'Unblock' }));
  await keys.press('Enter');
  await keys.standsOn(dialog.getByRole('button', { name: 'Unblock' }));
  await keys.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await keys.standsOn(page.getByRole('button', { name: 'Block' }));
  await page.close();
});

test('an agreement is published, and the account asks for it', async () => {
  const page = await operator.newPage();
  const keys = keyboardOn(page);
  await page.goto(`${server.url}/console/agreements/edit?code=user-agreement`);
  await keys.reach('textbox', /^Text in English/);
  await keys.press('ControlOrMeta+a');
  await keys.type('First, the roll.');
  await keys.press('Shift+Tab');
  await keys.press('Shift+Tab');
  await keys.standsOn(page.getByRole('radio', { name: 'English' }));
  await keys.press('ArrowLeft');
  await keys.standsOn(page.getByRole('radio', { name: '中文' }));
  await keys.reach('textbox', /^Text in Chinese/);
  await keys.press('ControlOrMeta+a');
  await keys.type('上课先点名。');
  const { token } = await pupil();
  // up to the head of the page again
  await page.getByRole('button', { name: 'Publish' }).focus();
  await keys.press('Enter');
  const dialog = page.getByRole('dialog');
  await keys.standsOn(dialog.getByRole('button', { name: 'Publish' }));
  await keys.press('Escape');
  await keys.standsOn(page.getByRole('button', { name: 'Publish' }));
  await keys.press('Enter');
  await keys.standsOn(dialog.getByRole('button', { name: 'Publish' }));
  await keys.press('Enter');
  await page.getByText('Version 2, newest first.').waitFor();
  await page.close();

  const own = await open('/account', token);
  await own.page.getByText('There are new terms. Please read and confirm them.').waitFor();
  await own.reach('checkbox', /^I have read/);
  await own.press('Space');
  await own.reach('button', 'Confirm');
  await own.press('Enter');
  // the status line has the focus in its place
  await own.standsOn(own.page.getByText('Thank you, that is confirmed.'));
});

test('a button that gets no focus when it is pressed, as in Safari, gets it after its dialog', async () => {
  const page = await operator.newPage();
  await page.addInitScript(() => addEventListener('mousedown', event => event.preventDefault(), true));
  await page.goto(`${server.url}/console/operators`);
  const invite = page.getByRole('button', { name: 'Invite an operator' });
  await invite.waitFor();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await invite.click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await keyboardOn(page).standsOn(invite);
  await page.close();
});

test('a usage query, and the table of its key', async () => {
  await sample(server, folder.path);
  const page = await operator.newPage();
  const keys = keyboardOn(page);
  await page.goto(`${server.url}/console`);
  await keys.reach('button', 'Usage');
  await keys.press('Enter');
  await keys.reach('link', 'Ask');
  await keys.press('Enter');
  await keys.standsOn(page.getByRole('heading', { level: 1 }));
  await page.locator('[role=img]').waitFor();
  await keys.press('t');
  await page.getByRole('button', { name: 'As a chart' }).waitFor();
  await page.locator('tbody tr').first().waitFor();
  await keys.press('t');
  await page.getByRole('button', { name: 'As a table' }).waitFor();
  await keys.reach('slider', /./);
  await keys.press('End');
  await page.close();
});
