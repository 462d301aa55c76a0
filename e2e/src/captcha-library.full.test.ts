/**
 * The human verification as it is published for script tags, in a real browser against the real server and the vendors'
 * simulators: what it says where a challenge comes to nothing.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { launch } from './browser.ts';
import { dataFolder } from './data-folder.ts';
import { type ChallengeName, phoneWithChallenge, slider } from './human-verification.ts';
import { newPhone } from './people.ts';
import { scriptTags } from './script-tags.ts';
import { type RunningServer, startServer } from './server.ts';
import { type RunningSimulators, startSimulators } from './simulators.ts';

type Captcha = typeof import('@rollcall/captcha');

const script = scriptTags['/rollcall-captcha.js'];
/** A page that names no encoding, as old ones do: the script's is told beside it (docs/plain-page.md). */
const site = createServer((request, response) => {
  const isScript = request.url === '/rollcall-captcha.js';
  response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
  response.end(
    isScript ? script : '<!doctype html><title>A site</title><script src="/rollcall-captcha.js"></script>',
  );
});
const folder = dataFolder();
let simulators: RunningSimulators;
let server: RunningServer;
let browser: Browser;
let here: string;
let page: Page;

beforeAll(async () => {
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  here = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  simulators = await startSimulators();
  [server, browser] = await Promise.all([
    startServer(folder.path, { ...simulators.humanVerification, ROLLCALL_ORIGINS: here }),
    launch(),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await simulators?.stop();
  site.close();
  folder.remove();
});
beforeEach(async () => {
  page = await browser.newPage();
  await page.goto(here);
});
afterEach(() => page.close());

/** Asks for a ticket of a number. @returns what the library says where there is none */
const verify = (identity: string, more: object = {}): Promise<string> =>
  page.evaluate(
    async ([host, who, others]) => {
      const { RollcallCaptcha } = globalThis as unknown as { RollcallCaptcha: Captcha };
      const own = { pid: 'rollcall', product_code: 'p1', platform: 'web', scene: 'register' };
      try {
        const { ticket } = await RollcallCaptcha.verify({ ...own, host, identity: who, ...others });
        return `A ticket: ${ticket}`;
      } catch (error) {
        const { name, message } = error as Error;
        return `${name}: ${message}`;
      }
    },
    [server.url, identity, more] as const,
  );
/** The same of a number that is asked for this challenge. */
const challenged = async (name: ChallengeName, more: object = {}) =>
  verify(await phoneWithChallenge(server, name), more);
/** Deals with the scripts that come from the vendor. */
const scripts = (deal: (route: Route) => unknown) =>
  page.route(`${simulators.url}/**`, route =>
    route.request().resourceType() === 'script' ? deal(route) : route.continue(),
  );
const troubled = async (point: string, mode: 'down', work: () => Promise<unknown>) => {
  await simulators.set(point, mode);
  try {
    await work();
  } finally {
    await simulators.set(point, 'pass');
  }
};

test('a rule without a challenge is a ticket; without a ticket it is “incorrect captcha checking” [8.incorrect]', async () => {
  expect(await verify(newPhone())).toMatch(/^A ticket: [\w.-]{20,}$/);
  await page.route('**/captcha/rule/v3', async route => {
    const response = await route.fetch();
    const json = (await response.json()) as { data: { ticket?: string } };
    delete json.data.ticket;
    await route.fulfill({ response, json });
  });
  expect(await verify(newPhone())).toBe('CaptchaFailed: incorrect captcha checking');
});

describe.each(['geetest', 'tencent', 'netease', 'nextdata'] as const)('%s', name => {
  test('a script that is blocked, or makes no global, is “fatal error occurred” [8.fatal]', async () => {
    await scripts(route => route.abort());
    expect(await challenged(name)).toBe('CaptchaVendorError: fatal error occurred');
    await page.unrouteAll();
    await scripts(route => route.fulfill({ contentType: 'text/javascript', body: '/* nothing */' }));
    expect(await challenged(name)).toBe('CaptchaVendorError: fatal error occurred');
  });

  test('a script that is slow, and an error of the vendor, are “some error occurred” [8.error-occurred]', async () => {
    await page.clock.install();
    const held = new Promise<void>(resolve => void scripts(() => resolve()));
    const slow = challenged(name);
    await held;
    await page.clock.runFor(20_000);
    expect(await slow).toBe('CaptchaVendorTimeout: some error occurred');
    await page.unrouteAll();
    await troubled(`captcha-${name}-challenge`, 'down', async () =>
      expect(await challenged(name)).toMatch(/^CaptchaVendor(?:Error|Timeout): some error occurred$/),
    );
  });
});

test('Aliyun: a slide that failed, and a part that does not come, in Chinese [8.aliyun]', async () => {
  await page.route('**/nocaptcha/analyze.jsonp*', route => {
    const callback = new URL(route.request().url()).searchParams.get('callback') ?? '';
    const body = `${callback}({"success":true,"result":{"code":800}})`;
    return route.fulfill({ contentType: 'text/javascript', body });
  });
  const failed = challenged('aliyun');
  await slider(page).waitFor();
  await slider(page).focus();
  await page.keyboard.press('End');
  expect(await failed).toBe('CaptchaFailed: 验证失败');
  await page.reload();
  await page.route('**/AWSC/nc.js', route => route.abort());
  expect(await challenged('aliyun')).toBe('CaptchaVendorError: 验证错误');
});

test.each([
  [{}, 4],
  [{ retries: 1 }, 2],
])(
  'GeeTest’s parameters that fail, with %j, are asked for %i times [4.geetest-retry 8.geetest 9.geetest-retries]',
  async (more, times) => {
    let requests = 0;
    await page.route('**/captcha/geetest/register', route => {
      if (route.request().method() === 'POST') requests += 1;
      return route.abort();
    });
    expect(await challenged('geetest', more)).toBe(
      'GeetestInitFailed: Get geetest init params fail, please reload the page or try again later.',
    );
    expect(requests).toBe(times);
  },
);
