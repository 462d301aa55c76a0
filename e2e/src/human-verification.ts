/** Challenges in the browser: provoking one, solving it by keyboard or pointer, and the page's messages. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { call, newPhone } from './people.ts';
import type { RunningServer } from './server.ts';
import { withinWindows } from './windows.ts';

/** The rules that ask something, in the order in which the server tries them. */
export const challenges = ['geetest', 'tencent', 'netease', 'nextdata', 'aliyun', 'altcha'] as const;
export type ChallengeName = (typeof challenges)[number];
/** Those that are drawn in our own box. */
export const boxed: readonly ChallengeName[] = ['aliyun', 'altcha'];

const PID = 'rollcall';
/** Wrong codes after which an identity needs a challenge. */
const FAILURES = 3;
/** Challenges of one vendor that are left unfinished, until the next vendor's are shown. */
const UNFINISHED = 2;
/** The windows in which the server counts both, in ms: a count fades as the next window goes on. */
const WINDOWS = [15 * 60_000, 10 * 60_000] as const;
/** The length of the simulators' slide, in its own units. */
const TRAVEL = 216;

const post = async (server: RunningServer, path: string, body: object, headers: object = {}) => {
  const answer = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as { code?: string; data?: unknown } };
};

/** The answer of `POST /captcha/rule/v3` for the registration of a number. */
const askRule = async (server: RunningServer, identity: string, pid: string): Promise<{ rule: string }> => {
  const body = { identity, scene: 'register', pid, timestamp: Math.floor(Date.now() / 1000) };
  return (await post(server, '/captcha/rule/v3', body)).body.data as { rule: string };
};

/** Before wrong codes are counted, and before what a page asks after them. */
export const beforeFailures = (): Promise<void> => withinWindows(30_000, ...WINDOWS);

/**
 * A new number that gets this challenge: wrong codes raise the risk, and a challenge that was left unfinished twice is replaced
 * by the next vendor's.
 */
export async function phoneWithChallenge(
  server: RunningServer,
  name: ChallengeName,
  pid = PID,
): Promise<string> {
  const phone_number = newPhone();
  await beforeFailures();
  for (let failure = 0; failure < FAILURES; failure++) {
    const { body } = await call(server.url, 'POST', 'register/phone/with-agreement', {
      phone_number,
      captcha: '000000',
      password: 'Secret#1',
      agreement_ids: [-1],
      pid,
    });
    expect(body.code).toBe('AC3_10');
  }
  for (const earlier of challenges.slice(0, challenges.indexOf(name)))
    for (let time = 0; time < UNFINISHED; time++)
      expect(await askRule(server, phone_number, pid)).toMatchObject({ rule: earlier.toUpperCase() });
  return phone_number;
}

/** The sign-up page's own parts. */
export const numberField = (page: Page): Locator => page.locator('input[autocomplete="tel-national"]');
export const sendButton = (page: Page): Locator => page.locator('form button[data-figures]');
/** Pressed after a number was typed. */
export async function wantCode(page: Page, phone: string): Promise<void> {
  await numberField(page).fill(phone);
  await sendButton(page).click();
}
/** The page counts the seconds until another code may be asked for: one was sent. */
export const codeSent = (page: Page): Promise<void> =>
  page.locator('form button[data-figures]:disabled').waitFor();
/** The headers of each later call for a code that has a ticket. */
export function ticketsShown(page: Page): Readonly<Record<string, string>>[] {
  const shown: Record<string, string>[] = [];
  page.on('request', request => {
    const headers = request.headers();
    if (headers['x-captcha-ticket']) shown.push(headers);
  });
  return shown;
}
/** Waits until the page shows this message. */
export const showsMessage = (page: Page, text: string): Promise<void> =>
  page.locator('[role="alert"]:not(:empty)').filter({ hasText: text }).first().waitFor();

/** The vendors' slider, once it can be moved; not the one of a box that is on its way out. */
export const slider = (page: Page): Locator =>
  page.locator(':is(dialog[open], [role="dialog"]) [role="slider"][aria-disabled="false"]');
const numberOf = async (handle: Locator, attribute: string): Promise<number> =>
  Number(/(\d+)\D*$/.exec((await handle.getAttribute(attribute)) ?? '')?.[1]);

/** By keyboard alone; the focus has to be on the slider. @param right false lets go where the gap is not */
export async function solveByKeyboard(page: Page, name: ChallengeName, right = true): Promise<void> {
  if (name === 'altcha') return;
  const handle = slider(page);
  await handle.waitFor();
  // In our own dialog the close link is the first focusable element.
  for (let stops = 0; stops < 3 && !(await handle.evaluate(node => node === document.activeElement)); stops++)
    await page.keyboard.press('Shift+Tab');
  if (name === 'aliyun') return page.keyboard.press('End');
  await page.keyboard.press('Home');
  const gap = right ? await numberOf(handle, 'aria-valuetext') : 0;
  for (let left = gap; left >= 20; left -= 20) await page.keyboard.press('PageUp');
  while (gap - (await numberOf(handle, 'aria-valuenow')) > 2) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
}

/** With the mouse: the slider is dragged to its gap, or to its end. */
export async function solveByPointer(page: Page, name: ChallengeName): Promise<void> {
  if (name === 'altcha') return;
  const handle = slider(page);
  await handle.waitFor();
  const [at, track] = [await handle.boundingBox(), await handle.locator('..').boundingBox()];
  if (!at || !track) throw new Error('The slider is not to be seen.');
  const gap = name === 'aliyun' ? TRAVEL : await numberOf(handle, 'aria-valuetext');
  const [x, y] = [at.x + at.width / 2, at.y + at.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + (gap * (track.width - 46)) / TRAVEL, y, { steps: 6 });
  await page.mouse.up();
}

/** Sends a code once more with what another call showed; the server's code of the refusal, if it is one. */
export async function sendAgain(
  server: RunningServer,
  phone_number: string,
  shown: Readonly<Record<string, string>> | undefined,
): Promise<string | undefined> {
  const path = '/tiger/v3/web/accounts/captcha/register/phone/with-agreement';
  const headers = Object.fromEntries(
    ['x-captcha-ticket', 'x-captcha-id'].flatMap(name => (shown?.[name] ? [[name, shown[name]]] : [])),
  );
  return (await post(server, path, { phone_number, pid: PID }, headers)).body.code;
}
