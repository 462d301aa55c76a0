/** Checks a page in the colours of the system (Windows contrast themes), which take backgrounds and shadows away. */
import type { Page } from 'playwright-core';

/**
 * Shows the page in forced colours.
 *
 * @returns what can't be recognised there: marks that look like what is not marked, controls that show no state, buttons like
 * text, pictures in the colour of the paper, and focus that is not seen
 */
export async function unclearInForcedColours(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' });
  // from a key on, focus is shown
  await page.keyboard.press('Shift');
  const found = await page.evaluate(() => {
    const wrong: string[] = [];
    const say = (one: Element, what: string) => wrong.push(`${what}: ${one.outerHTML.slice(0, 140)}`);
    const seen = (one: Element) =>
      one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      one.getBoundingClientRect().width > 2;
    const top = document.querySelector('dialog[open]') ?? document.body;
    const all = (selector: string) => [...top.querySelectorAll<HTMLElement>(selector)];

    /** What tells one of a row from the others, besides the weight of its text. */
    const look = (one: Element) => {
      const style = getComputedStyle(one);
      const { borderTopColor, borderBottomColor, borderLeftColor, borderRightColor } = style;
      const outline = style.outlineStyle === 'none' ? '' : style.outlineColor;
      return [
        borderTopColor,
        borderBottomColor,
        borderLeftColor,
        borderRightColor,
        style.textDecorationLine,
        outline,
      ].join();
    };
    const differs = (one: Element, others: readonly Element[]) => {
      const same = others.find(other => other !== one && seen(other) && look(other) === look(one));
      if (same) say(one, 'looks like the others');
    };
    for (const one of all('[aria-current]:not([aria-current="false"])').filter(seen))
      differs(one, [...(one.closest('nav, ul, ol')?.querySelectorAll('a:not([aria-current])') ?? [])]);
    for (const one of all('[aria-selected="true"]').filter(seen))
      differs(one, [...(one.parentElement?.querySelectorAll('[aria-selected="false"]') ?? [])]);
    for (const input of all('input[type=radio], input[type=checkbox]') as HTMLInputElement[]) {
      if (seen(input)) {
        if (getComputedStyle(input).appearance === 'none') say(input, 'shows no state');
        continue;
      }
      const label = input.labels?.[0];
      if (!input.checked || !label || !seen(label)) continue;
      const group = all(`input[name="${input.name}"]`) as HTMLInputElement[];
      differs(
        label,
        group.flatMap(other => (other.checked ? [] : [...(other.labels ?? [])])),
      );
    }
    for (const one of all('select, progress').filter(seen))
      if (getComputedStyle(one).appearance === 'none') say(one, 'shows no state');

    for (const one of all('button:enabled:not([role=menuitem])').filter(seen)) {
      if (!one.innerText.trim() || one.closest('th, nav, [role=listbox]')) continue;
      const { borderTopWidth, borderTopStyle, color, textDecorationLine } = getComputedStyle(one);
      const edge = borderTopStyle !== 'none' && borderTopWidth !== '0px';
      const text = getComputedStyle(one.parentElement ?? one).color;
      if (!edge && textDecorationLine === 'none' && color === text) say(one, 'looks like text');
    }

    /** Lightness of a colour, from 0 to 1 (WCAG). */
    const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const lightness = (colour: string): number => {
      if (!context) return 0;
      context.clearRect(0, 0, 1, 1);
      context.fillStyle = colour;
      context.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
      const [r = 0, g = 0, b = 0] = [red, green, blue].map(part =>
        part <= 10 ? part / 3294 : ((part / 255 + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    document.body.append(Object.assign(document.createElement('i'), { id: 'paper' }));
    const paper = document.querySelector<HTMLElement>('#paper');
    if (paper) paper.style.background = 'Canvas';
    const ground = lightness(paper ? getComputedStyle(paper).backgroundColor : 'white');
    paper?.remove();
    const contrast = (colour: string) => {
      const [light = 0, dark = 0] = [lightness(colour), ground].sort((a, b) => b - a);
      return (light + 0.05) / (dark + 0.05);
    };
    for (const picture of all('button svg, a svg, li svg').filter(seen)) {
      const drawn = [picture, ...picture.querySelectorAll('path, circle, rect, line, use')].flatMap(part => {
        const { stroke, fill } = getComputedStyle(part);
        return [stroke, fill].filter(colour => colour !== 'none');
      });
      if (drawn.length > 0 && !drawn.some(colour => contrast(colour) >= 3)) say(picture, 'is not seen');
    }

    const before = document.activeElement;
    for (const one of all('a[href], button:enabled, input:enabled, select, textarea, summary')) {
      if (!one.checkVisibility()) continue;
      one.focus();
      if (document.activeElement !== one) continue;
      const shows = (at: Element | null, depth: number): boolean => {
        if (!at || depth > 3) return false;
        const { outlineStyle, outlineWidth } = getComputedStyle(at);
        return (outlineStyle !== 'none' && outlineWidth !== '0px') || shows(at.parentElement, depth + 1);
      };
      if (!shows(one, 0)) say(one, 'shows no focus');
    }
    if (before instanceof HTMLElement) before.focus();
    return wrong;
  });
  await page.emulateMedia({ forcedColors: null });
  return found;
}
