/**
 * A person who has an e-mail address alone, in a browser that was never here: every way in works without a phone. An address is bound by the
 * link of its message, opened on another device.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { sideways, violations } from './axe.ts';
import { call, inForce, newPhone, signUp as signUpByPhone, tokensOf } from './people.ts';
import { serverAndBrowser } from './server-and-browser.ts';
import { stepsOn, took } from './steps.ts';

const started = serverAndBrowser();
const pictures = process.env['ROLLCALL_SCREENSHOTS'];
const picture = async (page: Page, name: string) => {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `email-${name}.png`), fullPage: true });
};

async function signUp(email: string, password: string): Promise<void> {
  await call(started.server.url, 'POST', 'email/captcha/send', { email });
  const captcha = await started.server.code(email);
  const { body } = await call(started.server.url, 'POST', 'email/captcha/check', { email, captcha });
  const { access } = tokensOf(
    await call(started.server.url, 'POST', 'email/register', {
      captchaTicket: body.data?.['captchaTicket'],
      password,
      rePassword: password,
      pid: 'test',
    }),
  );
  const signed = { agreement_ids: await inForce(started.server.url), pid: 'test' };
  await call(started.server.url, 'POST', 'agreements/sign', signed, access.token);
}

test('a person resets a forgotten password by e-mail, and later signs in by a code', async () => {
  const email = 'pupil@school.example';
  await signUp(email, 'Secret#1');
  const context = await started.browser.newContext({ locale: 'en', viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  const steps = stepsOn(page);
  await steps.visit(`${started.server.url}/sign-in`);
  await steps.choose('By password');
  await steps.fill('Mobile number, e-mail or username', email);
  // What was typed is there, and the way by e-mail is open.
  await steps.follow('Forgot password?');
  await page.getByText('Confirm your e-mail address').waitFor();
  await expect.poll(() => page.getByLabel('E-mail', { exact: true }).inputValue()).toBe(email);
  await steps.press('Send code');
  await page.getByText(/^Code sent to/).waitFor();
  await steps.fill('Code', await started.server.code(email));
  await steps.fill('New password', 'Tree-house9');
  await steps.fill('Confirm new password', 'Tree-house9');
  await steps.press('Save the new password');
  await page.getByLabel('Nickname').waitFor();
  took('Set a new password by e-mail', steps.count());

  await page.getByRole('button', { name: 'Sign out' }).first().click();
  await page.waitForURL(/\/sign-in/);
  // What was typed goes along, to the form for a code and to that for a new account.
  await page.getByRole('radio', { name: 'By password' }).check({ force: true });
  await page.getByLabel('Mobile number, e-mail or username').fill(email);
  await page.getByRole('link', { name: 'Sign in by e-mail code' }).click();
  const address = page.getByLabel('E-mail', { exact: true });
  await expect.poll(() => address.inputValue()).toBe(email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByText(/^Code sent to/).waitFor();
  await page.getByLabel('Code', { exact: true }).fill(await started.server.code(email));
  await page.getByLabel('Nickname').waitFor();
  await context.close();
});

/** The security page at a desk, whose person has just asked to bind an address, and the link's page on a phone. */
async function askedAtDesk(email: string) {
  const { server, browser } = started;
  const phone = newPhone();
  const { refresh } = tokensOf(await signUpByPhone(server, phone, 'Secret#1'));
  const desk = await browser.newContext({ locale: 'en', viewport: { width: 1280, height: 800 } });
  await desk.addCookies([{ name: 'dev_refresh_token', value: refresh.token, url: server.url }]);
  const handheld = await browser.newContext({ locale: 'en', viewport: { width: 360, height: 740 } });
  const page = await desk.newPage();
  await page.goto(`${server.url}/account/security`);
  const row = page.locator('[data-row=email]');
  await row.getByRole('button').first().click();
  await row.getByLabel('E-mail', { exact: true }).fill(email);
  await row.getByRole('button', { name: 'Send code' }).click();
  const digits = await row
    .locator('output')
    .getByText(/^\d{4}$/)
    .textContent();
  const answer = await fetch(`${server.url}/dev/messages.json?to=${email}`);
  const [message] = (await answer.json()) as { text: string }[];
  const other = await handheld.newPage();
  // Of its host the server knows the port only where it is configured.
  const link = server.url + (/\/bind-email\/\S+/.exec(message?.text ?? '')?.[0] ?? '');
  await other.goto(link);
  const close = () => Promise.all([desk.close(), handheld.close()]);
  return { phone, page, row, digits: digits ?? '', other, handheld, link, close };
}

test('an address is bound by the link of the message on a phone, once the digits of the desk are typed there', async () => {
  const { phone, page, digits, other, handheld, link, row, close } =
    await askedAtDesk('by-link@school.example');
  await other.getByText(`The account ${phone.slice(0, 3)}****${phone.slice(7)} asks to add`).waitFor();
  await picture(page, 'link-desk');
  await picture(other, 'link-phone');
  expect(await violations(other, 'main')).toEqual([]);
  expect(await sideways(other)).toBeLessThanOrEqual(0);
  const field = other.getByLabel(/The 4 digits shown on the page/);
  await field.fill(String((Number(digits) + 1) % 10_000).padStart(4, '0'));
  await other.getByRole('button', { name: 'Confirm' }).click();
  await other.getByText('2 tries are left').waitFor();
  await picture(other, 'link-phone-wrong');
  await field.fill(digits);
  await field.press('Enter');
  await other.getByText('Go back to the page where you asked').waitFor();
  await page.getByText('Your e-mail address has been added').waitFor();
  await expect.poll(() => row.locator('[data-value]').textContent()).toBe('b***@school.example');
  // Nobody is signed in on the phone, and the link is over.
  expect((await handheld.cookies()).filter(({ name }) => name.includes('token'))).toEqual([]);
  await other.goto(link);
  await other.getByText('This link was used').waitFor();
  await close();
});

test('whoever did not ask for it ends the request on the page of the link, and the desk says so', async () => {
  const { page, other, close } = await askedAtDesk('mistyped@school.example');
  await other.getByRole('button', { name: 'I did not ask for this' }).click();
  await other.getByText('The request is cancelled').waitFor();
  await page
    .getByRole('alert')
    .getByText(/mistyped@school.example did not ask for it/)
    .waitFor();
  await picture(page, 'link-refused');
  await close();
});

test('a page that is reloaded still waits for the code, and nothing of it is left in the tab afterwards', async () => {
  const { server, browser } = started;
  const context = await browser.newContext({ locale: 'en', viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  /** Has a code sent, loads the page again, and gives what is typed then. */
  const resume = async (email: string, mask: string, row: Page | ReturnType<Page['locator']> = page) => {
    const field = row.getByLabel(/^(E-mail|New e-mail address)$/);
    await field.fill(email);
    await row.getByRole('button', { name: 'Send code' }).click();
    await row.getByText(`Code sent to ${mask}`).waitFor();
    await page.reload();
    await row.getByText(`Code sent to ${mask}`).waitFor();
    expect(await field.inputValue()).toBe(email);
    const wait = await row.getByRole('button', { name: /Send again in \d+ s/ }).textContent();
    expect(Number(/\d+/.exec(wait ?? '')?.[0])).toBeLessThanOrEqual(60);
    return server.code(email);
  };
  const kept = () => page.evaluate(() => JSON.stringify({ ...sessionStorage }));

  await page.goto(`${server.url}/sign-up?by=email`);
  const newcomer = 'newcomer@school.example';
  const captcha = await resume(newcomer, 'n***@school.example');
  await page.getByLabel('Password', { exact: true }).fill('Tree-house9');
  await page.getByRole('checkbox', { name: /^I have read and accept/ }).check();
  await page.getByLabel('Code', { exact: true }).fill(captcha);
  await page.getByLabel('Nickname').waitFor();
  expect(await kept()).not.toContain('newcomer');
  await page.getByRole('button', { name: 'Sign out' }).first().click();
  await page.waitForURL(/\/sign-in/);

  const email = 'reload@school.example';
  await signUp(email, 'Secret#1');
  await page.goto(`${server.url}/sign-in/email`);
  await page.getByLabel('Code', { exact: true }).fill(await resume(email, 'r***@school.example'));
  await page.getByLabel('Nickname').waitFor();
  expect(await kept()).not.toContain('reload@');

  // the form within the account page is open again, with the digits that the link asks for
  await page.goto(`${server.url}/account/security`);
  const row = page.locator('[data-row=email]');
  await row.getByRole('button').first().click();
  const code = await resume('moved@school.example', 'm***@school.example', row);
  await row
    .locator('output')
    .getByText(/^\d{4}$/)
    .waitFor();
  expect(await kept()).not.toContain((await row.locator('output').textContent()) ?? '');
  await row.getByLabel('Code', { exact: true }).fill(code);
  await page.getByText('Your e-mail address has changed').waitFor();
  await page.reload();
  await row.waitFor();
  expect(await row.locator('form').count()).toBe(0);
  await page.getByRole('button', { name: 'Sign out' }).first().click();
  await page.waitForURL(/\/sign-in/);
  expect(await kept()).not.toContain('moved@');
  await context.close();
});

test('back leads from the forms by e-mail to the forms before them, and sign-up says who is signed in', async () => {
  const context = await started.browser.newContext({ locale: 'en', viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  const phone = page.locator('input[autocomplete="tel-national"]');
  await page.goto(`${started.server.url}/sign-up`);
  await page.getByRole('button', { name: 'Sign up by e-mail' }).click();
  await page.waitForFunction(() => document.activeElement?.matches('input[type=email]') && scrollY === 0);
  await page.getByLabel('E-mail', { exact: true }).waitFor();
  await page.goBack();
  await phone.waitFor();
  expect(new URL(page.url()).pathname).toBe('/sign-up');
  await page.goto(`${started.server.url}/sign-in`);
  await page.getByRole('link', { name: 'Sign in by e-mail code' }).click();
  await page.getByLabel('E-mail', { exact: true }).waitFor();
  await page.goBack();
  await page.getByRole('link', { name: 'Sign in by e-mail code' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/sign-in');

  const email = 'again@school.example';
  await signUp(email, 'Secret#1');
  const signedIn = tokensOf(
    await call(started.server.url, 'POST', 'login', {
      identity: email,
      password: 'Secret#1',
      pid: 'test',
      agreement_ids: [-1],
    }),
  );
  const url = started.server.url;
  const number = newPhone();
  const byPhone = tokensOf(await signUpByPhone(started.server, number, 'Secret#1')).refresh;
  for (const [token, name] of [
    [byPhone.token, `${number.slice(0, 3)}****${number.slice(7)}`],
    [signedIn.refresh.token, 'a***@school.example'],
  ] as const) {
    // a page that is open could renew its own
    await page.goto('about:blank');
    await context.clearCookies();
    await context.addCookies([{ name: 'dev_refresh_token', value: token, url }]);
    for (const path of ['/sign-in', '/sign-up']) {
      await page.goto(url + path);
      await page.getByText(`You are signed in as ${name}.`, { exact: true }).waitFor();
      expect(await phone.isVisible(), path).toBe(false);
    }
  }
  await page.getByRole('link', { name: 'Continue' }).click();
  await page.waitForURL('**/account');
  await context.close();
});
