/** Every way in, at every place where a page is open: a phone, a desk, WeChat's own browser, a browser within another app. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { newPhone, signUp } from './people.ts';
import {
  accountOf,
  allow,
  arrived,
  bindPhone,
  boxOf,
  button,
  open,
  type Place,
  picture,
  places,
  PASSWORD,
  server,
  signUpByEmail,
  typeCode,
  waysIn,
} from './ways-in.ts';

waysIn();

const all = Object.keys(places) as Place[];

describe.each(all)('%s', place => {
  test('a number and its code: first it enrols, then it signs in', async () => {
    const phone = newPhone();
    const page = await open(place);
    await page.getByLabel('Mobile number', { exact: true }).fill(phone);
    await typeCode(page, phone);
    const dialog = page.getByRole('dialog', { name: 'Create your account' });
    await dialog.getByRole('checkbox').check();
    await dialog.getByRole('button', { name: 'Agree and create the account' }).click();
    await arrived(page);
    const again = await open(place);
    await again.getByLabel('Mobile number', { exact: true }).fill(phone);
    await typeCode(again, phone);
    await arrived(again);
    expect(await accountOf(again)).toBe(await accountOf(page));
  });

  test('a number and a password', async () => {
    const phone = newPhone();
    await signUp(server, phone, PASSWORD);
    const page = await open(place);
    await page.getByRole('radio', { name: 'By password' }).click();
    await page.getByLabel('Mobile number, e-mail or username').fill(phone);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.locator('form button[type=submit]').click();
    await arrived(page);
  });

  test('a code by e-mail', async () => {
    const email = `pupil-${place.toLowerCase()}@school.example`;
    await signUpByEmail(email);
    const page = await open(place);
    await page.getByRole('link', { name: 'Sign in by e-mail code' }).click();
    await page.getByLabel('E-mail', { exact: true }).fill(email);
    await typeCode(page, email);
    await arrived(page);
  });

  test('QQ, whose page is the one for phones on a phone', async () => {
    const phone = newPhone();
    const people = { phone: 'li-lei', desk: 'han-meimei', WeChat: 'lucy', embedded: 'xiao-lin' } as const;
    const page = await open(place);
    await button(page, 'QQ').click();
    await page.waitForURL(/oauth2\.0\/authorize/);
    expect(new URL(page.url()).searchParams.get('display')).toBe(place === 'desk' ? null : 'mobile');
    await allow(page, people[place]);
    await bindPhone(page, phone);
    const again = await open(place);
    await button(again, 'QQ').click();
    await allow(again, people[place]);
    await arrived(again);
    expect(await accountOf(again)).toBe(await accountOf(page));
  });
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

test("WeChat's own browser and the QR code at a desk lead one person to one account", async () => {
  const phone = newPhone();
  const inWechat = await open('WeChat');
  await picture(inWechat, 'inside-wechat');
  await button(inWechat, 'WeChat').click();
  await inWechat.waitForURL(/connect\/oauth2\/authorize/);
  const authorisation = new URL(inWechat.url());
  expect(authorisation.searchParams.get('scope')).toBe('snsapi_userinfo');
  expect(authorisation.hash).toBe('#wechat_redirect');
  await allow(inWechat, 'li-lei');
  await bindPhone(inWechat, phone);

  const desk = await open('desk');
  // the code stands on the page, beside the form, without a press
  const frame = desk.frameLocator('iframe[src*="connect/qrconnect"]');
  await frame.locator('input[name="person"]').first().waitFor();
  const form = await boxOf(desk, 'form');
  const code = await boxOf(desk, 'iframe');
  expect(code.x).toBeGreaterThan(form.x + form.width);
  await button(desk, 'QQ').waitFor();
  expect(await button(desk, 'WeChat').count()).toBe(0);
  expect(new URL(desk.url()).pathname).toBe('/sign-in');
  await picture(desk, 'desk-code');
  await allow(frame, 'li-lei');
  await arrived(desk);
  expect(await accountOf(desk)).toBe(await accountOf(inWechat));
});
