/** A person with an account for each test of a file, and browsers in which they are signed in. */
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { beforeEach } from 'vitest';
import { collectErrors } from './page-errors.ts';
import { enterPassword, newPhone, signUp, tokensOf } from './people.ts';
import type { ServerAndBrowser } from './server-and-browser.ts';

const password = 'Secret#1';

/** Signs a person up before each test, and closes the browsers of the test before. */
export const personWithBrowser = (started: ServerAndBrowser) => {
  let phone = '';
  const contexts: BrowserContext[] = [];
  beforeEach(async () => {
    await Promise.all(contexts.splice(0).map(context => context.close()));
    phone = newPhone();
    tokensOf(await signUp(started.server, phone, password));
  });

  const signIn = async (page: Page, to: string): Promise<void> => {
    await page.goto(`${started.server.url}/sign-in?return=${encodeURIComponent(to)}`);
    await enterPassword(page, phone, password);
    await page.waitForURL(url => !url.pathname.startsWith('/sign-in'));
  };
  /** A browser of the person's own, as wide as a phone, signed in through the sign-in page. */
  const browserOf = async (
    to: string,
    options: BrowserContextOptions = {},
  ): Promise<{ page: Page; errors: string[] }> => {
    const context = await started.browser.newContext({
      locale: 'en',
      viewport: { width: 360, height: 740 },
      ...options,
    });
    contexts.push(context);
    const page = await context.newPage();
    const errors = collectErrors(page);
    await signIn(page, to);
    return { page, errors };
  };
  return { browserOf, contexts, password, phone: () => phone, signIn };
};
