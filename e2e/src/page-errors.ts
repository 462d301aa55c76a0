/** Errors of pages: exceptions, and what the browser prints as errors, violations of the content security policy included. */
import type { Page } from 'playwright-core';

/** Adds the errors of a page to `errors` from now on. @returns `errors` */
export function collectErrors(page: Page, errors: string[] = []): string[] {
  page.on('pageerror', error => errors.push(String(error)));
  page.on('console', message => {
    // A refusal of a call is an ordinary answer; Chromium prints every 4xx.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      errors.push(message.text());
  });
  return errors;
}
