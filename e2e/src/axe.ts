/** Checks of every page state: axe, no horizontal scrolling of the page, and what has to be in sight. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

/**
 * The engine of `@axe-core/playwright`: that package injects it again for each check, which costs more than the look.
 */
const engine = readFileSync(
  createRequire(fileURLToPath(import.meta.resolve('@axe-core/playwright'))).resolve('axe-core/axe.min.js'),
  'utf8',
);

interface Axe {
  run(
    within: string,
    options: object,
  ): Promise<{
    readonly violations: readonly {
      readonly id: string;
      readonly nodes: readonly { readonly html: string }[];
    }[];
  }>;
}

/** The rules whose result depends on colours. */
const colours = ['color-contrast', 'link-in-text-block'];

/**
 * Runs axe on a page; returns each violated rule with its elements. Frames are not looked into.
 * @param within a selector of the part that is looked at
 * @param only `colours`: the rules whose result a theme changes, for a page that was looked at in another theme
 */
export async function violations(page: Page, within = 'html', only?: 'colours'): Promise<string[]> {
  // The console marks what is still loading.
  const loading = page.locator('main[aria-busy="true"], main > [aria-busy="true"]');
  await loading.first().waitFor({ state: 'hidden' });
  // A change of theme or state moves colours, and axe reads those of the moment.
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(engine);
  return page.evaluate(
    async ([within, rules]) => {
      const { axe } = globalThis as unknown as { axe: Axe };
      const { violations } = await axe.run(within, {
        iframes: false,
        resultTypes: ['violations'],
        ...(rules
          ? { runOnly: rules }
          : // WCAG 2.5.3: speech input uses the visible label
            { rules: { 'label-content-name-mismatch': { enabled: true } } }),
      });
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    },
    [within, only && colours] as const,
  );
}

/** Pixels by which the page scrolls horizontally. */
export const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

/** Pixels by which the questions at a page's foot reach over what stands below them; 0 where the page has none. */
export const overTheFoot = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const foot = document.getElementById('reporting');
    return foot ? foot.scrollHeight - foot.clientHeight : 0;
  });

/** Of the elements of a selector that are drawn: the texts of those that are beyond the window's edge, or under something else. */
export const outOfSight = (page: Page, selector: string): Promise<(string | null)[]> =>
  page.locator(selector).evaluateAll(all =>
    all
      .filter(one => {
        const { x, y, width, height } = one.getBoundingClientRect();
        return (
          one.checkVisibility() && !one.contains(document.elementFromPoint(x + width / 2, y + height / 2))
        );
      })
      .map(({ textContent }) => textContent),
  );
