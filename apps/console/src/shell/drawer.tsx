/** The whole navigation on a phone, behind the tab bar's last button. */
import { useRouteContext } from '@tanstack/react-router';
import { useLayoutEffect, useRef } from 'react';
import { useCommonWords, useWords } from '../console-context.ts';
import { Brand } from './brand.tsx';
import css from './drawer.module.css';
import type { KeptFilters } from './kept-filters.ts';
import { Navigation } from './navigation.tsx';
import { UserMenu } from './user-menu.tsx';
import { shellWords } from './words.ts';

export function Drawer({ filters, onClose }: { filters: KeptFilters; onClose: () => void }) {
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
      <Navigation role={operator.role} filters={filters} onGo={onClose} />
      <UserMenu onGo={onClose} />
    </dialog>
  );
}
