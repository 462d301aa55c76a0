/** The whole navigation in a dialog: behind the last button of a phone's tab bar, and behind the marks of the narrow rail. */
import { useRouteContext } from '@tanstack/react-router';
import { useLayoutEffect, useRef } from 'react';
import { useCommonWords, useWords } from '../console-context.ts';
import { Brand } from './brand.tsx';
import css from './drawer.module.css';
import type { KeptFilters } from './kept-filters.ts';
import type { Group } from '../view.ts';
import { Navigation } from './navigation.tsx';
import { UserMenu } from './user-menu.tsx';
import { shellWords } from './words.ts';

/**
 * @param props.first the group that is open first. Default: that of the view
 * @param props.side where it comes from: the thumb's side, or the rail's
 */
export function Drawer(props: {
  filters: KeptFilters;
  first?: Group | undefined;
  side: 'start' | 'end';
  onClose: () => void;
}) {
  const { filters, first, side, onClose } = props;
  const { operator } = useRouteContext({ from: '/shell' });
  const dialog = useRef<HTMLDialogElement>(null);
  const words = useWords(shellWords);
  const common = useCommonWords();
  // open before the navigation scrolls to its current entry
  useLayoutEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    // a press on the backdrop only repeats what Escape and the button do
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className={css.drawer}
      data-side={side}
      aria-label={words.navigation}
      onClose={onClose}
      onClick={event => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div className={css.drawerHead}>
        <Brand />
        <button type="button" onClick={onClose}>
          {common.close}
        </button>
      </div>
      <Navigation role={operator.role} filters={filters} first={first} onGo={onClose} />
      <UserMenu onGo={onClose} />
    </dialog>
  );
}
