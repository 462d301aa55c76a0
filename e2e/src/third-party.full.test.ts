/** WeChat and QQ in a real browser, against simulators that speak the vendors' own protocols. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launch } from './browser.ts';
import { newPhone, signUp, tokensOf } from './people.ts';
import { dataFolder } from './data-folder.ts';
import { type RunningServer, startServer } from './server.ts';
import { type RunningSimulators, startSimulators } from './simulators.ts';

const pictures = process.env['ROLLCALL_SCREENSHOTS'];
const folder = dataFolder();
let simulators: RunningSimulators;
let server: RunningServer;
let browser: Browser;
beforeAll(async () => {
  simulators = await startSimulators();
  [server, browser] = await Promise.all([startServer(folder.path, simulators.env), launch()]);
  if (pictures) mkdirSync(pictures, { recursive: true });
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await simulators?.stop();
  folder.remove();
});

const names = { wechat: 'WeChat', qq: 'QQ' } as const;

async function open(): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ locale: 'en', viewport: { width: 360, height: 740 } });
  return { context, page: await context.newPage() };
}

const picture = async (page: Page, name: string) => {
  if (pictures) await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
};

/** From the sign-in page to the vendor's, as who, deciding what. */
async function goToVendor(
  page: Page,
  vendor: 'wechat' | 'qq',
  person: string,
  decision = 'allow',
): Promise<void> {
  await page.goto(`${server.url}/sign-in?return=/account`);
  await press(page, vendor);
  await decide(page, person, decision);
}

/** Opens the vendor's page in this window: WeChat's is within the page of the buttons at first. */
async function press(page: Page, vendor: 'wechat' | 'qq'): Promise<void> {
  const others = page.getByRole('region', { name: 'Other ways to sign in' });
  // a person of before finds the code open
  const open = others.getByRole('button', { name: 'Open it in this page' });
  if (vendor === 'qq') await others.getByRole('button', { name: 'QQ' }).click();
  else {
    const code = others.getByRole('button', { name: 'WeChat' });
    await code.or(open).first().waitFor();
    // Pressed where it is there: it may go just now, with the code that opens by itself.
    await code.evaluateAll(found => {
      for (const button of found) (button as HTMLElement).click();
    });
    await open.click();
  }
  await page.waitForURL(/authorize|qrconnect/);
}

async function decide(page: Page, person: string, decision = 'allow'): Promise<void> {
  await page.locator(`input[name="person"][value="${person}"]`).check();
  await page.locator(`button[name="decision"][value="${decision}"]`).click();
}

async function bindPhone(page: Page, phone: string): Promise<void> {
  await page.locator('input[autocomplete="tel-national"]').fill(phone);
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByText(/\*{4}/).first().waitFor();
  await page.locator('input[type="checkbox"]').check();
  // With its last figure the form is sent.
  await page.locator('input[autocomplete="one-time-code"]').fill(await server.code(phone));
  await page.waitForURL(`${server.url}/account`);
}

/** Another account can't bind the same person, and the page's heading and words say what happened. */
async function refusedElsewhere(vendor: 'wechat' | 'qq'): Promise<void> {
  const { context, page } = await open();
  const { refresh } = tokensOf(await signUp(server, newPhone(), 'Secret#1'));
  await context.addCookies([{ name: 'dev_refresh_token', value: refresh.token, url: server.url }]);
  const connect = page.getByRole('button', { name: new RegExp(`^Connect ${names[vendor]}$`) });
  const heading = page.getByRole('heading', { level: 1, name: `Connect ${names[vendor]}`, exact: true });
  const ends = { taken: 'is connected to another account', denied: 'You cancelled connecting' } as const;
  // At QQ a person who cancels does not come back.
  for (const end of vendor === 'wechat' ? (['taken', 'denied'] as const) : (['taken'] as const)) {
    await page.goto(`${server.url}/account/security`);
    await connect.click();
    await decide(page, 'xiao-lin', end === 'taken' ? 'allow' : 'refuse');
    await page.locator(`[data-end=${end}]`).getByText(ends[end]).waitFor();
    await heading.waitFor();
    expect(await page.locator('h1').count()).toBe(1);
    expect(await page.locator('main').textContent()).not.toMatch(/sign in/i);
    const [above, below] = [await heading.boundingBox(), await page.locator('[data-end]').boundingBox()];
    expect((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)).toBeGreaterThanOrEqual(16);
    await picture(page, `${vendor}-bind-${end}`);
  }
  await page.getByRole('link', { name: 'Back to my account' }).click();
  await connect.waitFor();
  await context.close();
}

const account = (page: Page) => page.locator('input[name="nickname"]').waitFor();

describe.each(['wechat', 'qq'] as const)('%s', vendor => {
  test('a first sign-in binds a phone number; the next one is immediate', async () => {
    const { context, page } = await open();
    await goToVendor(page, vendor, 'li-lei');
    await page.getByRole('heading', { name: 'Add a mobile number' }).waitFor();
    await picture(page, `${vendor}-bind-phone`);
    await bindPhone(page, newPhone());
    await account(page);
    await picture(page, `${vendor}-account`);
    await page.getByRole('button', { name: 'Sign out' }).first().click();
    await page.waitForURL(/\/sign-in/);
    await goToVendor(page, vendor, 'li-lei');
    await page.waitForURL(`${server.url}/account`);
    await account(page);
    await context.close();
  });

  test('refusing shows a message and does not sign in', async () => {
    const { context, page } = await open();
    await goToVendor(page, vendor, 'lucy', 'refuse');
    if (vendor === 'wechat') {
      await page.getByText('You cancelled signing in with WeChat.').waitFor();
      await picture(page, 'wechat-denied');
    }
    // At QQ a person who cancels stays at the vendor's page, which closes itself: there is nothing to come back with.
    expect((await context.cookies(server.url)).filter(cookie => cookie.name.includes('_token'))).toEqual([]);
    await context.close();
  });

  test('a forged state does not sign in [7.state]', async () => {
    const { context, page } = await open();
    await page.goto(`${server.url}/oauth/${vendor}?code=stolen&state=forged`);
    await page.getByText(/was started in another browser/).waitFor();
    await picture(page, `${vendor}-forged`);
    expect((await context.cookies()).filter(cookie => cookie.name.includes('_token'))).toEqual([]);
    await context.close();
  });

  test('a code that was used is refused, and the page says what to do', async () => {
    const { context, page } = await open();
    // The first sign-in's code is sent again in place of the second's.
    let used: string | undefined;
    await page.route(`**/tiger/v3/web/accounts/oauth/${vendor}`, async route => {
      const body = route.request().postDataJSON() as { code: string };
      used ??= body.code;
      await route.continue({ postData: JSON.stringify({ ...body, code: used }) });
    });
    await goToVendor(page, vendor, 'lucy');
    await page.getByRole('heading', { name: 'Add a mobile number' }).waitFor();
    await goToVendor(page, vendor, 'lucy');
    await page.getByText(/did not confirm this sign-in/).waitFor();
    await picture(page, `${vendor}-replayed`);
    await page.getByRole('button', { name: 'Start again' }).waitFor();
    await context.close();
  });

  test('an outage of the vendor is shown as an outage', async () => {
    const { context, page } = await open();
    await page.goto(`${server.url}/sign-in?return=/account`);
    await press(page, vendor);
    await page.locator('input[name="person"][value="han-meimei"]').waitFor();
    await simulators.set(vendor, 'pass');
    const back = page.waitForURL(new RegExp(`/oauth/${vendor}`));
    await page.route(`**/tiger/v3/web/accounts/oauth/${vendor}`, async route => {
      await simulators.set(vendor, 'down');
      await route.continue();
    });
    await decide(page, 'han-meimei');
    await back;
    await page.getByText(/is not responding right now/).waitFor();
    await picture(page, `${vendor}-down`);
    await simulators.set(vendor, 'pass');
    await context.close();
  });

  test('an account binds and unbinds it', async () => {
    const { context, page } = await open();
    const { refresh } = tokensOf(await signUp(server, newPhone(), 'Secret#1'));
    await context.addCookies([{ name: 'dev_refresh_token', value: refresh.token, url: server.url }]);
    await page.goto(`${server.url}/account/security`);
    await page.getByRole('button', { name: new RegExp(`^Connect ${names[vendor]}$`) }).click();
    await decide(page, 'xiao-lin');
    // The name that the person chose at the vendor, beside that of the account.
    await page
      .getByRole('heading', { name: new RegExp(`^Connect the ${names[vendor]} account “<b>小林</b>`) })
      .waitFor();
    await page.getByRole('button', { name: 'Yes, connect it' }).click();
    await page.waitForURL(`${server.url}/account/security`);
    const unbind = page.getByRole('button', { name: new RegExp(`^Disconnect ${names[vendor]}$`) });
    await unbind.waitFor();
    await picture(page, `${vendor}-bound`);
    await refusedElsewhere(vendor);
    await unbind.click();
    await page
      .locator('form')
      .getByRole('button', { name: /^Disconnect/ })
      .last()
      .click();
    await page.getByRole('button', { name: new RegExp(`^Connect ${names[vendor]}$`) }).waitFor();
    await context.close();
  });
});

test('a code that opens by itself leaves one state, however often its page is loaded', async () => {
  const { context, page } = await open();
  await page.addInitScript(() => localStorage.setItem('rollcall.last_way', 'wechat'));
  const states = async () =>
    (await context.cookies(server.url)).filter(({ name }) => name.includes('rollcall_oauth_')).length;
  for (let load = 0; load < 25; load++) {
    await page.goto(`${server.url}/sign-in?return=/account`);
    await page.getByRole('button', { name: 'Open it in this page' }).waitFor();
    await expect.poll(states).toBe(1);
  }
  const others = page.getByRole('region', { name: 'Other ways to sign in' });
  const focused = await others.evaluate(region => region.contains(document.activeElement));
  expect([focused, await page.evaluate(() => scrollY)]).toEqual([false, 0]);
  await picture(page, 'wechat-open');
  await page.goto(`${server.url}/agreements/1`);
  await expect.poll(states).toBe(0);
  await context.close();
});

test('where the code does not load, the page stays and shows the plain button', async () => {
  const { context, page } = await open();
  await page.addInitScript(() => localStorage.setItem('rollcall.last_way', 'wechat'));
  // a chunk that fails is loaded once more from another address
  let refused = 0;
  await page.route('**/static/*.js*', async route => {
    const response = await route.fetch();
    if (!(await response.text()).includes('WxLogin')) return route.fulfill({ response });
    refused++;
    return route.abort();
  });
  await page.goto(`${server.url}/sign-in?return=/account`);
  await page
    .getByRole('region', { name: 'Other ways to sign in' })
    .getByRole('button', { name: 'WeChat' })
    .waitFor();
  expect(refused).toBeGreaterThan(0);
  expect(page.url()).toContain('/sign-in');
  await context.close();
});
