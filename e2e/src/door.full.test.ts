/** The pages of the door at a phone and at a desk: nothing moves while they load, and what is pressed stands on the first screen. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { markShared } from './pages.ts';
import { button, type Place, open, waysIn } from './ways-in.ts';

waysIn();

declare global {
  /** What moved by itself: how much, and what. */
  var moved: { readonly by: number; readonly what: readonly string[] }[];
}

/** Notes every element that moves without a press, from the page's first drawing on. */
const watch = () => {
  globalThis.moved = [];
  const outline = (node: Node | null) =>
    node instanceof Element ? node.outerHTML.slice(0, 120) : (node?.textContent ?? '').slice(0, 120);
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
        readonly value: number;
        readonly hadRecentInput: boolean;
        readonly sources: readonly { readonly node: Node | null }[];
      };
      if (!hadRecentInput)
        globalThis.moved.push({ by: value, what: sources.map(({ node }) => outline(node)) });
    }
  }).observe({ type: 'layout-shift', buffered: true });
};

/** What has come by itself, drawn: two frames, so that the observer has been told. */
const drawn = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>(resolve => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)));
      }),
  );

const listed = (page: Page) => page.locator('button[data-way="qq"]').waitFor();
const agreements = (page: Page) => page.locator('form input[type=checkbox]').first().waitFor();
const formed = (page: Page) => page.locator('form button[type=submit]:enabled').first().waitFor();
const marked = (page: Page) => page.locator('main button:enabled').first().waitFor();

const pages: readonly (readonly [path: string, whole: (page: Page) => Promise<void>])[] = [
  ['/sign-in', listed],
  ['/sign-in/email', formed],
  ['/sign-up', agreements],
  ['/reset', formed],
  ['/guardian', formed],
  ['/shared', marked],
];

describe.each(['phone', 'desk'] as const satisfies Place[])('%s', place => {
  test.each(pages)('nothing moves on %s when its late parts come', async (path, whole) => {
    const page = await open(place, {}, '/healthz');
    await page.context().addInitScript(watch);
    await page.goto(new URL(path, page.url()).href, { waitUntil: 'networkidle' });
    await whole(page);
    await drawn(page);
    expect(await page.evaluate(() => globalThis.moved)).toEqual([]);
  });
});

test.each(['zh-CN', 'en'])(
  '%s: the agreements and the button of the sign-up are on the first screen of a phone',
  async locale => {
    const page = await open('phone', { locale }, '/sign-up');
    await agreements(page);
    const bottom = async (selector: string) => {
      const box = await page.locator(selector).first().boundingBox();
      return (box?.y ?? Infinity) + (box?.height ?? 0);
    };
    expect(await bottom('form input[type=checkbox]')).toBeLessThan(740);
    expect(await bottom('form button[type=submit]')).toBeLessThanOrEqual(740);
  },
);

/** The pages with “Send code”, and what is typed before it is pressed. */
const asking = [
  ['/sign-in', 'Mobile number', '13900000000'],
  ['/sign-in/email', 'E-mail', 'pupil@school.example'],
  ['/sign-up', 'Mobile number', '13900000000'],
  ['/reset', 'Mobile number', '13900000000'],
] as const;

test.each(asking)(
  'on %s a press of “Send code” is shown with the next drawing, before any answer',
  async (path, name, typed) => {
    const page = await open('phone', {}, path);
    await page.getByLabel(name, { exact: true }).fill(typed);
    // The request for a code gets no answer.
    await page.route('**/*', (route, request) =>
      request.method() === 'POST' ? undefined : route.continue(),
    );
    const shown = await button(page, 'Send code').evaluate(async (pressed: HTMLButtonElement) => {
      pressed.click();
      await new Promise(resolve => requestAnimationFrame(resolve));
      return pressed.textContent;
    });
    expect(shown).toBe('Sending…');
  },
);

test('after a press of the theme’s button, each page has the theme without any of its script files', async () => {
  const page = await open('phone', { colorScheme: 'light' });
  const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  await formed(page);
  const light = await paper();
  await page.getByRole('button', { name: 'Switch between light and dark' }).click();
  const dark = await paper();
  expect(dark).not.toBe(light);
  await page.route('**/*.js', route => route.abort());
  for (const [path] of pages) {
    await page.goto(new URL(path, page.url()).href, { waitUntil: 'domcontentloaded' });
    expect(await paper(), path).toBe(dark);
  }
});

test('a problem takes the place of the rule: the button stays where it is', async () => {
  const page = await open('phone', { locale: 'zh-CN' }, '/sign-up');
  await agreements(page);
  const submit = page.locator('form button[type=submit]');
  const before = await submit.boundingBox();
  await submit.click();
  await page.locator('[aria-invalid=true]').first().waitFor();
  expect(await submit.boundingBox()).toEqual(before);
  expect(await page.locator('form [id$=phone-rule]').isVisible()).toBe(false);
});

test('the way last used stands first in the list; nowhere on a computer that several people use', async () => {
  const page = await open('phone', { locale: 'en' });
  const first = async () => {
    await listed(page);
    const tops = await page
      .locator('main section :is(a, button)[data-way], main section a[href^="/sign-in/email"]')
      .evaluateAll(all =>
        all
          .map(one => ({ text: one.textContent, top: one.getBoundingClientRect().top }))
          .sort((one, other) => one.top - other.top),
      );
    return tops[0]?.text;
  };
  await page.evaluate(() => localStorage.setItem('rollcall.last_way', 'email'));
  await page.reload();
  await page.getByRole('link', { name: /e-mail code.*Last used/ }).waitFor();
  expect(await first()).toContain('e-mail');
  await page.evaluate(() => localStorage.setItem('rollcall.last_way', 'qq'));
  await page.reload();
  await button(page, 'QQ').getByText('Last used').waitFor();
  expect(await first()).toContain('QQ');
  await markShared(page);
  await page.reload();
  await listed(page);
  expect(await page.getByText('Last used').count()).toBe(0);
});
