/** The acts of a view, by the keyboard alone: which there are, and what each does when it is pressed. */
import type { ElementHandle, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { ImmediateAct } from './console-immediate-acts.ts';

/** `act`: its element does not say what it does. */
type Kind = 'act' | 'toggle' | 'select' | 'sort';
type Control = ElementHandle<HTMLElement>;

interface Act {
  readonly kind: Kind;
  /** What it says; numbers are `#`. */
  readonly name: string;
  readonly control: Control;
}

const keyOf = ({ kind, name }: Pick<Act, 'kind' | 'name'>): string => `${kind} ${name}`;
const isSaid = (says: ImmediateAct['says'], name: string): boolean =>
  typeof says === 'string' ? says === name : says.test(name);

/** The listed acts that no press has reached. */
export const unpressed = (listed: readonly ImmediateAct[], pressed: ReadonlySet<string>) =>
  listed.filter(({ says }) => ![...pressed].some(key => isSaid(says, key.slice(key.indexOf(' ') + 1))));

/** The controls within a selector that can be pressed now. Those that say the same do the same: the first stands for all. */
async function actsIn(page: Page, within: string): Promise<Act[]> {
  const found = new Map<string, Act>();
  for (const control of await page.$$(`${within} :is(button, select, summary)`)) {
    const seen = await control.evaluate(one => {
      if (
        !one.checkVisibility({ visibilityProperty: true }) ||
        one.matches(':disabled, [aria-disabled=true], [inert] *')
      )
        return;
      const isSelect = one instanceof HTMLSelectElement;
      const text = isSelect ? one.labels[0]?.textContent : one.textContent;
      const said = text?.trim() || one.getAttribute('aria-label') || '';
      const name = said.replaceAll(/\s+/g, ' ').replaceAll(/[\d.,]+%?/g, '#');
      const kind: Kind = isSelect
        ? 'select'
        : one.closest('th')
          ? 'sort'
          : one.matches('summary, [aria-expanded], [aria-pressed]')
            ? 'toggle'
            : 'act';
      return { kind, name };
    });
    if (!seen || found.has(keyOf(seen))) continue;
    found.set(keyOf(seen), { ...seen, control: control as Control });
  }
  return [...found.values()];
}

const hasFocus = (control: Control) => control.evaluate(one => one === document.activeElement);
const isFocused = (control: Control) =>
  expect.poll(() => hasFocus(control), { interval: 20, message: 'has the focus' }).toBe(true);
const somethingIsFocused = (page: Page) =>
  page.evaluate(() => document.activeElement !== document.body && document.activeElement !== null);
const isQuiet = (page: Page) => page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });

/** What opens a dialog: the dialog has the focus, and what opened it has it after Escape. */
async function opensAndCloses(page: Page, control: Control): Promise<void> {
  await page.keyboard.press('Enter');
  const dialog = page.locator('dialog:modal');
  await dialog.waitFor();
  await dialog.locator(':focus').or(page.locator('dialog:modal:focus')).first().waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await isFocused(control);
}

/** What opens and closes a part of the view, or switches something on and off. */
async function togglesTwice(page: Page, control: Control): Promise<void> {
  const isOn = () =>
    control.evaluate(one =>
      one.matches('[aria-expanded=true], [aria-pressed=true], details[open] > summary'),
    );
  const before = await isOn();
  for (const on of [!before, before]) {
    // What was opened may have the focus: Shift+Tab leads back, which is no part of this.
    await control.focus();
    await page.keyboard.press('Enter');
    await expect.poll(isOn, { interval: 20 }).toBe(on);
    expect(await somethingIsFocused(page)).toBe(true);
  }
}

/** Another option is chosen by an arrow, and the field keeps the focus when the view has it. */
async function chooses(page: Page, control: Control): Promise<void> {
  const label = (one: Element) => (one as HTMLSelectElement).labels[0]?.textContent ?? one.ariaLabel;
  const named = await control.evaluate(label);
  const atLast = await control.evaluate(one => {
    const { selectedIndex, length } = one as HTMLSelectElement;
    return selectedIndex === length - 1;
  });
  const { value } = await control.evaluate(one => ({ value: (one as HTMLSelectElement).value }));
  if ((await control.evaluate(one => (one as HTMLSelectElement).length)) === 1) return;
  await page.keyboard.press(atLast ? 'ArrowUp' : 'ArrowDown');
  await expect
    .poll(() => page.evaluate(() => (document.activeElement as HTMLSelectElement).value), { interval: 20 })
    .not.toBe(value);
  await isQuiet(page);
  const focused = await page.evaluateHandle(() => document.activeElement as Element);
  expect(await focused.evaluate(label)).toBe(named);
}

/** The list is sorted by another column or the other way round, and its head keeps the focus. */
async function sorts(page: Page, control: Control): Promise<void> {
  const order = () => control.evaluate(one => one.closest('th')?.ariaSort ?? null);
  const before = await order();
  await page.keyboard.press('Enter');
  await expect.poll(order, { interval: 20 }).not.toBe(before);
  await isQuiet(page);
  await isFocused(control);
}

async function actsImmediately(page: Page, { effect }: ImmediateAct): Promise<void> {
  const from = page.url();
  const file = effect === 'download' ? page.waitForEvent('download') : undefined;
  if (typeof effect === 'object') expect(await page.locator(effect.shows).count(), effect.shows).toBe(0);
  await page.keyboard.press('Enter');
  if (file) await file;
  else if (effect === 'address') await page.waitForURL(url => url.href !== from);
  else if (typeof effect === 'object') await page.locator(effect.shows).first().waitFor();
  await isQuiet(page);
  expect(await somethingIsFocused(page), 'something has the focus').toBe(true);
}

/** A text is looked for by the button, and another by Enter in the field: each has the focus still. */
async function finds(
  page: Page,
  control: Control,
  act: ImmediateAct & Required<Pick<ImmediateAct, 'typed'>>,
) {
  const { into, texts } = act.typed;
  const field = (await page.locator(into).elementHandle()) as Control;
  for (const [at, text] of texts.entries()) {
    await field.focus();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(text);
    const pressed = at === 0 ? control : field;
    await pressed.focus();
    await actsImmediately(page, act);
    await isFocused(pressed);
    expect(await page.locator(into).inputValue()).toBe(text);
  }
}

/** @returns whether the view is as it was before */
async function press(page: Page, { kind, control }: Act, immediate?: ImmediateAct): Promise<boolean> {
  await control.focus();
  if (kind === 'select') await chooses(page, control);
  else if (kind === 'sort') await sorts(page, control);
  else if (kind === 'toggle') await togglesTwice(page, control);
  else if (immediate?.typed) await finds(page, control, { ...immediate, typed: immediate.typed });
  else if (immediate) await actsImmediately(page, immediate);
  else await opensAndCloses(page, control);
  return kind === 'toggle' || (kind === 'act' && !immediate);
}

/**
 * Presses each act once, and waits for what it does.
 * @param on.within a selector of what has them
 * @param on.open shows the page as it was
 * @param on.immediate those that open no dialog
 * @param pressed what is not pressed again: each act is added
 */
export async function pressAll(
  page: Page,
  on: {
    readonly within: string;
    readonly open: () => Promise<void>;
    readonly immediate: readonly ImmediateAct[];
  },
  pressed: Set<string>,
): Promise<void> {
  await on.open();
  for (;;) {
    const next = (await actsIn(page, on.within)).find(act => !pressed.has(keyOf(act)));
    if (!next) return;
    pressed.add(keyOf(next));
    const immediate = on.immediate.find(({ says }) => isSaid(says, next.name));
    try {
      if (!(await press(page, next, immediate))) await on.open();
    } catch (cause) {
      throw new Error(`${keyOf(next)} at ${page.url()}`, { cause });
    }
  }
}
