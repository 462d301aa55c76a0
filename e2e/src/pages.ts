/** The pages and the states in which they are looked at. */
import type { Page } from 'playwright-core';
import { paint } from './account-picture.ts';

export interface PageState {
  readonly name: string;
  readonly path: string;
  readonly signedIn?: boolean;
  /** What a person does on the page to bring the state about. */
  readonly reach?: (page: Page) => Promise<void>;
}

const submit = (page: Page) => page.locator('form button[type="submit"]').first().click();

export const pages: PageState[] = [
  { name: 'front', path: '/' },
  { name: 'sign-in', path: '/sign-in' },
  {
    name: 'sign-in-empty-errors',
    path: '/sign-in',
    reach: async page => {
      await submit(page);
      await page.locator('[aria-invalid="true"]').first().waitFor();
    },
  },
  {
    name: 'sign-in-wrong-password',
    path: '/sign-in',
    reach: async page => {
      await page.locator('input[name="way"][value="password"]').check({ force: true });
      await page.locator('input[autocomplete="username"]').fill(`nobody_${Date.now()}`);
      await page.locator('input[autocomplete="current-password"]').fill('Wrong#99');
      await submit(page);
      await page.locator('[role="alert"]:not(:empty)').first().waitFor();
    },
  },
  { name: 'sign-up', path: '/sign-up' },
  {
    name: 'sign-up-errors',
    path: '/sign-up',
    reach: async page => {
      await page.locator('input[autocomplete="tel-national"]').fill('123');
      await submit(page);
      await page.locator('[aria-invalid="true"]').first().waitFor();
    },
  },
  {
    name: 'account',
    path: '/account',
    signedIn: true,
    reach: page => page.locator('input[name="nickname"]').waitFor(),
  },
  {
    name: 'account-errors',
    path: '/account',
    signedIn: true,
    reach: async page => {
      await page.locator('input[name="nickname"]').fill('no spaces allowed');
      await page.locator('input[name="qq"]').fill('12');
      await submit(page);
      await page.locator('[aria-invalid="true"]').first().waitFor();
    },
  },
  {
    name: 'account-picture',
    path: '/account',
    signedIn: true,
    reach: async page => {
      await page.locator('input[type=file]').setInputFiles({
        name: 'me.png',
        mimeType: 'image/png',
        buffer: await paint(page, 600, 400),
      });
      await page.locator('img[src^="data:"]').waitFor();
    },
  },
  {
    name: 'account-security',
    path: '/account/security',
    signedIn: true,
    reach: page => page.locator('[data-row="password"] button').click(),
  },
  {
    name: 'account-devices',
    path: '/account/devices',
    signedIn: true,
    reach: page => page.locator('li[data-current]').waitFor(),
  },
  {
    name: 'account-privacy',
    path: '/account/privacy',
    signedIn: true,
    reach: async page => {
      await page.locator('input[name="event"]').waitFor();
      await page.locator('details summary').click();
      await page.getByRole('button', { name: /^(?:清除|Erase)$/ }).click();
      await page.getByRole('button', { name: /^(?:删除账号|Delete my account)$/ }).click();
    },
  },
  { name: 'reset', path: '/reset' },
  {
    name: 'oauth-forged',
    path: '/oauth/wechat?code=code&state=forged',
    reach: page => page.locator('[role="alert"]:not(:empty)').first().waitFor(),
  },
  {
    name: 'contests',
    path: '/contests',
    reach: page => page.locator('[data-phase="shown"]').first().waitFor(),
  },
  { name: 'lesson', path: '/lesson/1', reach: page => page.locator('main img').waitFor() },
  { name: 'messages', path: '/dev/messages' },
  { name: 'agreement', path: '/agreements/1' },
];
