/** How the consent banner looks: every size, theme and language, and that it moves nothing. */
import { devices, type Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { violations } from './axe.ts';
import { looks } from './browser.ts';
import { serverAndBrowser } from './server-and-browser.ts';

const started = serverAndBrowser();

const foot = (page: Page) => page.locator('#reporting section');

test.each(looks)(
  '$name: the consent banner covers nothing, takes no focus, and has no axe violation',
  async ({ options }) => {
    const context = await started.browser.newContext({ ...options, reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.goto(`${started.server.url}/sign-in`);
    await foot(page).waitFor();
    const covered = await page.evaluate(() => {
      const banner = document.querySelector('#reporting section')?.getBoundingClientRect();
      const form = document.querySelector('main')?.getBoundingClientRect();
      // at a desk it lies beside the form, which may be longer
      return !banner || !form || (banner.top < form.bottom && banner.left < form.right);
    });
    expect(covered).toBe(false);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('identity');
    const buttons = page.locator('#reporting section button');
    for (const each of await buttons.all())
      expect((await each.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await buttons.nth(2).click();
    expect(await violations(page, '#reporting')).toEqual([]);
    await context.close();
  },
);

test.each([
  { name: 'a phone', options: devices['Pixel 5'] },
  { name: 'a desk', options: { viewport: { width: 1280, height: 1024 } } },
])(
  'on $name neither the form nor the links below it move when the consent banner appears',
  async ({ options }) => {
    const context = await started.browser.newContext({ ...options, locale: 'en' });
    const page = await context.newPage();
    let release: () => void = () => {};
    const released = new Promise<void>(resolve => {
      release = resolve;
    });
    // Everything that comes later than the page itself.
    const answer = await fetch(`${started.server.url}/sign-in`, { headers: { 'accept-language': 'en' } });
    const named = await answer.text();
    await page.route('**/static/*.js', async route => {
      if (!named.includes(`src="${new URL(route.request().url()).pathname}"`)) await released;
      await route.continue();
    });
    await page.goto(`${started.server.url}/sign-in`);
    const tops = () =>
      page.evaluate(() =>
        ['form', 'footer'].map(part => document.querySelector(part)?.getBoundingClientRect().top),
      );
    const before = await tops();
    release();
    await foot(page).waitFor();
    expect(await tops()).toEqual(before);
    await context.close();
  },
);
