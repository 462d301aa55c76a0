/** Checks that long words are read whole. */
import type { Page } from 'playwright-core';

/** @returns the elements whose text is cut, or goes beyond the window, and stands whole nowhere else on the page */
export const cutText = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const cut: string[] = [];
    const whole = new Set<string>();
    for (const one of document.querySelectorAll<HTMLElement>('body *')) {
      const text = one.textContent?.trim();
      if (!text || !one.checkVisibility() || one.closest('select, [aria-hidden=true], script, style'))
        continue;
      const { overflowX, clipPath } = getComputedStyle(one);
      if (clipPath !== 'none') continue;
      const { right } = one.getBoundingClientRect();
      const clips = overflowX === 'hidden' || overflowX === 'clip';
      if (right > innerWidth + 1 || (clips && one.scrollWidth > one.clientWidth + 1)) cut.push(text);
      else if (one.childElementCount === 0) whole.add(text);
    }
    return cut.filter(text => !whole.has(text));
  });

/** Least width of a list to choose from, in its letters, with its arrow. */
const LEAST = 5;

/** @returns the lists to choose from that are too narrow to read what is chosen */
export const narrowChoices = (page: Page): Promise<string[]> =>
  page
    .locator('select:visible')
    .evaluateAll(
      (all, least) =>
        all
          .filter(
            one =>
              one.getBoundingClientRect().width < least * Number.parseFloat(getComputedStyle(one).fontSize),
          )
          .map(one => one.ariaLabel ?? one.id),
      LEAST,
    );
