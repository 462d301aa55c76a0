/** Cases of the account page: long names, several products, sections that come late. */
import { expect, test } from 'vitest';
import { sideways } from './axe.ts';
import { chunkFor } from './chunks.ts';
import { cutText } from './cut-text.ts';
import { call } from './people.ts';
import { personWithBrowser } from './person-with-browser.ts';
import { serverAndBrowser } from './server-and-browser.ts';

const started = serverAndBrowser();
const { browserOf, password, phone } = personWithBrowser(started);

test('each device names its product if the account uses several', async () => {
  const app = { Platform: 'app', 'Product-Code': 'contest' };
  const body = { identity: phone(), password, pid: 'test', agreement_ids: [-1] };
  await call(started.server.url, 'POST', 'login', body, undefined, app);
  const { page } = await browserOf('/account/devices');
  const rows = page.getByRole('list', { name: 'Devices' }).getByRole('listitem');
  await rows.filter({ hasText: 'App · contest' }).waitFor();
  expect(await rows.filter({ hasText: 'This device' }).textContent()).toMatch(/ProductWeb · \w+/);
});

test.each([
  ['20 W', 'W'.repeat(20)],
  ['20 Chinese characters', '龘'.repeat(20)],
])('a name of %s is read whole on a phone', async (_, nickname) => {
  const { page } = await browserOf('/account');
  await page.getByLabel('Nickname').fill(nickname);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { level: 1, name: nickname }).waitFor();
  for (const path of ['/account', '/account/security', '/account/devices', '/account/privacy', '/contests']) {
    await page.goto(started.server.url + path);
    if (path === '/contests') await page.getByRole('button', { name: nickname }).click();
    await page.getByText(nickname).last().waitFor();
    await expect.poll(() => page.getByText('Loading…').count()).toBe(0);
    expect.soft(await cutText(page), path).toEqual([]);
    expect.soft(await sideways(page), path).toBeLessThanOrEqual(0);
  }
  // the menu of the head says the name, which the head has no room for
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(await page.locator('[data-menu]').innerText()).toContain(nickname);
  expect(await cutText(page)).toEqual([]);
});

test('nothing moves when a section comes late', async () => {
  const { page } = await browserOf('/account');
  await page.addInitScript(() => {
    const moved = { sum: 0 };
    Object.assign(globalThis, { moved });
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) moved.sum += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.route('**/accounts/profile', async route => {
    await page.locator('[data-consent] button').first().waitFor();
    await route.continue();
  });
  // the last part of the privacy section comes before the first
  const deletion = page.waitForResponse(`**/${chunkFor('../deletion/delete-account.tsx').script}`);
  await page.route(`**/${chunkFor('../privacy/privacy.tsx').script}`, async route => {
    await (await deletion).finished();
    await route.continue();
  });
  // with what stands in each once it is whole
  for (const [path, last] of [
    ['/account', 'Save'],
    ['/account/security', 'Change Mobile number'],
    ['/account/privacy', 'Delete my account'],
  ] as const) {
    await page.goto(started.server.url + path);
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    await page.getByRole('button', { name: last }).first().waitFor();
    await expect.poll(() => page.getByText('Loading…').count()).toBe(0);
    expect.soft(await page.evaluate('moved.sum'), path).toBeLessThan(0.05);
  }
});
