/** A menu button (WAI-ARIA menu-button pattern). Draws nothing. */
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';

export interface Menu {
  readonly open: boolean;
  /** For the button that opens it. */
  readonly button: {
    readonly ref: RefObject<HTMLButtonElement | null>;
    readonly id: string;
    readonly 'aria-haspopup': 'menu';
    readonly 'aria-expanded': boolean;
    readonly 'aria-controls': string | undefined;
    readonly onClick: () => void;
    readonly onKeyDown: (event: KeyboardEvent) => void;
  };
  /**
   * For the list. Its items have `role="menuitem"` and `tabIndex={-1}`. A card around the list is marked by
   * `data-menu`; it gets `data-start` where it would leave the window at its start.
   */
  readonly list: {
    readonly ref: RefObject<HTMLDivElement | null>;
    readonly id: string;
    readonly role: 'menu';
    readonly 'aria-labelledby': string;
    readonly onKeyDown: (event: KeyboardEvent) => void;
  };
  /** Closes it; the button gets the focus. */
  readonly close: () => void;
}

/** The card, or the list where there is none. */
const cardOf = (list: HTMLElement | null) => list?.closest('[data-menu]') ?? list;
const itemsOf = (list: HTMLElement | null): HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? []),
];

/**
 * Enter, Space, a press or an arrow key on the button opens the menu. The arrow keys, Home, End and first
 * letters move within it. Escape, Tab, a press outside and a focus outside close it.
 *
 * @example const menu = useMenu();
 * @see `docs/react.md`
 */
export function useMenu(): Menu {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  /** The item that gets the focus when the menu opens; undefined: it is closed. */
  const [from, setFrom] = useState<'first' | 'last'>();
  const open = from !== undefined;
  const close = () => {
    setFrom(undefined);
    button.current?.focus();
  };

  useEffect(() => {
    if (!open) return;
    const items = itemsOf(list.current);
    items[from === 'last' ? items.length - 1 : 0]?.focus();
    // aligned with the button's end, unless it would leave the window at its start
    const card = cardOf(list.current);
    card?.toggleAttribute('data-start', card.getBoundingClientRect().left < 0);
    const elsewhere = (event: Event) => {
      const to = event.target as Node;
      if (!card?.contains(to) && !button.current?.contains(to)) setFrom(undefined);
    };
    document.addEventListener('pointerdown', elsewhere);
    document.addEventListener('focusin', elsewhere);
    return () => {
      document.removeEventListener('pointerdown', elsewhere);
      document.removeEventListener('focusin', elsewhere);
    };
  }, [open, from]);

  const onListKey = (event: KeyboardEvent) => {
    const all = itemsOf(list.current);
    const at = all.indexOf(document.activeElement as HTMLElement);
    const letter = event.key.length === 1 && event.key !== ' ' ? event.key.toLowerCase() : undefined;
    let to: HTMLElement | undefined;
    if (event.key === 'ArrowDown') to = all[(at + 1) % all.length];
    else if (event.key === 'ArrowUp') to = all[(at > 0 ? at : all.length) - 1];
    else if (event.key === 'Home') to = all[0];
    else if (event.key === 'End') to = all[all.length - 1];
    else if (event.key === 'Escape') close();
    else if (event.key === 'Tab') {
      // the browser moves the focus on from the button
      close();
      return;
    } else if (letter && !event.ctrlKey && !event.metaKey && !event.altKey)
      to = [...all.slice(at + 1), ...all.slice(0, at + 1)].find(item =>
        item.textContent?.trim().toLowerCase().startsWith(letter),
      );
    else return;
    event.preventDefault();
    to?.focus();
  };

  return {
    open,
    button: {
      ref: button,
      id: `${id}button`,
      'aria-haspopup': 'menu',
      'aria-expanded': open,
      'aria-controls': open ? `${id}menu` : undefined,
      onClick: () => setFrom(open ? undefined : 'first'),
      onKeyDown: event => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
        event.preventDefault();
        setFrom(event.key === 'ArrowDown' ? 'first' : 'last');
      },
    },
    list: {
      ref: list,
      id: `${id}menu`,
      role: 'menu',
      'aria-labelledby': `${id}button`,
      onKeyDown: onListKey,
    },
    close,
  };
}
