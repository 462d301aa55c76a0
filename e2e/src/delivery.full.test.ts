/**
 * Delivery in a real browser: what a page may run, chunks that fail or don't come, a release during a visit, a slow
 * network. The clock of the page is moved where time matters.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page, Request, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { launch } from './browser.ts';
import { type Chunk, chunkFor, readManifest } from './chunks.ts';
import { fillDataFolder } from './data-folder.ts';
import { type RunningServer, startServer, temporaryFolder } from './server.ts';

const pictures = process.env['ROLLCALL_SCREENSHOTS'];
const root = join(import.meta.dirname, '../..');
const folder = temporaryFolder();
/** The data folder of one of the servers. */
const filledFolder = (name: string): string => {
  const path = join(folder.path, name);
  fillDataFolder(path);
  return path;
};
let server: RunningServer;
let browser: Browser;
let context: BrowserContext;
beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(filledFolder('data')), launch()]);
  if (pictures) mkdirSync(pictures, { recursive: true });
});
afterEach(() => context?.close());
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  folder.remove();
});

async function open(options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
  context = await browser.newContext({ locale: 'zh-CN', ...options });
  return context.newPage();
}
/** Follows the page's requests. @returns a function that resolves once none is under way */
function pendingRequests(page: Page): () => Promise<void> {
  const pending = new Set<Request>();
  page.on('request', request => pending.add(request));
  page.on('requestfinished', request => pending.delete(request));
  page.on('requestfailed', request => pending.delete(request));
  return () => expect.poll(() => pending.size).toBe(0);
}
/** What the page's policy refused, and what went wrong in its scripts. */
function troubles(page: Page): string[] {
  const found: string[] = [];
  page.on('console', message => {
    if (message.type() === 'error') found.push(message.text());
  });
  page.on('pageerror', error => found.push(String(error)));
  return found;
}

const paths = ['/', '/sign-in', '/sign-up', '/reset', '/oauth/qq', '/contests', '/lesson/1'];

test('a browser without :has() loses no other rule of the style sheets', () => {
  const { chunks } = readManifest();
  const rules = chunks
    .flatMap(({ files }) => files.filter(({ name }) => name.endsWith('.css')))
    .flatMap(({ name }) => [
      ...readFileSync(join(root, 'apps/web/dist/static', name), 'utf8').matchAll(/[^{}]*:has\([^{}]*(?=\{)/g),
    ])
    .map(([selectors]) => selectors);
  expect(rules.length).toBeGreaterThan(10);
  // an unknown selector takes those along that share its list; old browsers' :is() drops the rule too
  const shared = rules.filter(
    selectors =>
      /:(?:is|where|-\w+-any)\([^)]*:has/.test(selectors) ||
      selectors.split(/,(?![^(]*\))/).some(one => !one.includes(':has(')),
  );
  expect(shared).toEqual([]);
});

test('chunks are numbered from 0 without gaps [7.chunks]', () => {
  const { chunks } = readManifest();
  expect(chunks.map(({ id }) => id)).toEqual(chunks.map((_, index) => index));
});

describe('the content security policy of a page [7.chunks]', () => {
  test.each(paths)('is not violated by %s, on the first visit and the second', async path => {
    const page = await open();
    const found = troubles(page);
    const violations: string[] = [];
    await page.exposeFunction('violated', (what: string) => void violations.push(what));
    await page.addInitScript(() =>
      document.addEventListener('securitypolicyviolation', event =>
        (globalThis as unknown as { violated(what: string): void }).violated(
          `${event.effectiveDirective} ${event.blockedURI}`,
        ),
      ),
    );
    await page.goto(server.url + path, { waitUntil: 'networkidle' });
    // the second time the document is unchanged, and its nonce is still the policy's
    const again = await page.reload({ waitUntil: 'networkidle' });
    expect([200, 304]).toContain(again?.status());
    await page.locator('header button:enabled').first().waitFor();
    expect(violations).toEqual([]);
    expect(found).toEqual([]);
  });

  test('blocks an injected script', async () => {
    const page = await open();
    await page.route('**/sign-in', async route => {
      const answer = await route.fetch();
      const body = (await answer.text()).replace(
        '</body>',
        '<script>window.injected = 1</script><script src="/static/none.js"></script></body>',
      );
      await route.fulfill({ response: answer, body });
    });
    await page.goto(`${server.url}/sign-in`, { waitUntil: 'networkidle' });
    expect(await page.evaluate(() => 'injected' in window)).toBe(false);
  });

  test('blocks a chunk with changed content, and the page says so', async () => {
    const page = await open();
    await page.route(`**/static/${chunkFor('./figure.tsx').script}*`, route =>
      route.fulfill({ contentType: 'text/javascript', body: 'window.injected = 1' }),
    );
    await page.goto(`${server.url}/lesson/1`);
    await page.getByRole('alert').filter({ hasText: '加载失败' }).waitFor();
    expect(await page.evaluate(() => 'injected' in window)).toBe(false);
  });
});

describe('a chunk of a page', () => {
  const figure = () => chunkFor('./figure.tsx');
  const failure = (page: Page) => page.getByRole('alert').filter({ hasText: '加载失败' });

  test('that fails once is fetched again from another URL without an error [7.chunks]', async () => {
    const page = await open();
    const requests: string[] = [];
    await page.route(`**/static/${figure().script}*`, async route => {
      requests.push(new URL(route.request().url()).search);
      await (requests.length === 1 ? route.abort() : route.continue());
    });
    await page.goto(`${server.url}/lesson/1`);
    await page.locator('main img').waitFor();
    expect(requests).toEqual(['', expect.stringMatching(/^\?\w+$/)]);
    expect(await failure(page).count()).toBe(0);
  });

  test('that fails twice leads to an error with its number and a button; the page keeps its state [8.chunk-failure]', async () => {
    const page = await open();
    const errors: { name: string; message: string }[] = [];
    page.on('pageerror', error => errors.push(error));
    let broken = true;
    await page.route(`**/static/${figure().script}*`, route => (broken ? route.abort() : route.continue()));
    await page.goto(`${server.url}/lesson/1`);
    await failure(page).waitFor();
    await expect
      .poll(() => errors.map(({ name, message }) => [name, message]))
      .toEqual([['ChunkLoadError', `Loading chunk ${figure().id} failed`]]);
    await page.locator('input[name="answer"][value="1"]').check();
    if (pictures) await page.screenshot({ path: join(pictures, 'chunk-failed.png'), fullPage: true });
    broken = false;
    await page.getByRole('button', { name: '重试' }).click();
    await page.locator('main img').waitFor();
    expect(await page.locator('input[name="answer"][value="1"]').isChecked()).toBe(true);
  });

  test('that does not arrive is given up after 120000 ms [7.chunk-timeout 9.chunk-timeout]', async () => {
    const page = await open();
    const errors: string[] = [];
    page.on('pageerror', error => errors.push(error.message));
    await page.clock.install();
    const held = new Promise<Request>(resolve => {
      void page.route(`**/static/${figure().script}*`, route => resolve(route.request()));
    });
    await page.goto(`${server.url}/lesson/1`);
    await held;
    // The page's own time goes on beside: what is left covers it.
    await page.clock.runFor(110_000);
    expect(await failure(page).count()).toBe(0);
    await page.clock.runFor(11_000);
    await failure(page).waitFor();
    // the reporting's chunk may be under way too when two minutes pass in one step
    await expect.poll(() => errors).toContain(`Loading chunk ${figure().id} failed`);
  });
});

describe("a document's own files", () => {
  /** The script of the page itself: the last that its document names. */
  const own = async (path: string) => {
    const text = await (await fetch(server.url + path)).text();
    const script = [...text.matchAll(/defer src="(\/static\/[^"]+)"/g)].at(-1)?.[1];
    if (!script) throw new Error(`${path} names no script`);
    return script;
  };

  test('that fail once are fetched again, and the page works', async () => {
    const script = await own('/sign-in');
    const page = await open();
    let count = 0;
    await page.route(`**${script}*`, route => (count++ === 0 ? route.abort() : route.continue()));
    await page.goto(`${server.url}/sign-in`);
    await page.locator('form button[type="submit"]:enabled').waitFor();
    expect(count).toBe(2);
  });

  /** The number that a file's name begins with. */
  const numberOf = (file: string) => /\/(\d+)\./.exec(file)?.[1];
  const thrownOn = (page: Page) => {
    const errors: string[] = [];
    page.on('pageerror', ({ name, message }) => errors.push(`${name}: ${message}`));
    return errors;
  };

  test('that fail twice show an error with a button that reloads the page [8.chunk-failure]', async () => {
    const script = await own('/sign-in');
    const page = await open();
    const errors = thrownOn(page);
    let broken = true;
    await page.route(`**${script}*`, route => (broken ? route.abort() : route.continue()));
    await page.goto(`${server.url}/sign-in`);
    const failure = page.locator('#failed');
    await failure.waitFor();
    await expect.poll(() => errors).toEqual([`ChunkLoadError: Loading chunk ${numberOf(script)} failed`]);
    if (pictures) await page.screenshot({ path: join(pictures, 'files-failed.png') });
    broken = false;
    await failure.getByRole('button').click();
    await page.locator('form button[type="submit"]:enabled').waitFor();
  });
});

describe("a document's own files that do not arrive [8.chunk-failure 9.chunk-timeout]", () => {
  const files = async () => {
    const text = await (await fetch(`${server.url}/sign-in`)).text();
    const script = [...text.matchAll(/defer src="(\/static\/[^"]+)"/g)].at(-1)?.[1];
    const style = /rel="stylesheet" href="(\/static\/[^"]+)"/.exec(text)?.[1];
    if (!script || !style) throw new Error('/sign-in names no script or no style sheet');
    return { script, style };
  };
  /** The page with a clock that can be moved; requests for `file` are not answered. */
  const opened = async (file: string) => {
    const page = await open();
    await page.clock.install();
    const held: Route[] = [];
    const waiting: (() => void)[] = [];
    await page.route(`**${file}*`, route => {
      held.push(route);
      waiting.shift()?.();
    });
    const requested = () => new Promise<void>(resolve => waiting.push(resolve));
    await Promise.all([requested(), page.goto(`${server.url}/sign-in`, { waitUntil: 'commit' })]);
    // The guard names the first file that has not loaded: those before `file` must be there before the clock moves.
    const missing = () =>
      page.evaluate(() => {
        const all = [...document.querySelectorAll<HTMLElement & { ok?: 1 }>('[integrity]')];
        const first = all.find(element => !element.ok);
        return first?.getAttribute('src') ?? first?.getAttribute('href') ?? '';
      });
    await expect.poll(missing).toContain(file);
    /** Moves the clock, which goes on beside: less than 10 s of the page's own. @returns what a timer of the page threw, or '' */
    const wait = (ms: number) => page.clock.runFor(ms).then(() => '', String);
    return { page, held, requested, wait, failure: page.locator('#failed') };
  };
  const numberOf = (file: string) => /\/(\d+)\./.exec(file)?.[1];

  test.each(['script', 'style'] as const)(
    'are given up after 120000 ms, by the number of the chunk: a %s',
    async kind => {
      const { [kind]: file } = await files();
      const { page, wait, failure } = await opened(file);
      expect(await wait(110_000)).toBe('');
      expect(await failure.isVisible()).toBe(false);
      expect(await wait(11_000)).toContain(`ChunkLoadError: Loading chunk ${numberOf(file)} failed`);
      await failure.waitFor();
      await page.unroute(`**${file}*`);
      await failure.getByRole('button').click();
      await page.locator('form button[type="submit"]:enabled').waitFor();
    },
  );

  test('have 120000 ms again when they are fetched once more', async () => {
    const { script } = await files();
    const { held, requested, wait, failure } = await opened(script);
    expect(await wait(60_000)).toBe('');
    await Promise.all([requested(), held[0]?.abort()]);
    expect(await wait(100_000)).toBe('');
    expect(await failure.isVisible()).toBe(false);
    expect(await wait(21_000)).toContain(`Loading chunk ${numberOf(script)} failed`);
    await failure.waitFor();
  });

  test('are not given up once they have arrived', async () => {
    const page = await open();
    const errors = troubles(page);
    await page.clock.install();
    const answered = pendingRequests(page);
    await page.goto(`${server.url}/sign-in`);
    await page.locator('form button[type="submit"]:enabled').waitFor();
    // In steps: late chunks start on these timers, and one that is under way must not meet 120 s in one step.
    for (let passed = 0; passed < 125; passed += 5) {
      await page.clock.runFor(5_000);
      await answered();
    }
    expect(await page.locator('#failed').isVisible()).toBe(false);
    expect(errors).toEqual([]);
  });
});

test('a page that was opened before a release works after it', async () => {
  // a folder of its own: a release is put in place while its server runs
  const web = join(folder.path, 'web');
  cpSync(join(root, 'apps/web/dist'), web, { recursive: true });
  // the next release: built from the sources with a change that every chunk is touched by; before the visit, whose chunks have two minutes
  const sources = join(folder.path, 'sources');
  for (const place of ['apps/web', 'apps/console', 'tools', 'tsconfig.base.json'])
    cpSync(join(root, place), join(sources, place), {
      recursive: true,
      filter: source => !/apps[\\/]web[\\/]dist|[\\/]node_modules/.test(source),
    });
  const built = join(folder.path, 'next');
  cpSync(web, built, { recursive: true });
  const next = nextRelease(sources, built);
  const own = await startServer(filledFolder('own-data'), { ROLLCALL_WEB: web });
  try {
    const page = await open();
    const found = troubles(page);
    const { script } = chunkFor('./figure.tsx');
    // the visit begins; its late chunk is not asked for yet
    let letGo = () => {};
    const released = new Promise<void>(resolve => (letGo = resolve));
    await page.route(`**/static/${script}*`, async route => {
      await released;
      await route.continue();
    });
    await page.goto(`${own.url}/lesson/1`);
    const before = await page.locator('html').getAttribute('data-release');

    cpSync(built, web, { recursive: true });
    expect(next.release).not.toBe(before);
    expect(next.script).not.toBe(script);
    expect(readdirSync(join(web, 'static'))).toContain(script);

    letGo();
    await page.locator('main img').waitFor();
    await page.getByRole('button', { name: '再画一张' }).click();
    expect(found).toEqual([]);
    await page.close();
  } finally {
    await own.stop();
  }
  // and a server that starts now serves both
  const restarted = await startServer(join(folder.path, 'own-data'), { ROLLCALL_WEB: web });
  try {
    const page = await context.newPage();
    await page.goto(`${restarted.url}/lesson/1`);
    await page.locator('main img').waitFor();
    const { script } = chunkFor('./figure.tsx');
    expect((await fetch(`${restarted.url}/static/${script}`)).status).toBe(200);
  } finally {
    await restarted.stop();
  }
});

/** Changes what the figure's chunk and every document are made of, and builds into `web`. */
function nextRelease(sources: string, web: string): { release: string; script: string } {
  const drawing = join(sources, 'apps/web/src/examples/drawing.ts');
  writeFileSync(drawing, readFileSync(drawing, 'utf8').replaceAll('#27405f', '#27405e'));
  // every import is found as it is in the repository
  for (const name of ['node_modules', 'packages', 'apps/server', 'docs'])
    symlinkSync(join(root, name), join(sources, name));
  const { status, stderr } = spawnSync(process.execPath, [join(sources, 'tools/pages.mjs'), web], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  const manifest = JSON.parse(readFileSync(join(web, 'chunks.json'), 'utf8')) as {
    release: string;
    chunks: Chunk[];
  };
  const script = manifest.chunks
    .find(one => one.for.includes('./figure.tsx'))
    ?.files.find(({ name }) => name.endsWith('.js'))?.name;
  return { release: manifest.release, script: script ?? '' };
}

test('all files of /static/ load from another host if that is set', async () => {
  const other = await startServer(filledFolder('other-data'));
  const own = await startServer(filledFolder('with-other-data'), {
    ROLLCALL_STATIC_URL: `${other.url}/static`,
  });
  try {
    const page = await open();
    const found = troubles(page);
    const requests: string[] = [];
    page.on('request', request => {
      const { origin, pathname } = new URL(request.url());
      if (pathname.startsWith('/static/')) requests.push(origin);
    });
    await page.goto(`${own.url}/lesson/1`);
    await page.locator('main img').waitFor();
    await page.goto(`${own.url}/contests`);
    await page.getByRole('button', { name: '加载更多' }).click();
    await page.locator('[role="feed"] > article').nth(23).waitFor();
    await page.locator('[data-phase="shown"]').first().waitFor();
    expect(new Set(requests)).toEqual(new Set([other.url]));
    expect(found).toEqual([]);
  } finally {
    await Promise.all([own.stop(), other.stop()]);
  }
});

describe.each([
  ['sign-in', 'form button[type="submit"]:enabled'],
  ['contests', 'header button:enabled'],
])('on a slow network (slow 3G) /%s', (name, ready) => {
  test('can be read before its script has loaded, and works afterwards', async () => {
    const page = await open({ viewport: { width: 360, height: 740 } });
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 400,
      // bytes a second, as the browser's own "Slow 3G"
      downloadThroughput: (500 * 1000 * 0.8) / 8,
      uploadThroughput: (500 * 1000 * 0.8) / 8,
    });
    // Looked at in the page's first frame with its heading: from here it would be seen too late.
    await page.addInitScript(selector => {
      const look = () => {
        if (document.querySelector('h1')?.checkVisibility())
          Object.assign(globalThis, { early: !document.querySelector(selector) });
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    }, ready);
    await page.goto(`${server.url}/${name}`, { waitUntil: 'commit' });
    await page.locator('h1').waitFor();
    await page.waitForFunction(() => 'early' in globalThis);
    expect(await page.evaluate('early')).toBe(true);
    if (pictures) await page.screenshot({ path: join(pictures, `slow-3g-${name}-early.png`) });
    await page.locator(ready).first().waitFor();
    if (pictures) await page.screenshot({ path: join(pictures, `slow-3g-${name}-ready.png`) });
  });
});
