/** The system's Chromium. */
import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { LIMIT } from '../../tools/testing/limits.ts';
import { slow, slowBrowser } from './slow.ts';

/** The browser that people use, with its window hidden. */
export const CHROMIUM = process.env['ROLLCALL_CHROMIUM'] ?? '/usr/bin/chromium';
/** The same version without a window, where the system has it: it takes about half of the processor time. */
const HEADLESS_SHELL = process.env['ROLLCALL_HEADLESS_SHELL'] ?? CHROMIUM;

/** The browsers that tests started, for what is printed of their pages when a test fails. */
const launched = new Set<Browser>();

export const openContexts = (): BrowserContext[] => [...launched].flatMap(browser => browser.contexts());

/** The URL and the beginning of the text of each open page. */
export const openPages = (): Promise<string[]> =>
  Promise.all(
    openContexts()
      .flatMap(context => context.pages())
      .map(async page => {
        const text = page.evaluate(() => document.body.innerText.slice(0, 2_000));
        // a page that hangs or closes has no text
        const late = new Promise<string>(resolve => {
          setTimeout(resolve, 2_000, '(no answer)').unref();
        });
        return `${page.url()}\n${await Promise.race([text, late]).catch(String)}`;
      }),
  );

/**
 * @param options.args more of its arguments
 * @param options.home its home folder, where it finds certificates to trust
 * @param options.full the browser that people use, for tests of its windows and of how it ends pages
 */
export const launch = async ({
  args = [],
  home,
  full = false,
}: {
  args?: readonly string[];
  home?: string;
  full?: boolean;
} = {}): Promise<Browser> => {
  const browser = await chromium.launch({
    executablePath: full ? CHROMIUM : HEADLESS_SHELL,
    ...(home === undefined ? {} : { env: { ...process.env, HOME: home } }),
    timeout: LIMIT,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--no-first-run',
      '--disable-component-update',
      '--disable-sync',
      ...args,
    ],
  });
  const { newContext } = browser;
  browser.newContext = async options => {
    const context = await newContext.call(browser, options);
    // Before the test's own limit, so that the error says what was waited for.
    context.setDefaultTimeout(LIMIT * 0.9);
    return context;
  };
  if (slow) slowBrowser(browser);
  launched.add(browser);
  browser.on('disconnected', () => launched.delete(browser));
  return browser;
};

/** The sizes, themes and languages in which every page is looked at. */
export const looks = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
].flatMap(viewport =>
  (['light', 'dark'] as const).flatMap(colorScheme =>
    (['zh-CN', 'en'] as const).map(locale => ({
      name: `${viewport.width}-${colorScheme}-${locale}`,
      options: { viewport, colorScheme, locale, extraHTTPHeaders: { 'Accept-Language': locale } },
    })),
  ),
);
