/** One page for a phone: a number and a code sign in; a number without an account agrees there, and has one. */
import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { violations } from './axe.ts';
import { keyboardOn } from './keyboard.ts';
import { askWithEndedSession, call, newPhone, takenOver } from './people.ts';
import { serverAndBrowser } from './server-and-browser.ts';
import { stepsOn, took } from './steps.ts';

const started = serverAndBrowser();
const PASSWORD = 'Tree-house9';

const contexts: BrowserContext[] = [];
afterEach(() => Promise.all(contexts.splice(0).map(context => context.close())));

async function fresh(viewport = { width: 360, height: 740 }): Promise<Page> {
  const context = await started.browser.newContext({ locale: 'en', viewport });
  contexts.push(context);
  return context.newPage();
}
const account = (page: Page) => page.getByLabel('Nickname').waitFor();
const number = (page: Page) => page.getByLabel('Mobile number', { exact: true });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Create your account' });

/** Proves a number that has no account, up to the dialog that asks to agree. */
async function proved(page: Page, phone: string): Promise<void> {
  await page.goto(`${started.server.url}/sign-in`);
  await number(page).fill(phone);
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByText(/^Code sent to/).waitFor();
  await page.getByLabel('Code', { exact: true }).fill(await started.server.code(phone));
  await dialog(page).waitFor();
}
const agree = (page: Page) => dialog(page).getByRole('checkbox').check();
const submit = (page: Page) =>
  dialog(page).getByRole('button', { name: 'Agree and create the account' }).click();

test('the page’s language, not the browser’s, is that of the message, the agreements, the first nickname and the grades', async () => {
  const context = await started.browser.newContext({ locale: 'zh-CN' });
  contexts.push(context);
  const page = await context.newPage();
  await page.goto(`${started.server.url}/sign-in`);
  await page.getByRole('button', { name: 'English' }).click();
  await number(page).waitFor();
  const phone = newPhone();
  await proved(page, phone);
  const sent = await fetch(`${started.server.url}/dev/messages.json?to=${phone}`);
  const [message] = (await sent.json()) as { text: string }[];
  expect(message?.text).toMatch(/^【Rollcall】Code \d{6} to sign in\./);
  await dialog(page).getByRole('button', { name: 'User Agreement' }).waitFor();
  await agree(page);
  await submit(page);
  await account(page);
  await expect.poll(() => page.getByLabel('Nickname').inputValue()).toMatch(/^Student[a-z0-9]{6}$/);
  await page
    .getByLabel('Grade')
    .locator('option', { hasText: 'Grade 1' })
    .first()
    .waitFor({ state: 'attached' });
  // pages that the server renders itself follow the switch too
  await page.locator('footer').getByRole('link', { name: 'Terms and privacy' }).click();
  await page.getByRole('link', { name: 'User Agreement' }).click();
  await page.getByRole('heading', { level: 1, name: 'User Agreement' }).waitFor();

  await page.goto(`${started.server.url}/account`);
  await page.getByRole('button', { name: '中文' }).click();
  await page.getByLabel('年级').locator('option', { hasText: '一年级' }).waitFor({ state: 'attached' });
  await page.locator('footer').getByRole('link', { name: '用户协议与隐私政策' }).click();
  await page.getByRole('link', { name: '用户协议', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: '用户协议' }).waitFor();
});

test('a number and a code create an account without a password, on a phone', async () => {
  const page = await fresh();
  const steps = stepsOn(page);
  const phone = newPhone();
  await steps.visit(`${started.server.url}/sign-in`);
  await steps.fill('Mobile number', phone);
  await steps.press('Send code');
  await page.getByText(/^Code sent to/).waitFor();
  // its last figure sends it
  await steps.fill('Code', await started.server.code(phone));
  await dialog(page).waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await steps.tick(/^I have read and accept/);
  await steps.press('Agree and create the account');
  await account(page);
  took('Sign up by number and code alone', steps.count());
  await page.goto(`${started.server.url}/account/security`);
  await page
    .getByText(`${phone.slice(0, 3)}****${phone.slice(-4)}`)
    .first()
    .waitFor();
});

test('an account created by code can set a password, which signs in', async () => {
  const page = await fresh({ width: 1280, height: 800 });
  const phone = newPhone();
  await proved(page, phone);
  await agree(page);
  await dialog(page).getByLabel('Password').first().fill(PASSWORD);
  await submit(page);
  await account(page);
  const body = { identity: phone, password: PASSWORD, pid: 'test' };
  expect((await call(started.server.url, 'POST', 'login', body)).status).toBe(200);
});

test('an account is created by the keyboard alone; after going back another number can be typed', async () => {
  const page = await fresh();
  const keys = keyboardOn(page);
  const phone = newPhone();
  await page.goto(`${started.server.url}/sign-in`);
  await keys.standsOn(number(page));
  await keys.type('13900000000');
  await keys.press('ControlOrMeta+a');
  await keys.type(phone);
  await keys.reach('button', 'Send code');
  await keys.press('Enter');
  await keys.standsOn(page.getByLabel('Code', { exact: true }));
  await keys.type(await started.server.code(phone));
  await keys.standsOn(dialog(page).locator('p').first());
  await keys.reach('checkbox', /^I have read/);
  await keys.press('Enter');
  // what is missing is asked for
  await keys.standsOn(
    page.getByRole('dialog', { name: 'Please read and agree first' }).locator('[data-first]'),
  );
  await keys.reach('button', 'Agree and continue');
  await keys.press('Enter');
  await account(page);

  const another = await fresh();
  await proved(another, newPhone());
  await another.keyboard.press('Escape');
  await dialog(another).waitFor({ state: 'hidden' });
  await keyboardOn(another).standsOn(number(another));
  await another.getByText('This number has no account yet.').waitFor();
});

test('if the code was used elsewhere meanwhile, the dialog says so, and no second account is made', async () => {
  const page = await fresh();
  const phone = newPhone();
  const answered = page.waitForResponse(answer => answer.url().endsWith('/phone/login/silence'));
  await proved(page, phone);
  const { data } = (await (await answered).json()) as { data: { ticket: string } };
  const body = { ticket: data.ticket, agreement_ids: [-1] };
  expect((await call(started.server.url, 'POST', 'phone/enrol', body)).status).toBe(200);
  await agree(page);
  await submit(page);
  await dialog(page).getByText('This step has timed out.').waitFor();
  // the number has its account by now
  await dialog(page).getByRole('button', { name: 'Use another number' }).click();
  await keyboardOn(page).standsOn(number(page));
});

test('the typed number is kept on the way to sign-up, to a forgotten password, and back', async () => {
  const page = await fresh();
  const phone = newPhone();
  await page.goto(`${started.server.url}/sign-in`);
  await takenOver(page);
  await number(page).fill(`+86 ${phone.slice(0, 3)} ${phone.slice(3, 7)} ${phone.slice(7)}`);
  await expect.poll(() => number(page).inputValue()).toBe(phone);
  expect(await number(page).getAttribute('inputmode')).toBe('numeric');
  expect(await page.locator('form').getByText('+86').count()).toBe(1);
  await page.getByRole('link', { name: 'Sign up' }).click();
  await page.waitForURL(/sign-up/);
  await page.waitForFunction(
    typed => document.querySelector<HTMLInputElement>('[name=phone_number]')?.value === typed,
    phone,
  );
  // nothing to press is printed, but the titles in the sentence of the agreements
  const title = page.getByRole('button', { name: 'User Agreement' });
  await title.waitFor();
  await page.emulateMedia({ media: 'print' });
  expect(await title.isVisible()).toBe(true);
  expect(await page.locator('form button[type=submit]').isVisible()).toBe(false);
  await page.emulateMedia({ media: null });
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.waitForURL(/sign-in/);
  await page.waitForFunction(
    typed => document.querySelector<HTMLInputElement>('[name=identity]')?.value === typed,
    phone,
  );
  await page.getByRole('radio', { name: 'By password' }).check({ force: true });
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.waitForFunction(
    typed => document.querySelector<HTMLInputElement>('[name=phone_number]')?.value === typed,
    phone,
  );
});

test('after the fifth wrong code the form says that the code is no longer valid', async () => {
  const page = await fresh();
  const phone = newPhone();
  await page.goto(`${started.server.url}/sign-in`);
  await number(page).fill(phone);
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByText(/^Code sent to/).waitFor();
  const right = await started.server.code(phone);
  const wrong = right === '000000' ? '111111' : '000000';
  const code = page.getByLabel('Code', { exact: true });
  for (let guess = 1; guess <= 5; guess++) {
    const refused = page.waitForResponse(answer => answer.url().endsWith('/phone/login/silence'));
    await code.fill('');
    await code.fill(wrong);
    expect((await refused).status()).toBe(400);
    await page
      .getByText(guess < 5 ? 'The code is wrong or no longer valid.' : 'This code is no longer valid.')
      .waitFor();
  }
  const over = page.waitForResponse(answer => answer.url().endsWith('/phone/login/silence'));
  await code.fill('');
  await code.fill(right);
  expect((await over).status()).toBe(400);
  await page.getByText('Please ask for a new one.').waitFor();
});

test('after a changed password the password tab is open, with the reason and the account', async () => {
  const page = await fresh();
  const phone = newPhone();
  await proved(page, phone);
  await agree(page);
  await submit(page);
  await account(page);
  await page.goto(`${started.server.url}/account/security`);
  await page.getByRole('button', { name: 'Set Password' }).waitFor();
  // ended from another device
  const access = (await page.context().cookies()).find(({ name }) => name === 'dev_access_token');
  const { body } = await call(started.server.url, 'GET', 'devices', undefined, access?.value);
  const [{ id } = { id: '' }] = body.data as unknown as { id: string }[];
  await call(started.server.url, 'POST', 'devices/end', { id }, access?.value);
  await askWithEndedSession(page);
  await page.waitForURL(/sign-in.*after=device/);
  await page.getByText(`${phone.slice(0, 3)}****${phone.slice(-4)} was signed out`).waitFor();
  await page.getByText(/it was done on another device/).waitFor();
  // an unknown reason of the address
  await page.goto(`${started.server.url}/sign-in?after=${encodeURIComponent('<b>')}`);
  await page.getByText(/because the session expired/).waitFor();
  await page.goto(`${started.server.url}/sign-in?after=password`);
  await page.getByText(/password has changed/).waitFor();
  expect(await page.getByRole('radio', { name: 'By password' }).isChecked()).toBe(true);
});
