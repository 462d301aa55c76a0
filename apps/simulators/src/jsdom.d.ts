/** The little of jsdom that the tests use: the package has no types of its own, and this workspace has no DOM. */
declare module 'jsdom' {
  export interface PageElement {
    readonly textContent: string | null;
    readonly children: ArrayLike<PageElement>;
    getAttribute(name: string): string | null;
  }
  export interface Page {
    querySelector(selector: string): PageElement | null;
    querySelectorAll(selector: string): Iterable<PageElement> & ArrayLike<PageElement>;
  }
  export class JSDOM {
    constructor(html: string, options?: { runScripts?: 'outside-only' });
    readonly window: { readonly document: Page; eval(code: string): unknown };
  }
}
