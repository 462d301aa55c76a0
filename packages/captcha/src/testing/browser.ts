/** For tests: browser APIs that jsdom lacks, and control of timers and scripts. */
import { vi } from 'vitest';

/** The parts of a native modal dialog that the overlay relies on. */
const patchDialog = () => {
  const openers = new WeakMap<HTMLElement, Element | null>();
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      openers.set(this, document.activeElement);
      this.open = true;
      this.querySelector<HTMLElement>('button, input')?.focus();
    },
    close(this: HTMLDialogElement) {
      if (!this.open) return;
      this.open = false;
      (openers.get(this) as HTMLElement | null)?.focus();
    },
  });
};

/** Resets the page, with fake timers. @param reduced whether the person prefers reduced motion */
export const freshPage = (reduced = false): void => {
  vi.useFakeTimers();
  vi.setSystemTime(1_700_000_000_000);
  patchDialog();
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: reduced && query.includes('reduced-motion') }));
  document.documentElement.lang = '';
  document.head.replaceChildren();
  document.body.innerHTML = '<button id="opener">send</button>';
  document.querySelector<HTMLElement>('#opener')?.focus();
};

/** Runs pending promise callbacks and dynamic imports. */
export const settle = async (): Promise<void> => {
  await vi.advanceTimersByTimeAsync(0);
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(0);
};

export const scripts = (): HTMLScriptElement[] => [...document.querySelectorAll('script')];
export const dialog = (): HTMLDialogElement | null => document.querySelector('dialog');
export const closeLink = (): HTMLButtonElement =>
  document.querySelector('dialog button') as HTMLButtonElement;
export const press = (key: string): KeyboardEvent => {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  (document.activeElement ?? document.body).dispatchEvent(event);
  return event;
};
/** Fires an event on the last script element. */
export const answerScript = (how: 'load' | 'error'): void => {
  scripts().at(-1)?.dispatchEvent(new Event(how));
};
