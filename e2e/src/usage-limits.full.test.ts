/** What the usage library takes and when it sends, in a real browser before the real collector. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { serverAndSite } from './server-and-site.ts';
import { launchKillable } from './usage-browser.ts';
import { storedOf } from './usage-data.ts';
import { agree, calm } from './usage-site.ts';

/** No server listens there. */
const NOWHERE = 'http://127.0.0.1:9';
const started = serverAndSite();
let page: Page;
/** The body of every request to the collector. */
let sent: string[];
beforeEach(async () => {
  page = await started.context.newPage();
  sent = [];
  page.on('request', request => {
    if (request.url().includes('/usage/v1/events')) sent.push(request.postData() ?? '');
  });
});
const open = async (query: { to: string; product?: string }): Promise<void> => {
  await page.goto(started.site.page({ user: started.person.id, ...query }));
};

test.each([
  [{ to: NOWHERE, product: '' }, 'Please set product code'],
  [{ to: '' }, 'Please set url'],
])('with %j reporting switches itself off: %s [4.switched-off]', async (query, words) => {
  const warned: string[] = [];
  page.on('console', message => warned.push(`${message.type()}: ${message.text()}`));
  await open(query);
  await agree(page);
  expect(await page.evaluate(() => window.usage.track('nothing'))).toBe(false);
  await expect.poll(() => warned).toContainEqual(expect.stringContaining(words));
  expect(sent).toEqual([]);
});

test('an event needs a key [5.event-key]', async () => {
  await open({ to: started.server.url });
  await agree(page);
  expect(await page.evaluate(() => window.usage.track(''))).toBe(false);
  expect(await page.evaluate(() => window.usage.track('key'))).toBe(true);
  await calm(page);
  const stored = (await storedOf(started.server, started.person)).map(({ key }) => key);
  expect(stored).toContain('key');
  expect(stored).not.toContain('');
});

test('at most 1000 events wait; one over 5000 in size is not taken; no request is over 30000 [9.queue 9.sizes]', async () => {
  await open({ to: NOWHERE });
  await agree(page);
  const taken = await page.evaluate(() => {
    const before = window.usage.stats().waiting;
    let count = before;
    for (let index = 0; index < 1200; index++) if (window.usage.track('many', { index })) count += 1;
    return count;
  });
  expect(taken).toBe(1000);

  await open({ to: started.server.url, product: 'sizes' });
  await agree(page);
  const large = (length: number) =>
    page.evaluate(many => window.usage.track('large', { text: 'x'.repeat(many) }), length);
  await large(1_700);
  for (let index = 0; index < 60; index++) await large(1_000);
  await calm(page);
  const lengths = (await storedOf(started.server, started.person)).flatMap(({ key, data }) =>
    key === 'large' ? [String(data?.['text']).length] : [],
  );
  expect(lengths).toEqual(Array.from({ length: 60 }, () => 1_000));
  expect(sent.length).toBeGreaterThan(3);
  for (const body of sent) expect(3 * body.length).toBeLessThanOrEqual(30_000);
});

test('what waits is sent by a timer of 500 ms [4.queue 9.interval]', async () => {
  await open({ to: started.server.url });
  await agree(page);
  await calm(page);
  const from = await page.evaluate(
    () =>
      new Promise<number>(resolve => {
        const began = performance.now();
        let index = 0;
        const timer = setInterval(() => {
          window.usage.track('often', { index });
          index += 1;
          if (index < 60) return;
          clearInterval(timer);
          resolve(began);
        }, 50);
      }),
  );
  await calm(page);
  // By the page's own clock: here its requests are seen unevenly.
  const begun = await page.evaluate(
    since =>
      performance
        .getEntriesByType('resource')
        .flatMap(({ name, startTime }) =>
          name.includes('/usage/v1/events') && startTime > since ? startTime : [],
        ),
    from,
  );
  const gaps = begun.slice(1).map((at, index) => at - (begun[index] ?? 0));
  expect(gaps.length).toBeGreaterThan(2);
  // A timer of the page is never early.
  for (const gap of gaps) expect(gap).toBeGreaterThan(450);
  const stored = (await storedOf(started.server, started.person)).filter(({ key }) => key === 'often');
  expect(stored).toHaveLength(60);
});

test('a timed event pauses while its tab is hidden, and has its duration [3.event 4.timed-events]', async () => {
  const profile = join(started.folder, 'tabs');
  mkdirSync(profile, { recursive: true });
  const window_ = await launchKillable(profile, { oneVisible: true });
  const seen = (tab: Page, state: string) =>
    tab.waitForFunction(wanted => document.visibilityState === wanted, state, { polling: 50 });
  const tab = await window_.context.newPage();
  await tab.goto(started.site.page({ to: started.server.url, user: started.person.id }));
  await seen(tab, 'visible');
  await agree(tab);
  await tab.evaluate(() => {
    const kept = window as unknown as { began: number };
    kept.began = performance.now();
    window.usage.timer.start('timed');
  });
  const other = await window_.context.newPage();
  await seen(tab, 'hidden');
  const hidden = await tab.evaluate(() => performance.now());
  await tab.waitForFunction(since => performance.now() - since > 2_000, hidden, { polling: 100 });
  await tab.bringToFront();
  await seen(tab, 'visible');
  const whole = await tab.evaluate(() => {
    window.usage.timer.end('timed');
    return performance.now() - (window as unknown as { began: number }).began;
  });
  await calm(tab);
  const [event] = (await storedOf(started.server, started.person)).filter(({ key }) => key === 'timed');
  expect(event?.duration).toBeGreaterThanOrEqual(0);
  expect(event?.duration).toBeLessThanOrEqual(whole - 2_000);
  await other.close();
  await window_.close();
});
