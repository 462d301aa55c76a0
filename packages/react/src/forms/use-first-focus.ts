/** The first field has the focus, unless a person has begun elsewhere. */
import { type RefObject, useEffect } from 'react';

/**
 * Focuses the control marked `data-first` inside `form` once, where nothing else has the focus. React's own autoFocus
 * would take it away from a person who is already typing in another field when the script arrives.
 */
export function useFirstFocus(form: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const active = document.activeElement;
    if (active && active !== document.body) return;
    form.current?.querySelector<HTMLElement>('[data-first]')?.focus({ preventScroll: true });
  }, [form]);
}
