/** Every way in within WeChat and within another app, and on a shared computer. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { newPhone, signUp } from './people.ts';
import {
  allow,
  arrived,
  bindPhone,
  button,
  open,
  PASSWORD,
  picture,
  server,
  signUpByEmail,
  typeCode,
  waysIn,
} from './ways-in.ts';
import { testWaysIn } from './ways-in-at.ts';

waysIn();

describe.each(['WeChat', 'embedded'] as const)('%s', place => {
  testWaysIn(place);
});

/** Seconds until the refresh token's cookie is over. */
const sessionLife = async (page: Page): Promise<number> => {
  const cookies = await page.context().cookies(server.url);
  const cookie = cookies.find(({ name }) => name === 'dev_refresh_token');
  return (cookie?.expires ?? 0) - Date.now() / 1000;
};
/** Marks the browser, then opens the page. */
const share = async (page: Page, path = '/sign-in') => {
  await page.goto(`${server.url}/shared`);
  await button(page, 'Set as a shared computer').click();
  await page.getByText('This computer is set as a shared one.').waitFor();
  await page.goto(server.url + path);
};
const HOURS = 3600;

test('on a shared computer the session lives two hours, by a code, by a password and by WeChat [3.shared-device]', async () => {
  const phone = newPhone();
  const page = await open('desk');
  await share(page);
  await page.getByText(/after 8 hours at the latest/).waitFor();
  await picture(page, 'shared');
  await page.getByLabel('Mobile number', { exact: true }).fill(phone);
  await typeCode(page, phone);
  const dialog = page.getByRole('dialog', { name: 'Create your account' });
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Agree and create the account' }).click();
  await arrived(page);
  const life = await sessionLife(page);
  expect([life > 1.9 * HOURS, life <= 2 * HOURS]).toEqual([true, true]);

  const known = newPhone();
  await signUp(server, known, PASSWORD);
  const other = await open('phone');
  await share(other);
  await other.getByRole('radio', { name: 'By password' }).check({ force: true });
  await other.getByLabel('Mobile number, e-mail or username').fill(known);
  await other.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await other.locator('form button[type=submit]').click();
  await arrived(other);
  expect(await sessionLife(other)).toBeLessThanOrEqual(2 * HOURS);

  // the mark holds over the way to the vendor and back
  const inWechat = await open('WeChat');
  await share(inWechat);
  await button(inWechat, 'WeChat').click();
  await allow(inWechat, 'han-meimei');
  await bindPhone(inWechat, newPhone());
  expect(await sessionLife(inWechat)).toBeLessThanOrEqual(2 * HOURS);

  // on the pages of the other forms, too
  const email = 'shared@school.example';
  await signUpByEmail(email);
  const byEmail = await open('phone');
  await share(byEmail, '/sign-in/email');
  await byEmail.getByLabel('E-mail', { exact: true }).fill(email);
  await typeCode(byEmail, email);
  await arrived(byEmail);
  expect(await sessionLife(byEmail)).toBeLessThanOrEqual(2 * HOURS);

  const signingUp = await open('phone');
  await share(signingUp, '/sign-up');
  await picture(signingUp, 'sign-up-shared');
  const fresh = newPhone();
  await signingUp.getByLabel('Mobile number', { exact: true }).fill(fresh);
  await button(signingUp, 'Send code').click();
  await signingUp.getByText(/^Code sent to/).waitFor();
  await signingUp.getByLabel('Code', { exact: true }).fill(await server.code(fresh));
  await signingUp.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await signingUp.getByRole('checkbox', { name: /I have read/ }).check();
  await signingUp.locator('form button[type=submit]').click();
  await arrived(signingUp);
  expect(await sessionLife(signingUp)).toBeLessThanOrEqual(2 * HOURS);

  const own = await open('desk');
  await own.getByLabel('Mobile number', { exact: true }).fill(phone);
  await typeCode(own, phone);
  await arrived(own);
  expect(await sessionLife(own)).toBeGreaterThan(29 * 24 * HOURS);
});
