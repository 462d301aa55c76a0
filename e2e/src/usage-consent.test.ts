/**
 * Without consent of a kind none of its data leaves a page: by the browser's own log of requests, and by what the server
 * took. And the foot that asks: it covers nothing, takes no focus and asks once.
 */
import type { BrowserContext, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newPhone, signUp, tokensOf } from './people.ts';
import { serverAndBrowser } from './server-and-browser.ts';

const started = serverAndBrowser();

const names = {
  app: ['pi', 'lv'],
  user: ['u'],
  device: ['pf', 'l', 'ua', 'nt', 'dn', 'cpu', 'rs', 'd', 'ip', 'bot'],
} as const;

interface Batch {
  readonly ext: readonly Record<string, unknown>[];
  readonly body: readonly { k?: number; e: string }[];
}

/** Everything that this browser sends to the reporting part of the server. */
function log(context: BrowserContext): { paths: string[]; batches: Batch[] } {
  const paths: string[] = [];
  const batches: Batch[] = [];
  context.on('request', request => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/usage/')) return;
    paths.push(pathname);
    if (pathname.endsWith('/events'))
      batches.push((JSON.parse(request.postData() ?? '') as { data: Batch }).data);
  });
  return { paths, batches };
}

const taken = async (): Promise<number> => {
  const text = await (await fetch(`${started.server.url}/metrics`)).text();
  const counts = [...text.matchAll(/^rollcall_usage_accepted_events_total(?:\{[^}]*\})? (\S+)$/gm)];
  if (counts.length === 0) throw new Error('The server does not tell how many events it took.');
  return counts.reduce((sum, [, count]) => sum + Number(count), 0);
};
const foot = (page: Page) => page.locator('#reporting section');
const button = (page: Page, name: string) => page.locator('#reporting').getByRole('button', { name });

const viewed = (batches: readonly Batch[]): Set<string> =>
  new Set(batches.flatMap(({ body }) => body.filter(({ k }) => k === 1).map(({ e }) => e)));

/**
 * What a visitor does: looks at pages, signs in wrongly, leaves.
 * @param reported where views are granted: each page is left once its view was sent, since a browser's log may lack
 *   the beacon of a page that ends
 */
async function visit(page: Page, reported?: readonly Batch[]): Promise<void> {
  for (const path of ['/', '/sign-up', '/sign-in']) {
    await page.goto(`${started.server.url}${path}`, { waitUntil: 'networkidle' });
    await page.locator('#reporting button').first().waitFor();
    // Beside the page: at a place with a button the click would lead on.
    await page.mouse.click(3, 300);
    if (reported) await expect.poll(() => viewed(reported)).toContain(path);
  }
  await page.goto('about:blank');
}

test('before an answer and after a refusal nothing is sent and nothing is stored [4.consents]', async () => {
  const before = await taken();
  const context = await started.browser.newContext({ locale: 'en' });
  const { paths } = log(context);
  const page = await context.newPage();
  await visit(page);
  await page.goto(`${started.server.url}/sign-in`);
  await button(page, 'Decline').click();
  await foot(page).waitFor({ state: 'detached' });
  await visit(page);
  expect(paths).toEqual([]);
  expect((await context.cookies()).filter(({ name }) => name.startsWith('usage.'))).toEqual([]);
  await page.goto(`${started.server.url}/sign-in`, { waitUntil: 'networkidle' });
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter(name => name.startsWith('usage.'))),
  ).toEqual([]);
  expect(await page.evaluate(async () => (await indexedDB.databases()).length)).toBe(0);
  expect(await taken()).toBe(before);
  await context.close();
});

test.each([
  [['Pages'], ['view']],
  [
    ['Actions', 'Pages'],
    ['event', 'view'],
  ],
  [
    ['Pages', 'Device'],
    ['view', 'device'],
  ],
  [
    ['Pages', 'App', 'Account'],
    ['view', 'app', 'user'],
  ],
] as const)('after consent to %s alone no request has another kind', async (ticks, kinds) => {
  const answer = tokensOf(await signUp(started.server, newPhone(), 'Secret#1'));
  const context = await started.browser.newContext({ locale: 'en' });
  // Signed in, so that there is an account id that could be reported.
  await context.addCookies([
    { name: 'dev_refresh_token', value: answer.refresh.token, url: started.server.url },
    { name: 'dev_access_token', value: answer.access.token, url: started.server.url },
    { name: 'dev_token_type', value: answer.access.type, url: started.server.url },
  ]);
  const { paths, batches } = log(context);
  const page = await context.newPage();
  await page.goto(`${started.server.url}/`);
  await button(page, 'Choose').click();
  for (const name of ticks) await page.locator('#reporting').getByRole('checkbox', { name }).check();
  await button(page, 'Save choices').click();
  await foot(page).waitFor({ state: 'detached' });
  await visit(page, batches);
  const granted = new Set<string>(kinds);
  const sentFacts = new Set(batches.flatMap(({ ext }) => ext.flatMap(Object.keys)));
  for (const [kind, facts] of Object.entries(names))
    if (!granted.has(kind))
      expect([...sentFacts].filter(name => (facts as readonly string[]).includes(name))).toEqual([]);
  const events = batches.flatMap(({ body }) => body);
  if (!granted.has('event')) expect(events.filter(({ k = 0 }) => k === 0 || k === 2 || k === 4)).toEqual([]);
  // What was agreed to is reported: every page's view.
  expect(viewed(batches)).toEqual(new Set(['/', '/sign-up', '/sign-in']));
  for (const kind of kinds)
    if (kind in names) expect(sentFacts).toContain(names[kind as keyof typeof names][0]);
  expect(paths.includes('/usage/v1/ip')).toBe(granted.has('device'));
  await context.close();
});

test('a withdrawal ends reporting at once, also in another tab [4.consents 9.consents]', async () => {
  const context = await started.browser.newContext({ locale: 'en' });
  const { batches } = log(context);
  const first = await context.newPage();
  await first.goto(`${started.server.url}/`);
  // Reported before the other tab withdraws: what is sent last is then the withdrawal.
  const agreed = first.waitForResponse(answer =>
    answer.url().startsWith(`${started.server.url}/usage/v1/events`),
  );
  await button(first, 'Agree').click();
  await foot(first).waitFor({ state: 'detached' });
  await agreed;
  const second = await context.newPage();
  await second.goto(`${started.server.url}/sign-up`);
  await button(second, 'Usage data settings').click();
  // A batch that left before the withdrawal may be answered after it.
  const sentConsent = second.waitForResponse(
    response =>
      response.url().startsWith(`${started.server.url}/usage/v1/events`) &&
      response.request().postData()?.includes('"e":"consent"') === true,
  );
  await button(second, 'Withdraw all').click();
  await second.waitForFunction(() => !document.cookie.includes('.uid='));
  await sentConsent;
  // Browsers pass what is stored on to other tabs when they get to it.
  await first.waitForFunction(() =>
    Object.entries(localStorage).some(
      ([name, text]) => name.endsWith('.consent') && decodeURIComponent(text).endsWith('"g":{}}'),
    ),
  );
  const { length } = batches;
  // The last report says that nothing is granted, and has no user and no device.
  const last = batches.at(-1);
  expect(last?.body.every(({ k }) => k === 3)).toBe(true);
  await visit(first);
  await visit(second);
  expect(batches.length).toBe(length);
  await context.close();
});
