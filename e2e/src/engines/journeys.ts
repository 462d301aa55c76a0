/** What people do, in an engine other than Chromium. */
import { expect } from 'vitest';
import { LIMIT } from '../../../tools/testing/limits.ts';
import { until as eventually } from '../../../tools/testing/until.ts';
import type { ChallengeName } from '../human-verification.ts';
import { newPhone } from '../people.ts';
import type { RunningServer } from '../server.ts';
import { newPerson, storedOf } from '../usage-data.ts';
import { eventsOf, type Site } from '../usage-site.ts';
import {
  type Engine,
  type EnginePage,
  type Key,
  pressNamed,
  pressSeen,
  says,
  seen,
  until,
} from './engine.ts';

const PASSWORD = 'Secret#1';
const phoneField = 'input[autocomplete="tel-national"]';
const codeField = 'input[autocomplete="one-time-code"]';
const sendCode = 'form button[data-figures]';
/** The page says to which number the code was sent. */
const codeSent = `/\\*{4}/.test(document.body.innerText)`;
const submit = 'form button[type="submit"]';
const identity = 'input[autocomplete^="username"]';

/** The errors of a page's scripts, from now on. */
const listen = (page: EnginePage) =>
  page.read(
    `(() => { globalThis.wrong = []; addEventListener('error', one => wrong.push(one.message)); addEventListener('unhandledrejection', one => wrong.push(String(one.reason))); })()`,
  );

/** A journey begins signed out; the tabs of an engine share what the last one kept. */
async function openSignedOut(page: EnginePage, address: string): Promise<void> {
  await page.open(address);
  await page.read(
    `document.cookie.split('; ').forEach(one => { document.cookie = one.split('=')[0] + '=; path=/; max-age=0'; })`,
  );
  await page.open(address);
}

/** Signs up by phone, up to the account page. @returns the number */
async function signUp(page: EnginePage, server: RunningServer, phone = newPhone()): Promise<string> {
  await openSignedOut(page, `${server.url}/sign-up`);
  await listen(page);
  await seen(page, phoneField);
  await page.type(phoneField, phone);
  await pressSeen(page, sendCode);
  await until(page, codeSent);
  await page.type(codeField, await server.code(phone));
  await page.type('input[autocomplete="new-password"]', PASSWORD);
  // what it says of the password comes late, and moves what is below
  await says(page, 'Strength: ');
  await pressSeen(page, 'form input[type="checkbox"]');
  expect(await page.read('wrong')).toEqual([]);
  await pressSeen(page, submit);
  await until(page, `location.pathname === '/account'`);
  return phone;
}

/** The main job: sign up, change the profile, reload, sign out, sign in by password. */
export async function mainJob(page: EnginePage, server: RunningServer): Promise<void> {
  const phone = await signUp(page, server);
  await seen(page, 'input[name="nickname"]');
  // another nickname in each engine: both are on one server
  const nickname = `Anna${phone.slice(3)}`;
  await page.type('input[name="nickname"]', nickname);
  await pressNamed(page, 'Save');
  await says(page, 'Saved');
  await page.open(`${server.url}/account`);
  await until(page, `document.querySelector('input[name="nickname"]')?.value === '${nickname}'`);
  await pressNamed(page, 'Sign out');
  await until(page, `location.pathname === '/sign-in' && document.readyState === 'complete'`);
  await page.open(`${server.url}/sign-in?return=/account`);
  await until(page, `document.querySelector('input[name="way"][value="password"]')`);
  await pressNamed(page, 'By password');
  await page.type(identity, phone);
  await page.type('input[autocomplete="current-password"]', PASSWORD);
  await pressSeen(page, submit);
  await until(page, `location.pathname === '/account'`);
}

/** The account page, section by section; what each shows. */
export async function account(page: EnginePage, server: RunningServer): Promise<void> {
  await signUp(page, server);
  await seen(page, 'select[name="grade"]');
  // an empty birthday is empty
  expect(await page.read(`document.querySelector('input[name="birthday"]').value`)).toBe('');
  // a list to choose from is drawn as the other fields are, not as a grey box of the system's
  const look = `(one => { const { appearance, backgroundColor, borderTopStyle } = getComputedStyle(one); return { appearance, backgroundColor, borderTopStyle }; })`;
  const [select, input] = await page.read<readonly object[]>(
    `[document.querySelector('select[name="grade"]'), document.querySelector('input[name="fullname"]')].map(${look})`,
  );
  expect(select).toMatchObject({ appearance: 'none' });
  expect({ ...select, appearance: '' }).toEqual({ ...input, appearance: '' });
  for (const [path, tab] of [
    ['security', 'Security'],
    ['devices', 'Devices'],
    ['privacy', 'Privacy'],
  ] as const) {
    await page.open(`${server.url}/account/${path}`);
    await until(
      page,
      `document.querySelector('main h2')?.checkVisibility() && document.querySelector('nav [aria-current], [aria-current]')?.innerText.trim() === ${JSON.stringify(tab)}`,
    );
    await until(page, `!/Loading…|aria-busy="true"/.test(document.querySelector('main').innerHTML)`);
    expect(
      await page.read('document.documentElement.scrollWidth - innerWidth'),
      `${path}: sideways scrolling`,
    ).toBeLessThanOrEqual(0);
  }
}

/** The slider of a challenge, once it can be moved. */
const slider = ':is(dialog[open], [role="dialog"]) [role="slider"][aria-disabled="false"]';

/** A number at risk is verified, and then gets its code. @param name of the challenge that the number gets */
export async function humanVerification(
  page: EnginePage,
  server: RunningServer,
  phone: string,
  name: ChallengeName,
): Promise<void> {
  await openSignedOut(page, `${server.url}/sign-up`);
  await seen(page, phoneField);
  await page.type(phoneField, phone);
  await pressSeen(page, sendCode);
  if (name !== 'altcha') await seen(page, slider);
  if (name === 'aliyun') await page.keys(slider, 'End');
  else if (name !== 'altcha') {
    const gap = await page.read<number>(
      `Number(/(\\d+)\\D*$/.exec(document.querySelector('${slider}').getAttribute('aria-valuetext'))[1])`,
    );
    const pages = Math.floor(gap / 20);
    await page.keys(slider, 'Home', ...Array<Key>(pages).fill('PageUp'));
    const at = `Number(document.querySelector('${slider}').getAttribute('aria-valuenow'))`;
    while (gap - (await page.read<number>(at)) > 2) await page.keys(slider, 'ArrowRight');
    await page.keys(slider, 'Enter');
  }
  await until(page, codeSent);
  expect(await server.code(phone)).toMatch(/^\d{6}$/);
}

/** What may be recorded: nothing before it is asked, and what was agreed to afterwards. */
export async function consent(page: EnginePage, server: RunningServer): Promise<void> {
  await page.open(`${server.url}/`);
  const granted = `Object.keys(localStorage).filter(name => name.endsWith('consent')).map(name => localStorage.getItem(name)).join()`;
  await seen(page, '[data-consent] button');
  expect(await page.read(granted)).toBe('');
  await pressNamed(page, 'Agree');
  await until(page, `(${granted}) !== ''`);
  await page.open(`${server.url}/`);
  await until(page, `document.readyState === 'complete'`);
  expect(await page.read(`document.querySelectorAll('[data-consent] button').length`)).toBe(0);
}

/** What the collector says of itself. */
const collected = async (server: RunningServer) => {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const of = (name: string) => Number(new RegExp(`^rollcall_usage_${name} (\\S+)$`, 'm').exec(text)?.[1]);
  return {
    /** Events that are new to it. */
    taken: of('accepted_events_total') - of('known_events_total'),
    waits: of('waiting_requests') + of('lag_bytes') > 0,
  };
};

/**
 * Pages that end: by navigating, and by closing the tab immediately. Compares what the library took with what is in
 * the store.
 * @returns the events that were taken, lost and there twice
 */
export async function pageEnds(
  engine: Engine,
  on: { readonly server: RunningServer; readonly site: Site },
  times: { readonly navigations: number; readonly closes: number },
): Promise<{ taken: number; lost: number; twice: number }> {
  const { server, site } = on;
  const person = await newPerson(server);
  const unused = await collected(server);
  const address = (more: { steps?: number } = {}) => site.page({ to: server.url, user: person.id, ...more });
  const first = await engine.newPage();
  await first.open(address());
  await first.read(`usage.consent.grant(['event', 'view', 'user', 'app', 'device'], '1')`);
  // The grant is an event too, which is not one of those that are compared.
  let before = unused;
  const granted = async () => {
    before = await collected(server);
    return !before.waits && before.taken > unused.taken;
  };
  await eventually(granted);
  await first.open(address({ steps: times.navigations }));
  const end = Date.now() + LIMIT + times.navigations * 3_000;
  while (!(await first.read<boolean>(`/[?&]steps=0/.test(location.search)`).catch(() => false)))
    if (Date.now() > end) throw new Error('The pages did not end.');
  let taken = eventsOf(times.navigations);
  for (let round = 0; round < times.closes; round++) {
    const page = await engine.newPage();
    await page.open(address());
    taken += await page.read<number>(
      `new Promise(resolve => setTimeout(resolve, ${(round * 53) % 620})).then(() => [1, 2, 3].filter(() => record('x'.repeat(500))).length)`,
    );
    await page.close();
  }
  // a tab that opens looks immediately for what is left
  await first.open(address());
  await until(
    first,
    `(async () => {
      const names = Object.keys(localStorage).filter(key => key.startsWith('usage.prod.ends.rest'));
      const stored = await new Promise(resolve => {
        const open = indexedDB.open('usage.prod.ends.records');
        open.onupgradeneeded = () => open.transaction.abort();
        open.onerror = () => resolve(0);
        open.onsuccess = () => {
          const count = open.result.transaction('usage.prod.ends.records').objectStore('usage.prod.ends.records').count();
          count.onsuccess = () => { open.result.close(); resolve(count.result); };
        };
      });
      return names.length + stored + usage.stats().waiting === 0;
    })()`,
  );
  // What a tab handed to the browser as it closed is in no storage of the page, and may be on its way: of what never comes the end is
  // waited for, and what is lost is counted below.
  const arrived = async () => {
    const { taken: now, waits } = await collected(server);
    return !waits && now - before.taken >= taken;
  };
  await eventually(arrived).catch(() => undefined);
  await eventually(async () => !(await collected(server)).waits);
  const serials = (await storedOf(server, person)).flatMap(({ data }) => {
    const serial = data?.['serial'];
    return typeof serial === 'string' ? serial : [];
  });
  const present = new Set(serials).size;
  await first.close();
  return { taken, lost: taken - present, twice: serials.length - present };
}
