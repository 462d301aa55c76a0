/**
 * Pages that end in every way: what `track()` took, less what a stated limit dropped, is in the event store afterwards,
 * once. `npm run proofs -- page-ends` does it 1,000 times by navigating, 20 by going back and forward, 300 by closing the tab, 60 by
 * killing the browser, 100 offline and back, 50 with the server down and back; CI a few times each.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { eventKind } from '@rollcall/contract';
import { type Browser, type BrowserContext, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { LIMIT } from '../../tools/testing/limits.ts';
import { launch } from './browser.ts';
import { dataFolder } from './data-folder.ts';
import { type RunningServer, startServer } from './server.ts';
import { type Killable, launchKillable } from './usage-browser.ts';
import { newPerson, type Person, storedOf } from './usage-data.ts';
import { agree, calm, eventsOf, type Site, startSite } from './usage-site.ts';

const long = process.env['ROLLCALL_PAGE_ENDS'] === 'long';
const times = long
  ? { navigations: 1000, sleeps: 20, closes: 300, kills: 60, offline: 100, down: 50 }
  : { navigations: 40, sleeps: 6, closes: 15, kills: 3, offline: 5, down: 2 };

const folder = dataFolder();
const env = { ROLLCALL_USAGE_ADDRESS_RATE: '0', ROLLCALL_LOG_LEVEL: 'warn' };
let server: RunningServer;
let site: Site;
let browser: Browser;
let person: Person;
let context: BrowserContext;
/** The events that the library accepted, by their serial numbers. */
let accepted: string[];
/** How often it said that it took one not. */
let refused: number;

beforeAll(async () => {
  [server, site, browser] = await Promise.all([
    startServer(folder.path, env),
    startSite(),
    launch({ full: true }),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
  await server?.stop();
  folder.remove();
});
beforeEach(async () => {
  accepted = [];
  refused = 0;
  person = await newPerson(server);
  context = await browser.newContext();
  await listen(context);
});
afterEach(async () => {
  await context.close();
});

const listen = async (to: BrowserContext): Promise<void> => {
  await to.exposeFunction('accepted', (serial: string) => void accepted.push(serial));
  await to.exposeFunction('refused', () => void refused++);
};
const address = (more: { steps?: number } = {}): string =>
  site.page({ to: server.url, user: person.id, ...more });
const opened = async (to: BrowserContext = context): Promise<Page> => {
  const page = await to.newPage();
  await page.goto(address());
  return page;
};

/**
 * Compares accepted with stored events once no event waits.
 * @param taken number of accepted events if it is known without the page's report, which may be lost at page end
 */
async function compare(name: string, page: Page, taken = accepted.length): Promise<void> {
  await calm(page);
  const events = await storedOf(server, person);
  const stored = events.flatMap(({ data }) => {
    const serial = data?.['serial'];
    return typeof serial === 'string' ? serial : [];
  });
  const present = new Set(stored);
  expect(accepted.length).toBeGreaterThan(0);
  expect(accepted.filter(serial => !present.has(serial))).toEqual([]);
  expect(stored.length - present.size).toBe(0);
  expect(stored.length).toBe(taken);
  // No limit was reached: nothing was dropped, and so nothing was reported as dropped.
  expect(events.filter(({ key }) => key === 'dropped')).toEqual([]);
  console.log(`${name}: ${taken} events taken, 0 lost, 0 twice.`);
}

test('in the store a view says where the visit came from, and a page that is left how long it was visible', async () => {
  const page = await context.newPage();
  await page.goto(`${address()}&utm_source=${encodeURIComponent('微信')}`, {
    referer: 'https://www.example.com/search?q=secret',
  });
  await agree(page);
  /** Views a path until the clock has moved on. */
  const view = (path: string) =>
    page.evaluate(viewed => {
      window.usage.page(viewed);
      const since = performance.now();
      while (performance.now() < since + 5);
    }, path);
  await view('/one');
  await view('/two');
  await page.close();
  await calm(await opened());
  const events = await storedOf(server, person);
  // Not in the order of their times: the page's clock is set by the server's in between.
  const of = (kind: number) =>
    events
      .filter(each => each.kind === kind)
      .map(({ key, data, duration }) => ({ key, data, duration }))
      .toSorted((a, b) => (String(a.key) < String(b.key) ? -1 : 1));
  expect(of(eventKind.view)).toEqual([
    { key: '/one', data: { referrer: 'www.example.com', utm_source: '微信' }, duration: undefined },
    { key: '/two', data: undefined, duration: undefined },
  ]);
  expect(of(eventKind.leave)).toEqual([
    { key: '/one', data: undefined, duration: expect.any(Number) },
    { key: '/two', data: undefined, duration: expect.any(Number) },
  ]);
  for (const { duration } of of(eventKind.leave)) expect(duration).toBeGreaterThanOrEqual(5);
});

test(
  `${times.navigations} ends by navigating, some with more than beacons carry [4.page-end]`,
  async () => {
    const page = await opened();
    await agree(page);
    // The page navigates by itself until no step is left.
    await page.goto(address({ steps: times.navigations }));
    await page.waitForURL(/[?&]steps=0/, { timeout: LIMIT + times.navigations * 3000, waitUntil: 'load' });
    expect(refused).toBe(0);
    await compare(`${times.navigations} navigations`, page, eventsOf(times.navigations));
  },
  LIMIT + times.navigations * 4000,
);

test(`${times.sleeps} times back and forward through the back-forward cache: no event is lost or counted twice`, async () => {
  const profile = join(folder.path, 'sleepers');
  mkdirSync(profile, { recursive: true });
  const running = await launchKillable(profile);
  const page = await opened(running.context);
  await agree(page);
  // By hand: a page that wakes up loads nothing, which playwright would wait for.
  const devtools = await running.context.newCDPSession(page);
  await devtools.send('Page.enable');
  const reasons: string[] = [];
  devtools.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) => {
    reasons.push(...notRestoredExplanations.map(({ reason }) => reason));
  });
  const evaluate = async (expression: string): Promise<unknown> =>
    (await devtools.send('Runtime.evaluate', { expression, returnByValue: true })).result.value;
  const record = async (): Promise<void> => {
    const serial = await evaluate('window.accepted = serial => { window.last = serial; }; record(); last');
    accepted.push(String(serial));
  };
  const go = async (by: -1 | 1): Promise<void> => {
    const { entries, currentIndex } = await devtools.send('Page.getNavigationHistory');
    const entry = entries[currentIndex + by];
    if (!entry) throw new Error('There is no page there.');
    // Nothing is asked of a page on its way into the cache: that alone would throw it out.
    const there = new Promise<void>(resolve => {
      const look = ({ frame }: { frame: { parentId?: string; url: string } }) => {
        if (frame.parentId !== undefined || frame.url !== entry.url) return;
        devtools.off('Page.frameNavigated', look);
        resolve();
      };
      devtools.on('Page.frameNavigated', look);
    });
    await devtools.send('Page.navigateToHistoryEntry', { entryId: entry.id });
    await there;
    while ((await evaluate('document.visibilityState')) !== 'visible');
  };
  await evaluate('window.slept = true');
  await record();
  await page.goto(`${address()}&second`);
  await evaluate('window.slept = true');
  for (let round = 0; round < times.sleeps; round++) {
    // Chromium throws a page out that has another one wait for its last transaction, as one does that ends as soon as it
    // began. What is recorded last is on this page alone when it falls asleep.
    while ((await evaluate('usage.stats().unsaved')) !== 0);
    await record();
    await go(round % 2 === 0 ? -1 : 1);
    // The very page from before: neither a lock nor a listener kept it out of the cache.
    expect(await evaluate('window.slept'), reasons.join()).toBe(true);
    await record();
  }
  const last = await opened(running.context);
  await page.close();
  await compare(`${times.sleeps} times back and forward`, last);
  await running.close();
});

test(
  `${times.closes} ends by closing the tab [4.page-end]`,
  async () => {
    const first = await opened();
    await agree(first);
    for (let round = 0; round < times.closes; round++) {
      const page = await opened();
      await page.evaluate(
        async ([wait, many]) => {
          window.record();
          await new Promise(resolve => setTimeout(resolve, wait));
          for (let index = 0; index < (many ?? 1); index++) window.record('x'.repeat(500));
        },
        [(round * 53) % 620, round % 20 === 7 ? 200 : 3],
      );
      await page.close();
    }
    // A tab that opens looks immediately for what is left; one that is open looks once a minute.
    await first.close();
    await compare(`${times.closes} closed tabs`, await opened());
  },
  LIMIT + times.closes * 4000,
);

test(
  `${times.kills} ends by killing the browser`,
  async () => {
    const profile = join(folder.path, 'profile');
    mkdirSync(profile, { recursive: true });
    let running: Killable = await launchKillable(profile);
    const start = async (): Promise<Page> => {
      await listen(running.context);
      return opened(running.context);
    };
    // Consent is the browser's as soon as it ends in good order; it writes such texts down some seconds late.
    await agree(await start());
    await running.close();
    for (let round = 0; round < times.kills; round++) {
      running = await launchKillable(profile);
      const page = await start();
      await page.evaluate(
        many => {
          for (let index = 0; index < many; index++) window.record();
        },
        1 + (round % 7),
      );
      // Half a second's worth may be in memory alone, as is stated: `unsaved` says when it is not.
      await page.waitForFunction(() => window.usage.stats().unsaved === 0, undefined, { polling: 20 });
      await running.kill();
    }
    running = await launchKillable(profile);
    const last = await start();
    await last.evaluate(() => window.record());
    await compare(`${times.kills} killed browsers`, last);
    await running.close();
  },
  LIMIT + times.kills * 15_000,
);

test(
  `${times.offline} times offline and back`,
  async () => {
    const page = await opened();
    await agree(page);
    for (let round = 0; round < times.offline; round++) {
      await page.evaluate(() => window.record());
      await context.setOffline(true);
      await page.evaluate(
        async wait => {
          window.record();
          await new Promise(resolve => setTimeout(resolve, wait));
          window.record();
        },
        (round * 131) % 900,
      );
      await context.setOffline(false);
      // Some pages end before what was recorded offline is sent.
      if (round % 3 === 2) await page.goto(address());
    }
    await compare(`${times.offline} times offline`, page);
  },
  LIMIT + times.offline * 4000,
);

test(
  `${times.down} times with the server down and back`,
  async () => {
    let page = await opened();
    await agree(page);
    const port = new URL(server.url).port;
    for (let round = 0; round < times.down; round++) {
      await page.evaluate(() => window.record());
      if (round % 2 === 0) await server.kill();
      else await server.stop();
      await page.evaluate(() => window.record());
      await page.goto(address());
      await page.evaluate(() => window.record());
      if (round % 3 === 1) {
        await page.close();
        page = await opened();
      }
      server = await startServer(folder.path, { ...env, ROLLCALL_PORT: port });
      await page.evaluate(() => window.record());
    }
    await compare(`${times.down} times down`, page);
  },
  LIMIT + times.down * 30_000,
);
