/** For tests: a page that really loads the vendors' scripts, and a person who solves what they draw. */
import { JSDOM, type PageElement, VirtualConsole } from 'jsdom';
import type { Simulators } from '../start.ts';

/** A callback of a vendor's script, as the page heard it. */
export type Heard = readonly [name: string, ...given: readonly unknown[]];

export interface SitePage {
  /** Loads a script; false where it did not come. */
  load(path: string): Promise<boolean>;
  /** Runs the site's code; it says `hear(name, ...)` in its callbacks. */
  run(code: string): unknown;
  /** The next callback that was not asked for yet. */
  heard(): Promise<Heard>;
  /** Callbacks that were not asked for yet. */
  readonly unheard: readonly Heard[];
  find(selector: string): PageElement | null;
  has(selector: string): boolean;
  /** Resolves as soon as it holds, after any change of the page. */
  until(condition: () => boolean): Promise<void>;
  /** What the vendor's widget says at the moment. */
  says(): string;
  key(key: string): void;
  /** Moves the slider by keyboard to its gap, or leaves it where it is wrong, and submits. */
  solve(right?: boolean): Promise<void>;
  /** Drags the slider by so many pixels and lets go; a track without a layout has one unit for each. */
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
    // Scripts that fail to load are told to nobody else than the page.
    virtualConsole: new VirtualConsole(),
  });
  const { document } = window;
  const queue: Heard[] = [];
  let wake = (): void => {};
  window.hear = (...given) => {
    // Out of the page's own objects, so that they compare.
    queue.push(JSON.parse(JSON.stringify(given)) as Heard);
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
    unheard: queue,
    heard: async () => {
      while (queue.length === 0)
        await new Promise<void>(resolve => {
          wake = resolve;
        });
      return queue.shift() as Heard;
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
      // A pointer event is a mouse event with more to it, and jsdom may have no such class.
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
