/** Does what a person would do to bring a state about: types, presses, waits until it shows. */
export interface Hand {
  /** Types into the control of a name. */
  readonly type: (name: string, text: string) => Promise<void>;
  /** Presses what the selector finds. */
  readonly press: (selector: string) => Promise<void>;
  /** Resolves when the selector finds something. */
  readonly see: (selector: string) => Promise<void>;
  /** Presses a key where the focus is. */
  readonly key: (key: string) => Promise<void>;
}

/** React draws within a few of these. */
const breath = () => new Promise<void>(resolve => requestAnimationFrame(() => setTimeout(resolve)));

/** @param box where it looks; it gives up, for ever, when `signal` says so */
export function handIn(box: HTMLElement, signal: AbortSignal): Hand {
  const found = (selector: string): Promise<HTMLElement> =>
    new Promise(resolve => {
      const look = (): boolean => {
        const element = box.querySelector<HTMLElement>(selector);
        if (element) resolve(element);
        return element !== null;
      };
      if (look()) return;
      const watching = new MutationObserver(() => {
        if (look() || signal.aborted) watching.disconnect();
      });
      watching.observe(box, { subtree: true, childList: true, attributes: true, characterData: true });
    });
  return {
    type: async (name, text) => {
      const control = (await found(`[name="${name}"]`)) as HTMLInputElement;
      // as the browser does it, so that React hears of it
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(control, text);
      control.dispatchEvent(new Event('input', { bubbles: true }));
      await breath();
    },
    press: async selector => {
      (await found(selector)).click();
      await breath();
    },
    see: async selector => {
      await found(selector);
      await breath();
    },
    key: async key => {
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      await breath();
    },
  };
}
