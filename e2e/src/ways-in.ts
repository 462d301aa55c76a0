/** Places where a sign-in page is open, and what people do there; for the files that test the ways in. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { launch } from './browser.ts';
import { dataFolder } from './data-folder.ts';
import { call, inForce, tokensOf } from './people.ts';
import { type RunningServer, startServer } from './server.ts';
import { type RunningSimulators, startSimulators } from './simulators.ts';

export const PASSWORD = 'Tree-house9';
const pictures = process.env['ROLLCALL_SCREENSHOTS'];
/** Of the file that runs: `waysIn` starts them. */
export let simulators: RunningSimulators;
export let folder: ReturnType<typeof dataFolder>;
export let server: RunningServer;
export let browser: Browser;

/** A server with simulated vendors and a browser for the tests of a file. */
export function waysIn(): void {
  beforeAll(async () => {
    folder = dataFolder();
    simulators = await startSimulators();
    const env = { ...simulators.env, ROLLCALL_CODE_RETRY_SECONDS: '0' };
    [server, browser] = await Promise.all([startServer(folder.path, env), launch()]);
    if (pictures) mkdirSync(pictures, { recursive: true });
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    await simulators?.stop();
    folder?.remove();
  });
  afterEach(() => Promise.all(contexts.splice(0).map(context => context.close())));
}

/** Opens the pages of another server from here on. */
export const useServer = (other: RunningServer): void => {
  server = other;
};

const handheld = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };
export const places = {
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
export type Place = keyof typeof places;

export const contexts: BrowserContext[] = [];

/** The sign-in page, in a browser that was never here. */
export async function open(
  place: Place,
  options: BrowserContextOptions = {},
  path = '/sign-in',
): Promise<Page> {
  const context = await browser.newContext({ locale: 'en', ...places[place], ...options });
  contexts.push(context);
  const page = await context.newPage();
  await page.goto(server.url + path);
  return page;
}
export const arrived = (page: Page) => page.getByLabel('Nickname').waitFor();
export const picture = async (page: Page, name: string) => {
  if (pictures) await page.screenshot({ path: join(pictures, `ways-${name}.png`), fullPage: true });
};
export const button = (page: Page, name: string) => page.getByRole('button', { name });

export async function typeCode(page: Page, to: string): Promise<void> {
  await button(page, 'Send code').click();
  await page.getByText(/^Code sent to/).waitFor();
  await page.getByLabel('Code', { exact: true }).fill(await server.code(to));
}

export async function signUpByEmail(email: string): Promise<void> {
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
export async function bindPhone(page: Page, phone: string): Promise<void> {
  await page.getByRole('heading', { name: 'Add a mobile number' }).waitFor();
  await page.getByLabel('Mobile number', { exact: true }).fill(phone);
  await page.getByRole('checkbox').check();
  await typeCode(page, phone);
  await arrived(page);
}

export async function allow(page: Page | ReturnType<Page['frameLocator']>, person: string): Promise<void> {
  await page.locator(`input[name="person"][value="${person}"]`).check();
  // By a key: the page around a frame may still move, and a click would miss the button.
  await page.locator('button[name="decision"][value="allow"]').press('Enter');
}

/** Who is signed in, as the account's id. */
export const accountOf = async (page: Page): Promise<unknown> => {
  const cookies = await page.context().cookies(server.url);
  const token = cookies.find(({ name }) => name === 'dev_access_token')?.value ?? '';
  return (await call(server.url, 'GET', 'privacy', undefined, token)).body.data?.['id'];
};

export const boxOf = async (page: Page, selector: string) => {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`${selector} is not drawn.`);
  return box;
};
