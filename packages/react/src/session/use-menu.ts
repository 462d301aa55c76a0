/** A menu under a button, by the keyboard as the WAI-ARIA menu-button pattern has it. Draws nothing. */
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
   * For the list; its items have `role="menuitem"` and `tabIndex={-1}`. A card around it, with what is no item, is marked by
   * `data-menu`. Where the card would leave the window at its start it has `data-start`.
   */
  readonly list: {
    readonly ref: RefObject<HTMLDivElement | null>;
    readonly id: string;
    readonly role: 'menu';
    readonly 'aria-labelledby': string;
    readonly onKeyDown: (event: KeyboardEvent) => void;
  };
  /** Closes it; the focus goes back to the button. */
  readonly close: () => void;
}

/** All that opens: the card, else the list alone. */
const cardOf = (list: HTMLElement | null) => list?.closest('[data-menu]') ?? list;
const itemsOf = (list: HTMLElement | null): HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? []),
];

/**
 * Enter, Space, a press or an arrow on the button opens it; the arrows, Home, End and first letters move; Escape, Tab, a
 * press elsewhere and the focus elsewhere close it.
 */
export function useMenu(): Menu {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  /** Where the focus goes when it has opened; undefined: it is closed. */
  const [from, setFrom] = useState<'first' | 'last'>();
  const open = from !== undefined;
  const close = () => {
    setFrom(undefined);
    button.current?.focus();
  };

  useEffect(() => {
    if (!open) return;
    itemsOf(list.current)
      .at(from === 'last' ? -1 : 0)
      ?.focus();
    // under the button's end, where that leaves the window under its start
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
    else if (event.key === 'ArrowUp') to = all.at((at > 0 ? at : all.length) - 1);
    else if (event.key === 'Home') to = all[0];
    else if (event.key === 'End') to = all.at(-1);
    else if (event.key === 'Escape') close();
    else if (event.key === 'Tab') {
      // the browser goes on from the button
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
