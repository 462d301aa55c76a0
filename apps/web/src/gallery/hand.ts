/** Operates a specimen as a person does: types, presses, waits. */
export interface Hand {
  /** Types into the control of a name, or chooses in it. */
  readonly type: (name: string, text: string) => Promise<void>;
  /** Presses what the selector finds. */
  readonly press: (selector: string) => Promise<void>;
  /** Resolves when the selector finds something. */
  readonly see: (selector: string) => Promise<void>;
  /** Presses a key where the focus is. */
  readonly key: (key: string) => Promise<void>;
}

/** React renders within a few of these. */
const breath = () => new Promise<void>(resolve => requestAnimationFrame(() => setTimeout(resolve)));

/**
 * @param box the element to look in
 * @param signal stops the waiting
 */
export function handIn(box: HTMLElement, signal: AbortSignal): Hand {
  const found = (selector: string): Promise<HTMLElement> =>
    new Promise(resolve => {
      const look = (): boolean => {
        // beside an open dialog nothing can be reached
        const dialog = box.querySelector<HTMLElement>('dialog[open]');
        const element = dialog?.matches(selector)
          ? dialog
          : (dialog ?? box).querySelector<HTMLElement>(selector);
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
      // dispatched as the browser does, so that React handles it
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, text);
      for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }));
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
