/**
 * The overlay (specification, section 2): a dimmed mask over the whole screen and, for providers that need one, a box
 * with a prompt and a close link. A native modal dialog keeps the focus inside, makes the page behind inert and stands
 * above a site's own dialogs. Styled through CSSOM only, which `style-src 'self'` allows.
 */
export type Language = 'zh-CN' | 'en';

/** Milliseconds from the end to the mask's removal (specification, section 9). */
export const LINGER_MS = 600;

const phrases = {
  'zh-CN': { wait: '正在验证，请稍候…', drag: '拖动下方滑块完成验证', close: '关闭' },
  en: {
    wait: 'Checking, please wait…',
    drag: 'drag the slider below to complete verification',
    close: 'Close',
  },
} as const satisfies Record<Language, object>;

const MASK =
  'position:fixed;inset:0;z-index:999;width:auto;height:auto;max-width:none;max-height:none;margin:0;border:0;padding:0;' +
  'display:grid;place-items:center;overflow:auto;background:var(--rc-veil,#1d243373)';
const BOX =
  // transparent, and drawn where colours are forced
  'padding:16px;outline:1px solid #0000;max-width:calc(100vw - 56px);border-radius:var(--rc-radius,3px);font:16px/1.5 var(--rc-sans,sans-serif);' +
  'background:var(--rc-paper,#faf7f0);color:var(--rc-ink,#1d2433)';
const LINK =
  'min-height:44px;margin:8px 0 -8px -8px;padding:0 8px;border:0;background:none;font:inherit;text-decoration:underline;cursor:pointer;' +
  'color:var(--rc-blue,#1f4b8f)';

export interface Overlay {
  /** The element to render a widget in, 300 px wide, with a unique id. */
  readonly mount: HTMLElement;
  /** Prompts to drag the slider in `mount`. */
  drag(): void;
  /** Leaves only the mask, below the vendor's own dialog: z-index 999, not modal, without the focus. */
  hideBox(): void;
  /** Returns the focus immediately; removes the mask after 600 ms. */
  end(): void;
}

let count = 0;

/**
 * Opens the overlay with the prompt that the check is running.
 *
 * @param opener the element that gets the focus back
 * @param close called, perhaps more than once, on Escape, a back gesture or the close link
 */
export const openOverlay = (language: Language, opener: Element | null, close: () => void): Overlay => {
  const words = phrases[language];
  const dialog = document.createElement('dialog');
  const box = dialog.appendChild(document.createElement('div'));
  const prompt = box.appendChild(document.createElement('p'));
  const mount = box.appendChild(document.createElement('div'));
  const link = box.appendChild(document.createElement('button'));

  const say = (text: string) => {
    prompt.textContent = text;
    dialog.setAttribute('aria-label', text);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    // The same key must not close a dialog of the site behind.
    event.preventDefault();
    event.stopPropagation();
    close();
  };

  dialog.style.cssText = MASK;
  box.style.cssText = BOX;
  prompt.style.cssText = 'margin:0 0 8px;max-width:300px';
  mount.style.cssText = 'width:300px;max-width:100%';
  link.style.cssText = LINK;
  dialog.lang = language;
  dialog.setAttribute('aria-modal', 'true');
  prompt.setAttribute('role', 'status');
  mount.id = `rollcall-captcha-${++count}`;
  link.type = 'button';
  link.textContent = words.close;
  say(words.wait);

  link.addEventListener('click', close);
  // A phone's back gesture fires `cancel` and no key event.
  dialog.addEventListener('cancel', close);
  document.addEventListener('keydown', onKey, true);
  document.body.append(dialog);
  dialog.showModal();

  return {
    mount,
    drag: () => say(words.drag),
    hideBox: () => {
      dialog.close();
      dialog.removeAttribute('aria-modal');
      box.style.cssText = '';
      prompt.hidden = link.hidden = true;
    },
    end: () => {
      document.removeEventListener('keydown', onKey, true);
      dialog.close();
      dialog.inert = true;
      (opener as HTMLElement | null)?.focus?.({ preventScroll: true });
      if (!matchMedia('(prefers-reduced-motion:reduce)').matches) {
        dialog.style.transition = 'opacity .2s .4s';
        dialog.style.opacity = '0';
      }
      setTimeout(() => dialog.remove(), LINGER_MS);
    },
  };
};
