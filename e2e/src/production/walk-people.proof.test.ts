/** What people do in production, on three hosts of one domain. Run by `npm run proofs -- production`. */
import { randomBytes } from 'node:crypto';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { paint } from '../account-picture.ts';
import { addAuthenticator } from '../authenticator.ts';
import { phoneWithChallenge, solveByKeyboard, wantCode } from '../human-verification.ts';
import { call, inForce, newPhone, tokensOf } from '../people.ts';
import { newDevice, PASSWORD, signIn, signUp, withCode } from './people.ts';
import { accounts, club, other, type School, startSchool, www } from './school.ts';

let school: School;
beforeAll(async () => {
  // One number gets several codes below, and more people of one network sign up than usual.
  const env = {
    ROLLCALL_CODE_RETRY_SECONDS: '0',
    ROLLCALL_CODE_NAMED_LIMIT: '0',
    ROLLCALL_PIDS: 'my-school,my-club',
    ROLLCALL_PAGE_HOSTS: `${new URL(club).hostname}=my-club`,
    ROLLCALL_ORIGINS: [www, other, club].join(),
  };
  school = await startSchool({ vendors: true, env });
});
afterAll(() => school?.stop());

let context: BrowserContext;
let page: Page;
let errors: string[];
beforeEach(async () => {
  await school.resetLimits();
  ({ context, page, errors } = await newDevice(school));
});
afterEach(async () => {
  await context.close();
  if (errors.length > 0) throw new Error(`The pages complained: ${errors.join('; ')}`);
});

const to = (path: string, back?: string) =>
  page.goto(accounts + path + (back === undefined ? '' : `?return=${encodeURIComponent(back)}`));
const atAccount = () => page.waitForURL(`${accounts}/account`);
/** A person with a password, made by the calls that the sign-up page makes. */
const newPerson = async (): Promise<string> => {
  const phone_number = newPhone();
  const fields = { phone_number, pid: 'my-school' };
  const { url } = school.server;
  await call(url, 'POST', 'captcha/register/phone/with-agreement', fields);
  const captcha = await school.code(phone_number);
  const agreement_ids = await inForce(url, 'my-school');
  const body = { ...fields, captcha, password: PASSWORD, agreement_ids };
  tokensOf(await call(url, 'POST', 'register/phone/with-agreement', body));
  return phone_number;
};
/** Such a person, signed in on this page. */
const signedIn = async (): Promise<string> => {
  const phone = await newPerson();
  await to('/sign-in');
  await signIn(page, phone);
  await atAccount();
  return phone;
};
/** The person is signed out in this browser; an open account page would lead to the sign-in page by itself. */
const forget = async () => {
  await page.goto('about:blank');
  await context.clearCookies();
};
/** Turns to a tab of a window; those behind it are hidden. */
const lookAt = async (tab: Page) => {
  await tab.bringToFront();
  await tab.waitForFunction(() => document.visibilityState === 'visible', undefined, { polling: 50 });
};
// A hidden tab draws no frames to look at it in.
const isHidden = (tab: Page) =>
  tab.waitForFunction(() => document.visibilityState === 'hidden', undefined, { polling: 50 });
const greeting = (tab: Page) => tab.getByRole('heading', { name: /^Hello / }).waitFor();
const nobody = (tab: Page) => tab.getByRole('heading', { name: 'Nobody' }).waitFor();

test('a phone number signs up, and signs in by code and after a reset by its new password', async () => {
  const phone = newPhone();
  await to('/sign-up');
  await signUp(page, school, phone);
  await atAccount();
  await forget();
  // The vendor sends one message a minute to a number.
  await school.resetLimits();
  await to('/sign-in');
  await page.getByRole('radio', { name: 'By code' }).check();
  await page.locator('input[autocomplete^="username"]').fill(phone);
  await withCode(page, school, phone);
  await atAccount();

  await forget();
  await school.resetLimits();
  await to('/reset');
  await page.locator('input[autocomplete="tel-national"]').fill(phone);
  await withCode(page, school, phone);
  await page.getByLabel('New password', { exact: true }).fill('Another#2');
  await page.getByLabel('Confirm new password').fill('Another#2');
  await page.getByRole('button', { name: 'Save the new password' }).click();
  await atAccount();
  await forget();
  await to('/sign-in');
  await signIn(page, phone, 'Another#2');
  await atAccount();
});

test('an e-mail address signs up, and signs in by code', async () => {
  const email = `pupil-${randomBytes(4).toString('hex')}@school.test`;
  await to('/sign-up');
  await page.getByRole('button', { name: /e-mail/ }).click();
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  await withCode(page, school, email);
  await page.locator('input[autocomplete="new-password"]').fill(PASSWORD);
  await page.locator('form input[type="checkbox"]').first().check();
  await page.locator('form button[type="submit"]').click();
  await atAccount();
  await forget();
  await to('/sign-in');
  await page.getByRole('link', { name: 'Sign in by e-mail code' }).click();
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  await withCode(page, school, email);
  await atAccount();
});

test('a sign-in holds on every host, and open tabs notice a sign-out when they become visible', async () => {
  const phone = await newPerson();
  const window = await school.openWindow();
  const tab = async (url: string) => {
    const opened = await window.context.newPage();
    await opened.goto(url);
    return opened;
  };
  const account = await tab(`${accounts}/sign-in`);
  await signIn(account, phone);
  await account.waitForURL(`${accounts}/account`);
  const first = await tab(www);
  await greeting(first);
  const second = await tab(other);
  await greeting(second);
  const tokens = (await window.context.cookies()).filter(({ name }) => name.endsWith('_token'));
  expect(tokens.map(({ name, domain, secure }) => [name, domain, secure]).sort()).toEqual([
    ['access_token', '.school.test', true],
    ['refresh_token', '.school.test', true],
  ]);

  await Promise.all([isHidden(account), isHidden(first)]);
  await second.getByRole('button', { name: 'Sign out' }).click();
  await nobody(second);
  await lookAt(first);
  await nobody(first);
  await lookAt(account);
  await account.waitForURL(/\/sign-in/);

  await signIn(account, phone);
  await account.waitForURL(`${accounts}/account`);
  for (const each of [first, second]) {
    await isHidden(each);
    await lookAt(each);
    await greeting(each);
  }
  await window.close();
});

test('cookies without a domain are cleared, and their session continues', async () => {
  await signedIn();
  const { value } = (await context.cookies()).find(({ name }) => name === 'refresh_token') ?? { value: '' };
  await forget();
  const left = { url: accounts, secure: true };
  await context.addCookies([
    { name: 'refresh_token', value, ...left },
    { name: 'access_token', value: 'of-before', ...left },
  ]);
  await to('/account');
  await page.locator('input[name="nickname"]').waitFor();
  const cookies = (await context.cookies()).filter(({ name }) => name.endsWith('_token'));
  expect(new Set(cookies.map(({ domain }) => domain))).toEqual(new Set(['.school.test']));
  await page.goto(www);
  await greeting(page);
});

test.each([
  [`${www}/lesson?number=1`, `${www}/lesson?number=1`],
  [`${other}/`, `${other}/`],
  ['/account/devices', `${accounts}/account/devices`],
  ['https://b.school.test/', `${accounts}/account`],
  ['http://www.school.test/', `${accounts}/account`],
  ['https://www.school.test.evil.test/', `${accounts}/account`],
  ['https://evil.test/', `${accounts}/account`],
  ['javascript:alert(1)', `${accounts}/account`],
])('after a sign-in ?return=%s leads to %s', async (back, there) => {
  const phone = await newPerson();
  await to('/sign-in', back);
  await signIn(page, phone);
  await page.waitForURL(there);
});

test('the pages of another host sign people in to its own pid, whose session holds on the domain', async () => {
  const phone = await newPerson();
  await page.goto(`${club}/sign-in`);
  await signIn(page, phone);
  await page.waitForURL(`${club}/account`);
  const token = (await context.cookies()).find(({ name }) => name === 'access_token')?.value.split('.')[1];
  expect(JSON.parse(Buffer.from(token ?? '', 'base64url').toString())).toMatchObject({
    aud: 'my-club',
    iss: accounts,
  });
  await to('/account');
  await page.locator('input[name="nickname"]').waitFor();
});

test('a passkey made on one host of the domain signs in on another host of the pages', async () => {
  await addAuthenticator(context, page);
  await signedIn();
  await to('/account/security');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('textbox', { name: 'Name of the passkey' }).fill('Laptop');
  await page.keyboard.press('Enter');
  await page
    .getByText(/Laptop/)
    .first()
    .waitFor();
  await forget();
  await page.goto(`${club}/sign-in`);
  // The browser suggests the passkey in the field; this authenticator takes the suggestion immediately.
  await page.waitForURL(`${club}/account`);
});

test('the account pages work: a nickname is saved, a picture is uploaded, and every section opens', async () => {
  await signedIn();
  const answered = (method: string) =>
    page.waitForResponse(answer => answer.request().method() === method && answer.ok());
  const nickname = page.locator('input[name="nickname"]');
  await nickname.fill(`Li${randomBytes(4).toString('hex')}`);
  await Promise.all([answered('PATCH'), nickname.press('Enter')]);
  const picture = await paint(page, 1200, 800);
  const file = { name: 'me.png', mimeType: 'image/png', buffer: picture };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByAltText('Preview').waitFor();
  const use = page.getByRole('button', { name: 'Use this picture' });
  await Promise.all([answered('PUT'), use.click()]);
  await page.getByText('Your picture has changed.').waitFor();

  for (const [section, shown] of [
    ['Security', 'Password'],
    ['Devices', 'This device'],
    ['Privacy', 'Export'],
  ] as const) {
    await page.getByRole('link', { name: section, exact: true }).click();
    await page.getByText(shown).first().waitFor();
  }
  await page.getByRole('link', { name: 'Contact the school' }).waitFor();
});

test.each(['wechat', 'qq'] as const)(
  '%s signs in at the vendor, and comes back to the school’s site',
  async vendor => {
    await to('/sign-in', `${www}/`);
    // WeChat's page stands within the sign-in page
    if (vendor === 'qq') await page.getByRole('button', { name: 'QQ' }).click();
    const frame = page.frameLocator('iframe[src^="https://gateway."]');
    const vendorPage = vendor === 'wechat' ? frame : page;
    await vendorPage.locator('input[name="person"][value="li-lei"]').waitFor();
    const state = (await context.cookies(accounts)).filter(({ name }) => name.includes('rollcall_oauth_'));
    expect(state).toEqual([
      expect.objectContaining({
        name: expect.stringMatching(/^__Host-/),
        secure: true,
        domain: 'accounts.school.test',
      }),
    ]);
    await vendorPage.locator('input[name="person"][value="li-lei"]').check();
    await vendorPage.locator('button[name="decision"][value="allow"]').click();
    await page.getByRole('heading', { name: 'Add a mobile number' }).waitFor();
    const phone = newPhone();
    await page.locator('input[autocomplete="tel-national"]').fill(phone);
    await page.locator('input[type="checkbox"]').check();
    await withCode(page, school, phone);
    await page.waitForURL(`${www}/`);
    await greeting(page);
  },
);

test('after wrong codes the vendor’s challenge is shown, solved and accepted over https', async () => {
  const phone = await phoneWithChallenge(school.server, 'geetest', 'my-school');
  await to('/sign-up');
  await wantCode(page, phone);
  await solveByKeyboard(page, 'geetest');
  await page.getByText(/\*{4}/).first().waitFor();
  expect(await school.code(phone)).toMatch(/^\d{6}$/);
});
