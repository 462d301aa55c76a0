/** Every way in, at every place where a page is open: a phone, a desk, WeChat's own browser, a browser within another app. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page, Response } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { launch } from './browser.ts';
import { dataFolder } from './data-folder.ts';
import { embeddedDatabase } from './embedded-database.ts';
import { call, inForce, newPhone, signUp, tokensOf } from './people.ts';
import { type RunningServer, startServer } from './server.ts';
import { type RunningSimulators, startSimulators } from './simulators.ts';

const PASSWORD = 'Tree-house9';
const pictures = process.env['ROLLCALL_SCREENSHOTS'];
const folder = dataFolder();
let simulators: RunningSimulators;
let server: RunningServer;
let browser: Browser;
beforeAll(async () => {
  simulators = await startSimulators();
  const env = { ...simulators.env, ROLLCALL_CODE_RETRY_SECONDS: '0' };
  [server, browser] = await Promise.all([startServer(folder.path, env), launch()]);
  if (pictures) mkdirSync(pictures, { recursive: true });
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await simulators?.stop();
  folder.remove();
});

const handheld = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };
const places = {
  phone: {
    ...handheld,
    userAgent:
      'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  },
  desk: { viewport: { width: 1280, height: 800 } },
  WeChat: {
    ...handheld,
    userAgent:
      'Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.0.0 Mobile Safari/537.36 XWEB/1260117 MMWEBSDK/20240404 MMWEBID/1 MicroMessenger/8.0.49.2600(0x28003133) WeChat/arm64 Weixin NetType/WIFI Language/zh_CN ABI/arm64',
  },
  embedded: {
    ...handheld,
    userAgent:
      'Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.0.0 Mobile Safari/537.36 SchoolApp/3.1',
  },
} as const satisfies Record<string, BrowserContextOptions>;
type Place = keyof typeof places;

const contexts: BrowserContext[] = [];
afterEach(() => Promise.all(contexts.splice(0).map(context => context.close())));

/** The sign-in page, in a browser that was never here. */
async function open(place: Place, options: BrowserContextOptions = {}, path = '/sign-in'): Promise<Page> {
  const context = await browser.newContext({ locale: 'en', ...places[place], ...options });
  contexts.push(context);
  const page = await context.newPage();
  await page.goto(server.url + path);
  return page;
}
const arrived = (page: Page) => page.getByLabel('Nickname').waitFor();
const picture = async (page: Page, name: string) => {
  if (pictures) await page.screenshot({ path: join(pictures, `ways-${name}.png`), fullPage: true });
};
const button = (page: Page, name: string) => page.getByRole('button', { name });

async function typeCode(page: Page, to: string): Promise<void> {
  await button(page, 'Send code').click();
  await page.getByText(/^Code sent to/).waitFor();
  await page.getByLabel('Code', { exact: true }).fill(await server.code(to));
}

async function signUpByEmail(email: string): Promise<void> {
  await call(server.url, 'POST', 'email/captcha/send', { email });
  const captcha = await server.code(email);
  const { body } = await call(server.url, 'POST', 'email/captcha/check', { email, captcha });
  const captchaTicket = body.data?.['captchaTicket'];
  const fields = { captchaTicket, password: PASSWORD, rePassword: PASSWORD, pid: 'test' };
  const { access } = tokensOf(await call(server.url, 'POST', 'email/register', fields));
  const signed = { agreement_ids: await inForce(server.url), pid: 'test' };
  await call(server.url, 'POST', 'agreements/sign', signed, access.token);
}

/** Binds a number after a first authorisation at a vendor. */
async function bindPhone(page: Page, phone: string): Promise<void> {
  await page.getByRole('heading', { name: 'Add a mobile number' }).waitFor();
  await page.getByLabel('Mobile number', { exact: true }).fill(phone);
  await page.getByRole('checkbox').check();
  await typeCode(page, phone);
  await arrived(page);
}

async function allow(page: Page | ReturnType<Page['frameLocator']>, person: string): Promise<void> {
  await page.locator(`input[name="person"][value="${person}"]`).check();
  // By a key: the page around a frame may still move, and a click would miss the button.
  await page.locator('button[name="decision"][value="allow"]').press('Enter');
}

/** Who is signed in, as the account's id. */
const accountOf = async (page: Page): Promise<unknown> => {
  const cookies = await page.context().cookies(server.url);
  const token = cookies.find(({ name }) => name === 'dev_access_token')?.value ?? '';
  return (await call(server.url, 'GET', 'privacy', undefined, token)).body.data?.['id'];
};

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

/** Seconds until the refresh token's cookie is over. */
const sessionLife = async (page: Page): Promise<number> => {
  const cookies = await page.context().cookies(server.url);
  const cookie = cookies.find(({ name }) => name === 'dev_refresh_token');
  return (cookie?.expires ?? 0) - Date.now() / 1000;
};
const share = (page: Page) => page.getByRole('checkbox', { name: 'Shared computer' }).check({ force: true });
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

  // the tick holds over the way to the vendor and back
  const inWechat = await open('WeChat');
  await share(inWechat);
  await button(inWechat, 'WeChat').click();
  await allow(inWechat, 'han-meimei');
  await bindPhone(inWechat, newPhone());
  expect(await sessionLife(inWechat)).toBeLessThanOrEqual(2 * HOURS);

  // ticked on the pages of the other forms, too
  const email = 'shared@school.example';
  await signUpByEmail(email);
  const byEmail = await open('phone');
  await byEmail.goto(`${server.url}/sign-in/email`);
  await share(byEmail);
  await byEmail.getByLabel('E-mail', { exact: true }).fill(email);
  await typeCode(byEmail, email);
  await arrived(byEmail);
  expect(await sessionLife(byEmail)).toBeLessThanOrEqual(2 * HOURS);

  const signingUp = await open('phone');
  await signingUp.goto(`${server.url}/sign-up`);
  await share(signingUp);
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

const boxOf = async (page: Page, selector: string) => {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`${selector} is not drawn.`);
  return box;
};

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
  await page.getByRole('checkbox', { name: 'Shared computer' }).waitFor({ state: 'attached' });
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
  server = alone;
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
    server = main;
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
    await asked(page).getByRole('checkbox').check();
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
    await asked(page).getByRole('checkbox').check();
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
    await page.getByLabel('Code', { exact: true }).fill(await server.code(phone));
    await page.locator('form button[type=submit]').click();
    await page.getByRole('button', { name: TITLE }).waitFor();
    await expect.poll(() => tick.isChecked()).toBe(false);
    expect(here(page)).toBe('/sign-up');
    await tick.check();
    await page.locator('form button[type=submit]').click();
    await arrived(page);
  });
});
