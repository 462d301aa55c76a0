/**
 * Human verification in a real browser, on the sign-up page, against the real server and the vendors' simulators: every
 * rule passed, failed, closed, and with its vendor down at each point where it can be.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sideways, violations } from './axe.ts';
import { launch, looks } from './browser.ts';
import { readManifest } from './chunks.ts';
import {
  boxed,
  type ChallengeName,
  challenges,
  codeSent,
  phoneWithChallenge,
  numberField,
  sendAgain,
  sendButton,
  slider,
  solveByKeyboard,
  solveByPointer,
  ticketsShown,
  showsMessage,
  wantCode,
} from './human-verification.ts';
import { collectErrors } from './page-errors.ts';
import { patient } from './patient.ts';
import { newPhone } from './people.ts';
import { dataFolder } from './data-folder.ts';
import { type RunningServer, startServer } from './server.ts';
import { type RunningSimulators, startSimulators } from './simulators.ts';

const pictures = process.env['ROLLCALL_SCREENSHOTS'];
const folder = dataFolder();
let simulators: RunningSimulators;
let server: RunningServer;
let browser: Browser;
let context: BrowserContext;
/** One page for all that only differs in what happens. */
let page: Page;
const complaints: string[] = [];

const closed = 'The human verification was closed.';
const failed = 'The human verification failed.';
const silent = 'The human verification timed out.';
/** A vendor that can't be reached has refused nobody. */
const unreached = 'The human verification did not load.';
const SENDING = '**/captcha/register/phone/with-agreement';

/** @param prepare called with the context before its page opens */
async function openPage(
  options: object,
  prepare?: (context: BrowserContext) => Promise<unknown>,
): Promise<{ context: BrowserContext; page: Page }> {
  const opened = await browser.newContext(options);
  await prepare?.(opened);
  const fresh = await opened.newPage();
  collectErrors(fresh, complaints);
  await fresh.goto(`${server.url}/sign-up`);
  await fresh.locator('form button[data-figures]:enabled').waitFor();
  return { context: opened, page: fresh };
}

beforeAll(async () => {
  simulators = await startSimulators();
  [server, browser] = await Promise.all([startServer(folder.path, simulators.humanVerification), launch()]);
  ({ context, page } = await openPage({ locale: 'en', viewport: { width: 360, height: 740 } }));
  if (pictures) mkdirSync(pictures, { recursive: true });
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await simulators?.stop();
  folder.remove();
});

/** With a vendor's point in trouble, and well again after it. */
async function troubled(point: string, mode: 'fail' | 'down', work: () => Promise<void>): Promise<void> {
  await simulators.set(point, mode);
  try {
    await work();
  } finally {
    await simulators.set(point, 'pass');
  }
}
/** While requests to these addresses are dealt with so. */
async function routed(pattern: string, deal: (route: Route) => unknown, work: () => Promise<void>) {
  await page.route(pattern, deal);
  try {
    await work();
  } finally {
    await page.unroute(pattern);
  }
}
const press = async (name: ChallengeName): Promise<string> => {
  const phone = await phoneWithChallenge(server, name);
  await wantCode(page, phone);
  return phone;
};
/** After each outcome nothing of the challenge blocks the page, and the form can be used. */
async function onlyPage(phone: string): Promise<void> {
  expect(await page.locator('dialog[open], [role="dialog"]').count()).toBe(0);
  expect(await numberField(page).inputValue()).toBe(phone);
}
const focusIsOn = (selector: string, at = page) =>
  at.waitForFunction(wanted => document.activeElement?.matches(wanted), selector);

// First of all: the failures below raise the risk of this device.
describe('without a challenge [4.rule-first 4.no-provider]', () => {
  /** As if the risk had fallen between the refusal and the question. */
  const refuseOnce = (work: () => Promise<void>) => {
    let refused = false;
    return routed(
      SENDING,
      route => {
        if (refused || route.request().method() !== 'POST') return route.continue();
        refused = true;
        return route.fulfill({
          status: 400,
          json: { code: 'GCAP_1', msg: 'Invalid Ticket.', data: { rule_required: true } },
        });
      },
      work,
    );
  };

  test('the ticket of the rule is sent with the call, once [3.captcha-rule]', async () => {
    const phone = newPhone();
    const shown = ticketsShown(page);
    await refuseOnce(async () => {
      await wantCode(page, phone);
      await codeSent(page);
    });
    expect(await page.locator('dialog[open]').count()).toBe(0);
    expect(shown).toHaveLength(1);
    expect(await sendAgain(server, phone, shown[0])).toBe('GCAP_1');
  });

  test('a rule without a ticket does not pass', () =>
    refuseOnce(() =>
      routed(
        '**/captcha/rule/v3',
        route => route.fulfill({ json: { data: { rule: 'DEFAULT' } } }),
        async () => {
          const phone = newPhone();
          await wantCode(page, phone);
          await showsMessage(page, failed);
          await onlyPage(phone);
        },
      ),
    ));

  test('a server that does not answer the rule: an error is shown, and the call is not made', () =>
    refuseOnce(() =>
      routed(
        '**/captcha/rule/v3',
        route => route.abort(),
        async () => {
          const phone = newPhone();
          await wantCode(page, phone);
          await page.locator('[role="alert"]:not(:empty)').first().waitFor();
          await onlyPage(phone);
        },
      ),
    ));
});

describe.each(challenges.filter(name => name !== 'altcha'))('%s', name => {
  // Before the others: a script that came once is not loaded again.
  test('shows an error and keeps the form usable if its script does not load [4.vendor-down]', () =>
    troubled(`captcha-${name}-script`, 'down', async () => {
      const phone = await press(name);
      await showsMessage(page, unreached);
      await onlyPage(phone);
    }));

  test('shows an error if its challenge does not load [4.vendor-down]', () =>
    troubled(`captcha-${name}-challenge`, 'down', async () => {
      const phone = await press(name);
      await showsMessage(page, unreached);
      await onlyPage(phone);
    }));

  test('shows a message and returns the focus if it is closed by Escape [4.one-callback]', async () => {
    const phone = await press(name);
    await slider(page).waitFor();
    await page.keyboard.press('Escape');
    await showsMessage(page, closed);
    await onlyPage(phone);
    await focusIsOn('[data-figures]');
  });

  test('refuses a token that the vendor does not confirm', () =>
    troubled(`captcha-${name}-verify`, 'fail', async () => {
      const phone = await press(name);
      await solveByKeyboard(page, name);
      await showsMessage(page, failed);
      await onlyPage(phone);
    }));

  test('does not make the call if the vendor does not answer the server [4.vendor-down]', () =>
    troubled(`captcha-${name}-verify`, 'down', async () => {
      const phone = await press(name);
      await solveByKeyboard(page, name);
      await showsMessage(page, silent);
      await onlyPage(phone);
    }));

  test('is passed by the keyboard alone after a failed attempt; its ticket is valid once [4.challenge 4.ticket-once]', async () => {
    const phone = await phoneWithChallenge(server, name);
    const shown = ticketsShown(page);
    await byKeyboard(page, phone);
    if (!boxed.includes(name)) {
      await solveByKeyboard(page, name, false);
      await page.getByRole('status').filter({ hasText: 'Not quite' }).waitFor();
    }
    await solveByKeyboard(page, name);
    await codeSent(page);
    await onlyPage(phone);
    await focusIsOn('[autocomplete="one-time-code"]');
    expect(await server.code(phone)).toMatch(/^\d{6}$/);
    expect(shown).toHaveLength(1);
    expect(await sendAgain(server, phone, shown[0])).toBe('GCAP_1');
  });
});

/** From the number to the button and its press, without a pointer. */
async function byKeyboard(at: Page, phone: string): Promise<void> {
  await numberField(at).focus();
  await at.keyboard.press('ControlOrMeta+a');
  await at.keyboard.type(phone);
  for (let stops = 0; stops < 4; stops++) {
    await at.keyboard.press('Tab');
    if (await sendButton(at).evaluate(node => node === document.activeElement)) break;
  }
  await at.keyboard.press('Enter');
}

describe('altcha [4.vendor-down]', () => {
  const CALL = '**/captcha/altcha';

  // Before the others: a file that came once is not loaded again.
  test('shows an error and keeps the form usable if its file does not load', () =>
    routed(
      // at a fresh address too
      '**/static/*.js*',
      route => route.abort(),
      async () => {
        const phone = await press('altcha');
        await showsMessage(page, unreached);
        await onlyPage(phone);
      },
    ));

  test('shows an error on a page without WebCrypto', async () => {
    await page.evaluate(() =>
      Object.defineProperty(crypto, 'subtle', { value: undefined, configurable: true }),
    );
    const phone = await press('altcha');
    await showsMessage(page, 'The human verification is not set up correctly.');
    await onlyPage(phone);
    await page.evaluate(() => Reflect.deleteProperty(crypto, 'subtle'));
  });

  test('shows a message and returns the focus if it is closed by its link', () =>
    // Held back, so that it can be closed however quick the machine is.
    routed(
      CALL,
      () => {},
      async () => {
        const phone = await press('altcha');
        await page.locator('dialog[open] button').click();
        await showsMessage(page, closed);
        await onlyPage(phone);
        await focusIsOn('[data-figures]');
      },
    ));

  test('refuses a wrong solution', () =>
    routed(
      CALL,
      route => {
        const body = route.request().postDataJSON() as { solution: { derivedKey: string } };
        const solution = { ...body.solution, derivedKey: '0'.repeat(64) };
        return route.continue({ postData: JSON.stringify({ ...body, solution }) });
      },
      async () => {
        const phone = await press('altcha');
        await showsMessage(page, failed);
        await onlyPage(phone);
      },
    ));

  test('shows an error if the server does not answer', () =>
    routed(
      CALL,
      route => route.abort(),
      async () => {
        const phone = await press('altcha');
        await page.locator('[role="alert"]:not(:empty)').first().waitFor();
        await onlyPage(phone);
      },
    ));

  test('is passed by the keyboard alone without interaction; its ticket is valid once', async () => {
    const phone = await phoneWithChallenge(server, 'altcha');
    const shown = ticketsShown(page);
    await byKeyboard(page, phone);
    await codeSent(page);
    await focusIsOn('[autocomplete="one-time-code"]');
    expect(shown).toHaveLength(1);
    expect(await sendAgain(server, phone, shown[0])).toBe('GCAP_1');
  });
});

test('without a network an open challenge ends with a message, keeps what was typed, and comes again', async () => {
  const lost = await openPage({ locale: 'en', viewport: { width: 360, height: 740 } });
  const phone = await phoneWithChallenge(server, 'geetest');
  await wantCode(lost.page, phone);
  await slider(lost.page).waitFor();
  await lost.context.setOffline(true);
  await solveByKeyboard(lost.page, 'geetest');
  await showsMessage(lost.page, 'could not be reached');
  expect(await lost.page.locator('dialog[open], [role="dialog"]').count()).toBe(0);
  expect(await numberField(lost.page).inputValue()).toBe(phone);
  await lost.context.setOffline(false);
  await lost.page.getByRole('button', { name: 'Try again' }).click();
  await slider(lost.page).waitFor();
  await lost.page.keyboard.press('Escape');
  await showsMessage(lost.page, closed);
  await focusIsOn('[data-figures]', lost.page);
  await sendButton(lost.page).click();
  await solveByKeyboard(lost.page, 'geetest');
  await codeSent(lost.page);
  await lost.context.close();
});

test('after two failures of a blocked script the next vendor is used [4.next-vendor]', async () => {
  const blocked = await openPage({ locale: 'en' });
  await blocked.page.route('**/gt.0.5.0.js', route => route.abort());
  await wantCode(blocked.page, await phoneWithChallenge(server, 'geetest'));
  await showsMessage(blocked.page, unreached);
  await blocked.page.getByRole('button', { name: 'Try again' }).click();
  // The message goes while the second try is under way: the one that is awaited is its own.
  await showsMessage(blocked.page, unreached);
  await blocked.page.getByRole('button', { name: 'Try again' }).click();
  await solveByKeyboard(blocked.page, 'tencent');
  await codeSent(blocked.page);
  await blocked.context.close();
});

describe('the device fingerprint [4.fingerprint]', () => {
  const dist = join(import.meta.dirname, '../../apps/web/dist/static');
  // Chunks of earlier builds stay beside those of this one.
  const fingerprint = () =>
    readManifest()
      .chunks.flatMap(({ files }) => files.map(({ name }) => name))
      .filter(
        name => name.endsWith('.js') && readFileSync(join(dist, name), 'utf8').includes('fontPreferences'),
      );
  /** The fields that a page sends when it requests the rule. */
  const deviceIds = (at: Page): unknown[] => {
    const ids: unknown[] = [];
    at.on('request', request => {
      if (request.method() === 'POST' && request.url().endsWith('/captcha/rule/v3'))
        ids.push((request.postDataJSON() as { deviceId: unknown }).deviceId);
    });
    return ids;
  };

  test('is sent with the rule request, by a script that does not block the page', async () => {
    const [file, ...more] = fingerprint();
    expect(more).toEqual([]);
    const html = await (await fetch(`${server.url}/sign-up`)).text();
    expect(html).not.toContain(file);
    // The id is waited for during ten checks of 50 ms.
    const fresh = await openPage({ locale: 'en' }, context => patient(context, 50, 'setInterval'));
    const ids = deviceIds(fresh.page);
    await wantCode(fresh.page, await phoneWithChallenge(server, 'altcha'));
    await codeSent(fresh.page);
    expect(ids).toEqual([expect.stringMatching(/^[\da-f]{32}$/)]);
    await fresh.context.close();
  });

  test('is left out if the script is blocked, and the code is sent [9.fingerprint]', async () => {
    const fresh = await browser.newContext({ locale: 'en' });
    const [file] = fingerprint();
    await fresh.route(`**/${file}*`, route => route.abort());
    const at = await fresh.newPage();
    await at.goto(`${server.url}/sign-up`);
    const ids = deviceIds(at);
    await wantCode(at, await phoneWithChallenge(server, 'altcha'));
    await codeSent(at);
    expect(ids).toEqual(['']);
    await fresh.close();
  });
});

/** Measures from the finish of the open challenge, when its mask is inert, until the mask is gone: `lingered`, in ms. */
const watchEnd = (at: Page): Promise<void> =>
  at.evaluate(() => {
    const mask = document.querySelector<HTMLDialogElement>('dialog[open]');
    let finished: number | undefined;
    const observer = new MutationObserver(() => {
      if (mask?.inert) finished ??= performance.now();
      if (mask?.isConnected || finished === undefined) return;
      Object.assign(window, { lingered: performance.now() - finished });
      observer.disconnect();
    });
    observer.observe(document.body, { subtree: true, childList: true, attributes: true });
  });

// In every look where pictures are wanted; else the narrowest in one language and the widest in the other.
const seen = looks.filter(({ name }) => pictures || ['360-dark-zh-CN', '1280-light-en'].includes(name));
describe.each(seen)('$name', ({ name: look, options }) => {
  test('shows every challenge completely, and it is passed with the pointer [2.mask 2.widget 9.widget]', async () => {
    const { page: looked, context: opened } = await openPage({ ...options, reducedMotion: 'reduce' });
    for (const name of challenges) {
      let release = (): void => {};
      const held = new Promise<void>(resolve => {
        release = resolve;
      });
      await looked.route('**/captcha/altcha', async route => {
        await held;
        await route.continue();
      });
      await wantCode(looked, await phoneWithChallenge(server, name));
      const shown = looked.locator('dialog[open], [role="dialog"]').last();
      await (name === 'altcha' ? looked.locator('dialog[open] p') : slider(looked)).waitFor();
      if (pictures)
        await looked.screenshot({ path: join(pictures, `human-verification-${name}-${look}.png`) });
      const box = await shown
        .locator(name === 'altcha' || name === 'aliyun' ? '> div' : ':scope')
        .boundingBox();
      expect(box?.x, name).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0), name).toBeLessThanOrEqual(options.viewport.width);
      expect(await sideways(looked)).toBeLessThanOrEqual(0);
      if (boxed.includes(name)) {
        expect(await violations(looked, 'dialog')).toEqual([]);
      }
      if (name === 'aliyun') {
        const widget = await looked.locator('dialog[open] [id^="rollcall-captcha-"]').boundingBox();
        // As wide as the box lets it be on a phone.
        expect(widget?.width).toBe(options.viewport.width < 600 ? 272 : 300);
        await watchEnd(looked);
      }
      await solveByPointer(looked, name);
      release();
      await codeSent(looked);
      if (name === 'aliyun') {
        await looked.waitForFunction(() => 'lingered' in window);
        const lingered = await looked.evaluate(() => (window as unknown as { lingered: number }).lingered);
        expect(lingered).toBeGreaterThanOrEqual(595);
      }
      // Else the next picture shows what is left of this one.
      if (pictures) await looked.locator('dialog').waitFor({ state: 'detached' });
      await looked.unroute('**/captcha/altcha');
    }
    await looked.locator('dialog').first().waitFor({ state: 'detached' });
    await opened.close();
  });
});

test('no challenge causes a page error or a violation of the content security policy [4.csp]', async () => {
  await context.close();
  expect(complaints).toEqual([]);
});
