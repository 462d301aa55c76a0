/** For tests: a page that loads the vendors' scripts, and a person who solves their challenges. */
import { JSDOM, type PageElement, VirtualConsole } from 'jsdom';
import { afterEach, beforeEach } from 'vitest';
import type { Simulators } from '../start.ts';

/** A call of a callback by a vendor's script. */
export type CallbackCall = readonly [name: string, ...given: readonly unknown[]];

export interface SitePage {
  /** Loads a script. Resolves with false if it failed to load. */
  load(path: string): Promise<boolean>;
  /** Runs the site's code; it calls `record(name, ...)` in its callbacks. */
  run(code: string): unknown;
  /** The next callback that the test has not read. */
  nextCall(): Promise<CallbackCall>;
  /** Callbacks that the test has not read. */
  readonly unread: readonly CallbackCall[];
  find(selector: string): PageElement | null;
  has(selector: string): boolean;
  /** Resolves when the condition holds, checked after each change of the page. */
  until(condition: () => boolean): Promise<void>;
  /** The current text of the vendor's widget. */
  says(): string;
  key(key: string): void;
  /** Moves the slider by keyboard to its gap, or to a wrong position, and submits. */
  solve(right?: boolean): Promise<void>;
  /** Drags the slider by a number of pixels and releases it; without a layout a pixel is one unit. */
  drag(by: number): void;
  readonly focus: PageElement | null;
  close(): void;
}

const READY = /^(方向键|Arrow|验证失败|Not quite)/;

/** Opens an empty page of a site with an element `#here` and a focused `#sender`. */
export const openPage = (running: Pick<Simulators, 'url'>): SitePage => {
  const { window } = new JSDOM('<!doctype html><button id="sender">send</button><div id="here"></div>', {
    runScripts: 'dangerously',
    resources: 'usable',
    url: 'http://localhost:8080/',
    // Only the page gets the errors of scripts that fail to load.
    virtualConsole: new VirtualConsole(),
  });
  const { document } = window;
  const queue: CallbackCall[] = [];
  let wake = (): void => {};
  window.record = (...given) => {
    // Copied from the page's realm, so that they compare equal.
    queue.push(JSON.parse(JSON.stringify(given)) as CallbackCall);
    wake();
  };
  window.eval("document.querySelector('#sender').focus()");
  const page: SitePage = {
    load: path =>
      new Promise(resolve => {
        const name = `loaded${Math.random().toString(36).slice(2)}`;
        (window as unknown as Record<string, unknown>)[name] = resolve;
        window.eval(
          `(() => { const script = document.createElement('script'); script.onload = () => ${name}(true);
           script.onerror = () => ${name}(false); script.src = ${JSON.stringify(running.url + path)}; document.head.append(script); })()`,
        );
      }),
    run: code => window.eval(code),
    unread: queue,
    nextCall: async () => {
      while (queue.length === 0)
        await new Promise<void>(resolve => {
          wake = resolve;
        });
      return queue.shift() as CallbackCall;
    },
    find: selector => document.querySelector(selector),
    has: selector => document.querySelector(selector) !== null,
    until: condition =>
      new Promise(resolve => {
        const observer = new window.MutationObserver(() => check());
        const check = (): void => {
          if (!condition()) return;
          observer.disconnect();
          resolve();
        };
        observer.observe(document.documentElement, {
          subtree: true,
          childList: true,
          characterData: true,
          attributes: true,
        });
        check();
      }),
    says: () => document.querySelector('[role=status]')?.textContent ?? '',
    key: key =>
      void document
        .querySelector('[role=slider]')
        ?.dispatchEvent(new window.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })),
    solve: async (right = true) => {
      await page.until(() => READY.test(page.says()));
      const slider = () => document.querySelector('[role=slider]');
      const gap = Number(/(\d+)\D*$/.exec(slider()?.getAttribute('aria-valuetext') ?? '')?.[1]);
      page.key('Home');
      if (right) while (gap - Number(slider()?.getAttribute('aria-valuenow')) > 2) page.key('ArrowRight');
      page.key('Enter');
    },
    drag: by => {
      const slider = document.querySelector('[role=slider]');
      // jsdom may lack PointerEvent, so a MouseEvent stands in.
      const at = (type: string, clientX: number) =>
        slider?.dispatchEvent(new window.MouseEvent(type, { clientX, bubbles: true }));
      at('pointerdown', 10);
      at('pointermove', 10 + by / 2);
      at('pointermove', 10 + by);
      at('pointerup', 10 + by);
    },
    get focus() {
      return document.activeElement;
    },
    close: () => window.close(),
  };
  return page;
};

/** The page of the present test: before each test an empty one is opened. */
export const pageOfEachTest = (running: Pick<Simulators, 'url'>): SitePage => {
  const page = {} as SitePage;
  beforeEach(() => {
    Object.defineProperties(page, Object.getOwnPropertyDescriptors(openPage(running)));
  });
  afterEach(() => page.close());
  return page;
};
