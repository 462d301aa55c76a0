/** The library's store in a real browser: events outlive their page, one tab sends what is left, and the store is bounded. */
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { serverAndSite } from './server-and-site.ts';
import { storedOf } from './usage-data.ts';
import { agree, calm } from './usage-site.ts';

const started = serverAndSite();
/** The body of every request to the collector, of all tabs. */
let sent: string[];
beforeEach(() => {
  sent = [];
  started.context.on('request', request => {
    if (request.url().includes('/usage/v1/events')) sent.push(request.postData() ?? '');
  });
});

/** No server listens there. */
const NOWHERE = 'http://127.0.0.1:9';
const open = async (to: string, most?: number): Promise<Page> => {
  const page = await started.context.newPage();
  await page.goto(
    started.site.page({ to, user: started.person.id, ...(most === undefined ? {} : { most }) }),
  );
  return page;
};
/** Records so many, and waits until they are in the store, or as many as it holds. */
const record = async (page: Page, many: number, text = ''): Promise<void> => {
  await page.evaluate(
    ([count, words]) => {
      for (let index = 0; index < Number(count); index++) window.usage.track('kept', { index, words });
    },
    [many, text],
  );
  await page.waitForFunction(() => {
    const { unsaved, waiting } = window.usage.stats();
    return unsaved < waiting;
  });
};
const serials = async (): Promise<number[]> =>
  (await storedOf(started.server, started.person)).flatMap(({ data }) =>
    typeof data?.['index'] === 'number' ? data['index'] : [],
  );

test('unsent events of a page are sent on the next visit, by one of several tabs', async () => {
  const first = await open(NOWHERE);
  await agree(first);
  await record(first, 30);
  await first.close();
  const before = sent.length;
  const [tab] = await Promise.all([
    open(started.server.url),
    open(started.server.url),
    open(started.server.url),
    open(started.server.url),
  ]);
  await calm(tab);
  expect((await serials()).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 30 }, (_, index) => index),
  );
  // Each event left once: the other tabs did not send it too.
  const ids = sent.slice(before).flatMap(body => [...body.matchAll(/"i":"([^"]+)"/g)].map(([, id]) => id));
  expect(ids.length).toBe(new Set(ids).size);
});

test('storage stays within its limit, and an open page loses no event', async () => {
  const first = await open(NOWHERE, 50);
  await agree(first);
  await record(first, 150);
  await first.close();
  const second = await open(NOWHERE, 50);
  // More of its own than it takes leftovers in beside.
  await record(second, 600);
  const held = () =>
    second.evaluate(
      () =>
        new Promise<number>(resolve => {
          const name = 'usage.prod.ends.records';
          const request = indexedDB.open(name);
          request.addEventListener('success', () => {
            const all = request.result.transaction(name).objectStore(name).getAll();
            all.addEventListener('success', () => {
              request.result.close();
              resolve((all.result as unknown[][]).flat().length);
            });
          });
        }),
    );
  // Checked once a minute; the report of dropped events is kept too.
  while ((await held()) > 601);
  const stats = () => second.evaluate(() => window.usage.stats());
  // A living page loses none of its own.
  expect((await stats()).waiting).toBeGreaterThanOrEqual(600);
  // The report of dropped events is recorded then, and saved a moment later.
  await expect.poll(async () => (await stats()).unsaved).toBe(0);
});

test('a browser without storage reports, and states which events a crash would lose', async () => {
  const page = await started.context.newPage();
  await page.addInitScript(() => {
    for (const name of ['indexedDB', 'localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('forbidden', 'SecurityError');
        },
      });
  });
  await page.goto(started.site.page({ to: started.server.url, user: started.person.id }));
  // Immediately: what is recorded first may be sent half a second later.
  const before = await page.evaluate(() => {
    window.usage.consent.grant(['event', 'view', 'user', 'app', 'device'], '1');
    window.usage.track('kept', { index: 1 });
    return window.usage.stats();
  });
  expect(before).toMatchObject({ accepted: 1, unsaved: 2 });
  await page.waitForFunction(() => window.usage.stats().acknowledged === 1);
  expect(await serials()).toEqual([1]);
});
