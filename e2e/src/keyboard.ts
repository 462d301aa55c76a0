/** A person without a pointer: moves by Tab alone, sees the focus at each stop, and is never trapped. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** Maximum number of stops before a control counts as unreachable, and before a walk over a whole page counts as endless. */
const PATIENCE = 60;
const ENDLESS = 1_000;

interface Stop {
  readonly name: string;
  /** Whether it is within the viewport. */
  readonly inSight: boolean;
  /** The previous stop looks the same without focus: it has no visible focus indicator. */
  readonly unmarked: string | undefined;
}

/** The focused element; undefined: none. */
const lookAt = (page: Page): Promise<Stop | undefined> =>
  page.evaluate(() => {
    const kept = globalThis as { lastStop?: { at: Element; name: string; looks: string } | undefined };
    // a tick that is drawn by its label is marked there, a line to write on at the line's own box
    const looksOf = (at: Element): string =>
      JSON.stringify(
        [at, at.nextElementSibling, at.closest('label'), at.parentElement].map(element => {
          if (!element) return;
          const { outline, boxShadow, borderBottom, background } = getComputedStyle(element);
          return [outline, boxShadow, borderBottom, background];
        }),
      );
    const last = kept.lastStop;
    const at = document.activeElement;
    const unmarked =
      last?.at.isConnected && last.at !== at && looksOf(last.at) === last.looks ? last.name : undefined;
    if (!(at instanceof HTMLElement) || at === document.body) {
      kept.lastStop = undefined;
      return undefined;
    }
    const label = at.getAttribute('aria-label') ?? at.getAttribute('name') ?? at.textContent;
    const name = `${at.tagName.toLowerCase()} ${label}`.slice(0, 80);
    // a date has stops of its own inside, which the browser marks, and so has a frame, which its page marks
    if (at instanceof HTMLIFrameElement) kept.lastStop = undefined;
    else if (last?.at !== at) kept.lastStop = { at, name, looks: looksOf(at) };
    const box = (at.closest('label') ?? at).getBoundingClientRect();
    const inSight =
      box.width > 0 && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
    return { name, inSight, unmarked };
  });

export interface Keyboard {
  readonly page: Page;
  /** Tab by Tab, forwards, to what has this role and name; each stop on the way has a ring that is in sight. */
  readonly reach: (role: Parameters<Page['getByRole']>[0], name: string | RegExp) => Promise<void>;
  /** The focus comes to be here without anything being pressed. */
  readonly standsOn: (where: Locator) => Promise<void>;
  readonly press: (key: string) => Promise<void>;
  readonly type: (text: string) => Promise<void>;
}

/** Its pointer is never used. */
export function keyboardOn(page: Page): Keyboard {
  const isOn = (where: Locator) =>
    where.evaluateAll(found => found.some(element => element === document.activeElement));
  return {
    page,
    async reach(role, name) {
      // Tab passes by a button that the script has not taken over yet.
      const where = page.getByRole(role, { name, exact: true, disabled: false });
      await where.first().waitFor();
      const stops: string[] = [];
      for (let presses = 0; presses < PATIENCE; presses++) {
        await page.keyboard.press('Tab');
        const at = await lookAt(page);
        if (at) expect(at, at.name).toMatchObject({ inSight: true, unmarked: undefined });
        stops.push(at?.name ?? 'the page');
        if (await isOn(where)) return;
        // the end of the page is no way on
        if (!at && presses > 0) break;
      }
      throw new Error(`No way to the ${role} ${String(name)}; on the way: ${stops.join(' → ')}.`);
    },
    standsOn: where => expect.poll(() => isOn(where), { interval: 30 }).toBe(true),
    press: key => page.keyboard.press(key),
    type: text => page.keyboard.type(text),
  };
}

/**
 * Walks over the whole page, or the dialog that is open, by Tab.
 * @returns what is wrong: a control that no stop is at, a stop without a ring or out of sight
 */
export async function beyondKeys(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    const kept = globalThis as { stops?: Set<EventTarget | null>; lastStop?: unknown };
    kept.stops = new Set();
    kept.lastStop = undefined;
    (document.activeElement as HTMLElement | null)?.blur();
    document.addEventListener('focusin', ({ target }) => kept.stops?.add(target));
  });
  /** undefined: there was no stop yet. */
  const isAtFirst = () =>
    page.evaluate(() => {
      const [first] = (globalThis as { stops?: Set<EventTarget> }).stops ?? [];
      return first && document.activeElement === first;
    });
  const wrong = new Set<string>();
  // A date has several stops inside, at one element.
  let hasLeft = false;
  for (let presses = 0; ; presses++) {
    if (presses > ENDLESS) throw new Error('No Tab leads back to where the walk began.');
    await page.keyboard.press('Tab');
    const at = await lookAt(page);
    if (at?.unmarked) wrong.add(`no ring: ${at.unmarked}`);
    if (at && !at.inSight) wrong.add(`out of sight: ${at.name}`);
    const atFirst = await isAtFirst();
    if (atFirst && hasLeft) break;
    hasLeft ||= atFirst === false;
  }
  const missed = await page.evaluate(() => {
    const { stops } = globalThis as { stops?: Set<EventTarget> };
    const within = document.querySelector('dialog:modal') ?? document.body;
    const groupOf = (one: Element) =>
      one instanceof HTMLInputElement && one.type === 'radio'
        ? `${one.form?.id ?? ''} ${one.name}`
        : undefined;
    const groups = new Set([...(stops ?? [])].map(one => groupOf(one as Element)));
    return [
      ...within.querySelectorAll<HTMLElement>(
        'a[href], button, input, select, textarea, summary, [role=slider]',
      ),
    ]
      .filter(
        one => one.checkVisibility({ visibilityProperty: true }) && !one.matches(':disabled, [inert] *'),
      )
      .filter(one => !stops?.has(one))
      .filter(one => {
        // of radio buttons one is a stop, and arrows lead to the others
        const group = groupOf(one);
        return group === undefined || !groups.has(group);
      })
      .map(one => one.outerHTML.slice(0, 120));
  });
  return [...wrong, ...missed.map(one => `no stop: ${one}`)];
}
