/** Checks that what is pressed is large enough for a finger, and that large text has room. */
import type { Page } from 'playwright-core';

/**
 * Measures every control by where a press on it lands.
 *
 * @returns those of less than 44 px in height or width. A link within a line of text
 * counts as large enough (WCAG 2.5.8).
 */
export const smallTapAreas = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    /** Pixels, less a rounding. */
    const LEAST = 43;
    const controls = 'a[href], button, input:not([type=hidden]), select, textarea, summary';
    /** What a press there belongs to: a control, or that of a label. */
    const pressed = (x: number, y: number): Element | null => {
      const hit = document.elementFromPoint(x, y)?.closest(`${controls}, label`);
      return hit instanceof HTMLLabelElement ? hit.control : (hit ?? null);
    };
    const inText = (one: Element): boolean =>
      getComputedStyle(one).display.startsWith('inline') &&
      [...(one.parentElement?.childNodes ?? [])].some(
        // Our pages' text beside elements has an element of its own.
        ({ nodeType, nodeName, textContent }) =>
          (nodeType === Node.TEXT_NODE || nodeName === 'RC-TEXT') && textContent?.trim(),
      );
    const top = document.querySelector('dialog[open], [data-menu]') ?? document.body;
    const scrolled = [scrollX, scrollY] as const;
    const small: string[] = [];
    for (const one of top.querySelectorAll<HTMLElement>(controls)) {
      if (!one.checkVisibility({ opacityProperty: false, visibilityProperty: true }) || inText(one)) continue;
      if (one.matches(':disabled') || getComputedStyle(one).pointerEvents === 'none') continue;
      one.scrollIntoView({ block: 'center', inline: 'center' });
      const shown =
        one.matches('input') && one.getBoundingClientRect().width < 2 ? one.nextElementSibling : one;
      const { left, top: above, width, height } = (shown ?? one).getBoundingClientRect();
      const [x, y] = [left + width / 2, above + height / 2];
      // a skip link waits above the page
      if (y < 0 || x < 0 || x > innerWidth) continue;
      const lands = (atX: number, atY: number): boolean => {
        const hit = pressed(atX, atY);
        return hit === one || one.contains(hit);
      };
      /** Pixels from the middle to where a press lands on something else. */
      const reach = (stepX: number, stepY: number): number => {
        let pixels = 0;
        while (pixels < LEAST && lands(x + stepX * (pixels + 1), y + stepY * (pixels + 1))) pixels++;
        return pixels;
      };
      if (!lands(x, y)) {
        small.push(`${one.outerHTML.slice(0, 120)}: covered by ${pressed(x, y)?.outerHTML.slice(0, 60)}`);
        continue;
      }
      const [wide, high] = [reach(-1, 0) + reach(1, 0) + 1, reach(0, -1) + reach(0, 1) + 1];
      if (wide < LEAST || high < LEAST) small.push(`${one.outerHTML.slice(0, 120)}: ${wide}×${high}`);
    }
    scrollTo(...scrolled);
    return small;
  });

/**
 * Doubles the text, as a person does who sets a larger size in the browser.
 *
 * @returns what is cut off then: what stands beyond the page's edge, and buttons whose words do not fit
 */
export const cutOffAt200 = async (page: Page): Promise<{ sideways: string[]; clipped: string[] }> => {
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  const found = await page.evaluate(() => ({
    sideways:
      document.documentElement.scrollWidth > innerWidth
        ? [...document.querySelectorAll('body *')]
            .filter(one => one.getBoundingClientRect().right > innerWidth + 0.5)
            .map(one => one.outerHTML.slice(0, 120))
        : [],
    clipped: [...document.querySelectorAll<HTMLElement>('button, a, label, h1, h2')]
      .filter(one => {
        const { overflowX, clipPath } = getComputedStyle(one);
        return (
          one.checkVisibility() &&
          clipPath === 'none' &&
          overflowX !== 'visible' &&
          (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 4)
        );
      })
      .map(one => one.outerHTML.slice(0, 120)),
  }));
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '';
  });
  return found;
};
