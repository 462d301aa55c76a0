/** What seldom happens on a way in: late and blocked vendors, small windows, and a new version of an agreement. */
import type { Page, Response } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dataFolder } from './data-folder.ts';
import { embeddedDatabase } from './embedded-database.ts';
import { call, newPhone, signUp, tokensOf } from './people.ts';
import { startServer } from './server.ts';
import {
  accountOf,
  allow,
  arrived,
  bindPhone,
  boxOf,
  browser,
  button,
  contexts,
  folder,
  open,
  type Place,
  picture,
  places,
  PASSWORD,
  server,
  signUpByEmail,
  simulators,
  typeCode,
  useServer,
  waysIn,
} from './ways-in.ts';

waysIn();

test('a number whose text message does not come is called', async () => {
  const phone = newPhone();
  const page = await open('phone');
  await page.getByLabel('Mobile number', { exact: true }).fill(phone);
  await button(page, 'Send code').click();
  await button(page, 'Get a call instead').click();
  const lastChannel = async () => {
    const answer = await fetch(`${server.url}/dev/messages.json?to=${phone}`);
    return ((await answer.json()) as { channel: string }[])[0]?.channel;
  };
  await expect.poll(lastChannel).toBe('voice');
  await picture(page, 'voice');
  await page.getByLabel('Code', { exact: true }).fill(await server.code(phone));
  await page.getByRole('dialog', { name: 'Create your account' }).waitFor();
});

test.each(['phone', 'embedded'] as const)(
  '%s: WeChat has no button, and the page says how to go on',
  async place => {
    const page = await open(place);
    await button(page, 'QQ').waitFor();
    await page.getByText(/open this page in WeChat/).waitFor();
    expect(await button(page, 'WeChat').count()).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await picture(page, `${place}-wechat`);
  },
);

test('at a desk the form keeps its place and what was typed when the QR code comes late', async () => {
  const context = await browser.newContext({ locale: 'en', ...places.desk });
  contexts.push(context);
  const page = await context.newPage();
  let give = () => {};
  const given = new Promise<void>(resolve => (give = resolve));
  await page.route('**/wxLogin.js', async route => {
    await given;
    await route.continue();
  });
  await page.goto(`${server.url}/sign-in`);
  const number = page.getByLabel('Mobile number', { exact: true });
  await number.fill('138');
  await page.locator('[data-wechat] [data-state="loading"]').waitFor();
  // The other parts that come late.
  await page.getByRole('link', { name: 'Do several people use this computer?' }).waitFor();
  await button(page, 'QQ').waitFor();
  const before = await boxOf(page, 'form');
  const room = await boxOf(page, '[data-wechat]');
  give();
  await page.locator('iframe[src*="connect/qrconnect"]').waitFor();
  await page.keyboard.type('00');
  expect(await boxOf(page, 'form')).toEqual(before);
  expect(await boxOf(page, '[data-wechat]')).toEqual(room);
  expect(await number.inputValue()).toBe('13800');
});

test('at a desk a blocked script leaves words and the other ways, and can be tried again', async () => {
  const context = await browser.newContext({ locale: 'en', ...places.desk });
  contexts.push(context);
  const page = await context.newPage();
  await page.route('**/wxLogin.js', route => route.abort());
  await page.goto(`${server.url}/sign-in`);
  const box = page.locator('[data-wechat]');
  await box.getByText(/did not load; an extension or the network may block it/).waitFor();
  const failed = await box.locator('[data-state]').boundingBox();
  expect(failed?.height).toBeGreaterThanOrEqual(400);
  await picture(page, 'desk-code-blocked');
  await button(page, 'Open it in this page').waitFor();
  await button(page, 'QQ').waitFor();
  await page.unroute('**/wxLogin.js');
  await box.getByRole('button', { name: 'Try again' }).click();
  await page.locator('iframe[src*="connect/qrconnect"]').waitFor();
});

test('a narrow window loads nothing of WeChat before its button is pressed', async () => {
  const scripts: string[] = [];
  const context = await browser.newContext({ locale: 'en', viewport: { width: 959, height: 800 } });
  contexts.push(context);
  const page = await context.newPage();
  page.on('request', request => {
    if (request.url().includes('wxLogin.js')) scripts.push(request.url());
  });
  await page.goto(`${server.url}/sign-in`);
  await button(page, 'WeChat').waitFor();
  expect(scripts).toEqual([]);
  // a wider window has the place for it
  await page.setViewportSize({ width: 960, height: 800 });
  await page.locator('iframe[src*="connect/qrconnect"]').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(960);
});

test('a snapshot of the page in WeChat signs nobody in, and says what to do', async () => {
  const page = await open('WeChat', { locale: 'zh-CN' });
  await button(page, '微信登录').click();
  await page.locator('button[name="decision"][value="snapshot"]').click();
  await page.getByText('以快照方式打开了本页').waitFor();
  await picture(page, 'snapshot');
  expect((await page.context().cookies()).filter(({ name }) => name.includes('_token'))).toEqual([]);
});

test('without a union id the number is confirmed once for each app, and leads both to its account', async () => {
  const own = dataFolder();
  const alone = await startServer(own.path, {
    ...simulators.env,
    ROLLCALL_CODE_RETRY_SECONDS: '0',
    ROLLCALL_WECHAT_APPS: 'wx0000000000000003:wechat-simulator-secret-0000003',
    ROLLCALL_WECHAT_SERVICE_APPS: 'wx0000000000000012:wechat-simulator-secret-0000012',
  });
  const [main, phone] = [server, newPhone()];
  useServer(alone);
  try {
    const inWechat = await open('WeChat');
    await button(inWechat, 'WeChat').click();
    await allow(inWechat, 'lucy');
    await bindPhone(inWechat, phone);
    const desk = await open('desk');
    await allow(desk.frameLocator('iframe[src*="connect/qrconnect"]'), 'lucy');
    await bindPhone(desk, phone);
    expect(await accountOf(desk)).toBe(await accountOf(inWechat));
    const again = await open('desk');
    await allow(again.frameLocator('iframe[src*="connect/qrconnect"]'), 'lucy');
    await arrived(again);
    expect(await accountOf(again)).toBe(await accountOf(inWechat));
  } finally {
    useServer(main);
    await alone.stop();
    own.remove();
  }
});

// Last, because what is published stays in force.
describe('a new version of an agreement is asked for before the page that one came for', () => {
  const TITLE = 'User agreement of the new term';
  const phones = { code: newPhone(), password: newPhone(), embedded: newPhone(), challenged: newPhone() };
  const username = 'terms_reader';
  const email = 'terms@school.example';
  const wechatFrame = (page: Page) => page.frameLocator('iframe[src*="connect/qrconnect"]');
  let signingUp: Page;
  /** How each way is gone, up to the answer of the server. */
  const ways: readonly (readonly [string, Place, (page: Page) => Promise<void>])[] = [
    [
      'a code to a phone',
      'phone',
      async page => {
        await page.getByLabel('Mobile number', { exact: true }).fill(phones.code);
        await typeCode(page, phones.code);
      },
    ],
    ...(['desk', 'embedded'] as const).map(
      place =>
        [
          place === 'desk' ? 'a username and a password' : 'a number and a password',
          place,
          async (page: Page) => {
            await page.getByRole('radio', { name: 'By password' }).click();
            const name = place === 'desk' ? username : phones.embedded;
            await page.getByLabel('Mobile number, e-mail or username').fill(name);
            await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
            await page.locator('form button[type=submit]').click();
          },
        ] as const,
    ),
    [
      'a code by e-mail',
      'phone',
      async page => {
        await page.getByRole('link', { name: 'Sign in by e-mail code' }).click();
        await page.getByLabel('E-mail', { exact: true }).fill(email);
        await typeCode(page, email);
      },
    ],
    [
      "WeChat's own browser",
      'WeChat',
      async page => {
        await button(page, 'WeChat').click();
        await allow(page, 'lucy');
      },
    ],
    ["WeChat's QR code", 'desk', async page => allow(wechatFrame(page), 'xiao-lin')],
    [
      'QQ',
      'phone',
      async page => {
        await button(page, 'QQ').click();
        await allow(page, 'li-lei');
      },
    ],
  ];

  beforeAll(async () => {
    for (const phone of Object.values(phones)) {
      const { access } = tokensOf(await signUp(server, phone, PASSWORD));
      if (phone === phones.password) await call(server.url, 'PATCH', 'username', { username }, access.token);
    }
    await signUpByEmail(email);
    for (const [, place, go] of ways.slice(4)) {
      const page = await open(place);
      await go(page);
      const binding = page.getByRole('heading', { name: 'Add a mobile number' });
      await binding.or(page.getByLabel('Nickname')).waitFor();
      if (await binding.isVisible()) await bindPhone(page, newPhone());
    }
    // A page that was opened before the new version.
    const context = await browser.newContext({ locale: 'en', ...places.phone });
    signingUp = await context.newPage();
    await signingUp.goto(`${server.url}/sign-up`);
    await signingUp.getByRole('checkbox', { name: /I have read/ }).waitFor();
    const database = await embeddedDatabase(folder.path);
    const words = { 'zh-CN': '新学期用户协议', en: TITLE };
    await database.db
      .insertInto('agreements')
      .values({
        code: 'user-agreement',
        version: 2,
        pid: null,
        needs_signature: true,
        title: JSON.stringify(words),
        body: JSON.stringify(words),
        published_at: new Date(),
      })
      .execute();
    await database.close();
  });
  afterAll(() => signingUp?.context().close());

  const asked = (page: Page) => page.getByRole('dialog', { name: 'New terms' });
  const here = (page: Page) => new URL(page.url()).pathname;

  test.each(ways)('%s, %s', async (_, place, go) => {
    const page = await open(place, {}, '/sign-in?return=/account/devices');
    const opened: string[] = [];
    page.on('framenavigated', frame => {
      if (frame === page.mainFrame()) opened.push(new URL(frame.url()).pathname);
    });
    await go(page);
    await asked(page).getByText(TITLE).waitFor();
    expect(opened).not.toContain('/account/devices');
    await asked(page).getByRole('button', { name: 'Agree and continue' }).click();
    await page.waitForURL(`${server.url}/account/devices`);
    await page.locator('li[data-current]').waitFor();
    // Once: the next visit opens immediately.
    await page.goto(`${server.url}/account/security`);
    await page.locator('[data-row=email]').waitFor();
    expect(await asked(page).count()).toBe(0);
  });

  test('whoever declines is signed out, and the page stays closed', async () => {
    const phone = newPhone();
    const old = await call(server.url, 'POST', 'captcha/login/silence', { phone_number: phone, pid: 'test' });
    expect(old.status).toBe(200);
    const body = { phone_number: phone, captcha: await server.code(phone), agreement_ids: [-1], pid: 'test' };
    tokensOf(await call(server.url, 'POST', 'phone/login/silence', body));
    const page = await open('phone', {}, '/sign-in?return=/account/devices');
    await page.getByLabel('Mobile number', { exact: true }).fill(phone);
    await typeCode(page, phone);
    await asked(page).getByRole('button', { name: 'Decline and sign out' }).click();
    await asked(page).waitFor({ state: 'detached' });
    expect(here(page)).toBe('/sign-in');
    const tokens = async () =>
      (await page.context().cookies(server.url)).filter(({ name }) => name.includes('_token'));
    await expect.poll(tokens).toEqual([]);
  });

  test('neither a reload, another page nor Back passes it; accepted, the page opens', async () => {
    const phone = newPhone();
    expect(
      (await call(server.url, 'POST', 'captcha/login/silence', { phone_number: phone, pid: 'test' })).status,
    ).toBe(200);
    const body = { phone_number: phone, captcha: await server.code(phone), agreement_ids: [-1], pid: 'test' };
    tokensOf(await call(server.url, 'POST', 'phone/login/silence', body));
    const page = await open('phone', {}, '/');
    await page.goto(`${server.url}/sign-in?return=/account/devices`);
    await page.getByLabel('Mobile number', { exact: true }).fill(phone);
    await typeCode(page, phone);
    await asked(page).getByText(TITLE).waitFor();
    await page.reload();
    await asked(page).getByText(TITLE).waitFor();
    // Another page of ours, by its address.
    await page.goto(`${server.url}/account/security`);
    await asked(page).getByText(TITLE).waitFor();
    expect(await page.locator('[data-row=email]').count()).toBe(0);
    // An agreement is closed by Back, and the question stands.
    await asked(page).getByRole('button', { name: TITLE }).click();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(2);
    await page.goBack();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(1);
    expect(here(page)).toBe('/account/security');
    await asked(page).getByRole('button', { name: 'Agree and continue' }).click();
    await page.locator('[data-row=email]').waitFor();
    await page.reload();
    await page.locator('[data-row=email]').waitFor();
    expect(await asked(page).count()).toBe(0);
  });

  test('a reset that succeeded says so before it asks, and a reload does not offer the spent form', async () => {
    const phone = newPhone();
    const old = await call(server.url, 'POST', 'captcha/login/silence', { phone_number: phone, pid: 'test' });
    expect(old.status).toBe(200);
    const body = { phone_number: phone, captcha: await server.code(phone), agreement_ids: [-1], pid: 'test' };
    tokensOf(await call(server.url, 'POST', 'phone/login/silence', body));
    const page = await open('phone', {}, '/reset');
    await page.getByLabel('Mobile number', { exact: true }).fill(phone);
    await typeCode(page, phone);
    const password = page.locator('input[name="password"]');
    await password.fill(PASSWORD);
    await page.locator('input[name="confirm_password"]').fill(PASSWORD);
    await page.locator('form button[type=submit]').click();
    await asked(page).getByText(TITLE).waitFor();
    await asked(page).getByText('Your password has changed.').waitFor();
    await page.reload();
    await asked(page).getByText(TITLE).waitFor();
    expect(await password.count()).toBe(0);
    await asked(page).getByRole('button', { name: 'Agree and continue' }).click();
    await asked(page).waitFor({ state: 'detached' });
    expect(await password.count()).toBe(0);
    const { status } = await call(server.url, 'POST', 'login', {
      identity: phone,
      password: PASSWORD,
      pid: 'test',
    });
    expect(status).toBe(200);
  });

  test('after a challenge, which is gone by then', async () => {
    const page = await open('phone');
    await page.getByRole('radio', { name: 'By password' }).click();
    await page.getByLabel('Mobile number, e-mail or username').fill(phones.challenged);
    const password = page.getByLabel('Password', { exact: true });
    const submit = page.locator('form button[type=submit]');
    const isLogin = (response: Response) =>
      /\/accounts\/login(?:\/security)?$/.test(new URL(response.url()).pathname);
    for (let failure = 0; failure < 5; failure++) {
      await password.fill(`Wrong#${failure}`);
      // The words on the page may still be those of the failure before.
      const answered = page.waitForResponse(isLogin);
      await submit.click();
      expect((await answered).status()).toBe(400);
      await page.getByText('The account or the password is wrong.').waitFor();
      await page.locator('form button[type=submit]:not([aria-busy])').waitFor();
    }
    await password.fill(PASSWORD);
    const challenged = page.waitForRequest('**/captcha/altcha*');
    await submit.click();
    await challenged;
    await asked(page).getByText(TITLE).waitFor();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(1);
    await asked(page).getByRole('button', { name: 'Agree and continue' }).click();
    await arrived(page);
  });

  test('a sign-up with the version before is refused, and shows the new one', async () => {
    const phone = newPhone();
    const page = signingUp;
    await page.getByLabel('Mobile number', { exact: true }).fill(phone);
    await button(page, 'Send code').click();
    await page.getByText(/^Code sent to/).waitFor();
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    const tick = page.getByRole('checkbox', { name: /I have read/ });
    await tick.check();
    expect(await page.getByRole('button', { name: TITLE }).count()).toBe(0);
    // The sixth digit sends the form.
    await page.getByLabel('Code', { exact: true }).fill(await server.code(phone));
    await page.getByRole('button', { name: TITLE }).waitFor();
    await expect.poll(() => tick.isChecked()).toBe(false);
    expect(here(page)).toBe('/sign-up');
    await tick.check();
    await page.locator('form button[type=submit]').click();
    await arrived(page);
  });
});
