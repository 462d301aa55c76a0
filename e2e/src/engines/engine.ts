/** A browser engine other than Chromium, as far as the journeys need one: each speaks a protocol of its own. */
import { LIMIT } from '../../../tools/testing/limits.ts';

/** Keys that write no character, by their names in the DOM. */
export type Key = 'Home' | 'End' | 'PageUp' | 'ArrowRight' | 'Enter';

/** A tab. Scripts are texts, which run in the page. */
export interface EnginePage {
  open(address: string): Promise<void>;
  /** Runs an expression. @returns its value, or that of its promise */
  read<T>(expression: string): Promise<T>;
  /** Types into a field in place of what is there, as keys do. */
  type(selector: string, text: string): Promise<void>;
  /** Focuses an element and presses keys on it, one after the other. */
  keys(selector: string, ...keys: readonly Key[]): Promise<void>;
  /** Presses an element that can be seen. */
  press(selector: string): Promise<void>;
  /** A picture of what is shown, as PNG. */
  picture(): Promise<Buffer>;
  close(): Promise<void>;
}

export interface Engine {
  /** As the browser names itself. */
  readonly version: string;
  newPage(): Promise<EnginePage>;
  /** Takes everything that the browser's sites have stored. */
  close(): Promise<void>;
}

/** Milliseconds after which a page that does not answer is asked again. */
const AGAIN = 5_000;

const after = (milliseconds: number): Promise<false> =>
  new Promise(resolve => {
    setTimeout(resolve, milliseconds, false);
  });

/**
 * Waits until an expression, or its promise, is true, in whatever document the tab shows then.
 * @throws Error with the page's address and text where it does not become true
 */
export async function until(page: EnginePage, expression: string): Promise<void> {
  const end = Date.now() + LIMIT;
  for (;;) {
    // the document may be on its way out: then some answer with an error, some never
    const holds = await Promise.race([
      page.read<boolean>(`Promise.resolve(${expression}).then(Boolean)`).catch(() => false),
      after(AGAIN),
    ]);
    if (holds) return;
    if (Date.now() > end) {
      const text = await page
        .read<string>('`${location.href}\\n${document.body.innerText.slice(0, 800)}`')
        .catch(String);
      throw new Error(`Not true: ${expression}\n${text}`);
    }
    await after(50);
  }
}

/** Waits for an element that can be seen. */
export const seen = (page: EnginePage, selector: string): Promise<void> =>
  until(page, `document.querySelector(${JSON.stringify(selector)})?.checkVisibility()`);

/** Waits for words on the page. */
export const says = (page: EnginePage, text: string): Promise<void> =>
  until(page, `document.body.innerText.includes(${JSON.stringify(text)})`);

/**
 * Presses an element once it stands still: what loads above it may move it between the look at its place and the press,
 * which then meets another element.
 */
async function pressStill(page: EnginePage, selector: string): Promise<void> {
  await until(
    page,
    `(one => {
      one.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { x, y } = one.getBoundingClientRect();
      const before = one.dataset.place;
      one.dataset.place = x + ' ' + y;
      return one.dataset.place === before;
    })(document.querySelector(${JSON.stringify(selector)}))`,
  );
  await page.press(selector);
}

/** Presses the first button that can be seen and has these words. */
export async function pressNamed(page: EnginePage, name: string): Promise<void> {
  const mark = `marked-${Math.random().toString(36).slice(2)}`;
  await until(
    page,
    `(() => {
      const named = [...document.querySelectorAll('button, a, label')].find(one =>
        one.checkVisibility() && !one.disabled && one.innerText.trim() === ${JSON.stringify(name)});
      named?.setAttribute('data-pressed', '${mark}');
      return named;
    })()`,
  );
  await pressStill(page, `[data-pressed="${mark}"]`);
}

/** Presses an element once it can be seen and is not disabled. */
export async function pressSeen(page: EnginePage, selector: string): Promise<void> {
  await until(
    page,
    `(one => one?.checkVisibility() && !one.disabled)(document.querySelector(${JSON.stringify(selector)}))`,
  );
  await pressStill(page, selector);
}
