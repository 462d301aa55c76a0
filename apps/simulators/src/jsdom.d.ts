/** The little of jsdom that the tests use: the package has no types of its own, and this workspace has no DOM. */
declare module 'jsdom' {
  export interface PageElement {
    readonly textContent: string | null;
    readonly children: ArrayLike<PageElement>;
    readonly isConnected: boolean;
    getAttribute(name: string): string | null;
    click(): void;
    dispatchEvent(event: object): boolean;
  }
  export interface Page {
    readonly activeElement: PageElement | null;
    readonly documentElement: PageElement;
    querySelector(selector: string): PageElement | null;
    querySelectorAll(selector: string): Iterable<PageElement> & ArrayLike<PageElement>;
  }
  export interface PageWindow {
    readonly document: Page;
    readonly KeyboardEvent: new (type: string, init: object) => object;
    readonly MouseEvent: new (type: string, init: object) => object;
    readonly MutationObserver: new (
      work: () => void,
    ) => { observe(target: PageElement, init: object): void; disconnect(): void };
    eval(code: string): unknown;
    close(): void;
    /** A page's global, as a test reads or makes it. */
    record?: (name: string, ...given: readonly unknown[]) => void;
  }
  export class VirtualConsole {
    removeAllListeners(): this;
  }
  export class JSDOM {
    constructor(
      html: string,
      options?: {
        runScripts?: 'outside-only' | 'dangerously';
        resources?: 'usable';
        url?: string;
        virtualConsole?: VirtualConsole;
      },
    );
    readonly window: PageWindow;
  }
}
