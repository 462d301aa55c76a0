/** Firefox ESR as Debian has it, by WebDriver BiDi. */
import { launch } from '../../../proofs/src/puppeteer.ts';
import type { Engine, EnginePage } from './engine.ts';

const FIREFOX = process.env['ROLLCALL_FIREFOX'] ?? '/usr/bin/firefox-esr';

const pageOf = async (browser: Awaited<ReturnType<typeof launch>>): Promise<EnginePage> => {
  const page = await browser.newPage();
  await page.setViewport({ width: 400, height: 760 });
  const element = async (selector: string) => {
    const found = await page.$(selector);
    if (!found) throw new Error(`There is no ${selector}.`);
    return found;
  };
  return {
    open: async address => {
      await page.goto(address, { waitUntil: 'load' });
    },
    read: expression => page.evaluate(expression) as Promise<never>,
    type: async (selector, text) => {
      await (await element(selector)).focus();
      await page.$eval(selector, (field: HTMLInputElement) => field.select());
      await page.keyboard.type(text);
    },
    keys: async (selector, ...keys) => {
      await (await element(selector)).focus();
      for (const key of keys) await page.keyboard.press(key);
    },
    press: async selector => (await element(selector)).click(),
    picture: async () => Buffer.from(await page.screenshot()),
    close: () => page.close(),
  };
};

/** @param language of the pages: `zh-CN` or `en` */
export const launchFirefox = async (language: string): Promise<Engine> => {
  const browser = await launch({
    browser: 'firefox',
    executablePath: FIREFOX,
    headless: true,
    extraPrefsFirefox: {
      'intl.accept_languages': language,
      // Nothing is asked of other hosts.
      'app.update.enabled': false,
      'network.captive-portal-service.enabled': false,
      'network.connectivity-service.enabled': false,
      'extensions.update.enabled': false,
      'browser.safebrowsing.malware.enabled': false,
    },
  });
  return {
    version: await browser.version(),
    newPage: () => pageOf(browser),
    close: () => browser.close(),
  };
};
