/**
 * What the person pressed just now, or else what has the focus. Safari gives the focus to no button that is pressed, but the
 * pointer, or the finger's last touch, is still on it. Browser only.
 *
 * @example const opener = pressed();
 * @see `docs/react.md`
 */
export const pressed = (): HTMLElement | null =>
  (document.activeElement === document.body
    ? document.querySelector('button:hover')
    : document.activeElement) as HTMLElement | null;
