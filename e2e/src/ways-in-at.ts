/** Ways in at one place where a page is open; of a file that called `waysIn`. */
import { expect, test } from 'vitest';
import { newPhone, signUp } from './people.ts';
import {
  accountOf,
  allow,
  arrived,
  bindPhone,
  button,
  open,
  type Place,
  PASSWORD,
  server,
  signUpByEmail,
  typeCode,
} from './ways-in.ts';

/** Defines the tests of one place. */
export const testWaysIn = (place: Place): void => {
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
};
