/** The pages and the states in which they are looked at. */
import type { Page } from 'playwright-core';
import { paint } from './account-picture.ts';

export interface PageState {
  readonly name: string;
  readonly path: string;
  readonly signedIn?: boolean;
  /** Set-up before the page opens. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** Steps on the page that lead to the state. */
  readonly reach?: (page: Page) => Promise<void>;
}

const submit = (page: Page) => page.locator('form button[type="submit"]').first().click();

/** The page's own scripts don't come, not from a fresh address either. */
const withoutScripts = async (page: Page) => {
  await page.route(/\.js(?:\?|$)/, route => route.abort());
};
/** Several people use the browser. */
export const markShared = async (page: Page) => {
  await page.addInitScript(() => {
    document.cookie = 'rollcall_shared=1; path=/';
  });
};
const print = (page: Page) => page.emulateMedia({ media: 'print' });

const showData = async (page: Page) => {
  await page.getByRole('button', { name: /^(?:查看我的数据|Show my data)$/ }).click();
  await page.locator('main section h2').last().waitFor();
};

export const pages: PageState[] = [
  { name: 'front', path: '/' },
  {
    name: 'front-consent',
    path: '/',
    reach: async page => {
      await page.locator('[data-consent] button[aria-expanded]').click();
      await page.locator('[data-consent] input[type=checkbox]').first().waitFor();
    },
  },
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
      await page.locator('input[autocomplete^="username"]').fill(`nobody_${Date.now()}`);
      await page.locator('input[autocomplete="current-password"]').fill('Wrong#99');
      await submit(page);
      await page.locator('[role="alert"]:not(:empty)').first().waitFor();
    },
  },
  {
    name: 'sign-in-failed',
    path: '/sign-in',
    prepare: withoutScripts,
    reach: page => page.locator('#failed:not([hidden])').waitFor(),
  },
  { name: 'sign-in-email', path: '/sign-in/email' },
  { name: 'sign-in-signed-in', path: '/sign-in?return=%2Flesson%2F1', signedIn: true },
  { name: 'sign-in-after-password', path: '/sign-in?after=password' },
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
      await page.getByRole('button', { name: /^(?:注销账号|Delete my account)$/ }).click();
    },
  },
  { name: 'account-data', path: '/account/data', signedIn: true, reach: showData },
  {
    name: 'account-data-print',
    path: '/account/data',
    signedIn: true,
    reach: async page => {
      await showData(page);
      await print(page);
    },
  },
  {
    name: 'account-print',
    path: '/account',
    signedIn: true,
    reach: async page => {
      await page.locator('input[name="nickname"]').waitFor();
      await print(page);
    },
  },
  {
    name: 'allow-over',
    path: '/allow?request=there-is-no-such-request',
    signedIn: true,
    reach: page => page.locator('[role="alert"]:not(:empty)').first().waitFor(),
  },
  { name: 'reset', path: '/reset' },
  { name: 'shared', path: '/shared' },
  {
    name: 'sign-in-shared',
    path: '/sign-in',
    prepare: markShared,
    reach: page => page.locator('main a[href^="/shared"]').waitFor(),
  },
  {
    name: 'account-shared',
    path: '/account',
    signedIn: true,
    prepare: markShared,
    reach: page => page.locator('input[name="nickname"]').waitFor(),
  },
  { name: 'sign-in-next', path: '/sign-in?after=signed-out', prepare: markShared },
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
  {
    name: 'contests-marked',
    path: '/contests',
    signedIn: true,
    reach: async page => {
      const mark = page.locator('button[data-marked]');
      await mark.nth(0).click();
      await mark.nth(1).click();
      await page.locator('header button[aria-haspopup=menu]').click();
    },
  },
  { name: 'lesson', path: '/lesson/1', reach: page => page.locator('main img').waitFor() },
  {
    name: 'lesson-answered',
    path: '/lesson/2',
    reach: async page => {
      await page.locator('main img').waitFor();
      await page.locator('input[name=answer]').nth(2).check();
      await submit(page);
      await page.locator('[data-right=true]').waitFor();
    },
  },
  {
    name: 'lesson-print',
    path: '/lesson/3',
    reach: async page => {
      await page.locator('main img').waitFor();
      await print(page);
    },
  },
  { name: 'messages', path: '/dev/messages' },
  { name: 'agreement', path: '/agreements/1' },
  { name: 'agreements', path: '/agreements' },
  { name: 'not-found', path: '/account/nope' },
  {
    name: 'account-offline',
    path: '/account',
    signedIn: true,
    reach: async page => {
      await page.locator('input[name="nickname"]').waitFor();
      await page.context().setOffline(true);
      await page.locator('a[href="/account/devices"]').click();
      await page.locator('main [role="alert"]:not(:empty)').waitFor();
    },
  },
];
