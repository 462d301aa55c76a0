/** The bar at the foot of a phone: the most used views, and the button that opens the whole navigation. */
import { Link } from '@tanstack/react-router';
import type { RefObject } from 'react';
import { useConsoleContext, useWords } from '../console-context.ts';
import { view as overviewView } from '../overview/overview.view.ts';
import { view as peopleView } from '../people/list.view.ts';
import css from './tab-bar.module.css';
import { shellWords } from './words.ts';

export interface TabBarProps {
  /** Set to the button, which gets the focus back when the navigation is closed. */
  readonly menu: RefObject<HTMLButtonElement | null>;
  /** Called when the person opens the navigation. */
  readonly onMenu: () => void;
}

export function TabBar({ menu, onMenu }: TabBarProps) {
  const { language } = useConsoleContext();
  const words = useWords(shellWords);
  return (
    <nav className={css.tabBar} aria-label={words.shortcuts}>
      <Link
        to="/console"
        activeOptions={{ exact: true, includeSearch: false }}
        activeProps={{ 'aria-current': 'page' }}
      >
        {overviewView.navigation.title[language]}
      </Link>
      <Link
        to="/console/people"
        activeProps={{ 'aria-current': 'page' }}
        activeOptions={{ includeSearch: false }}
      >
        {peopleView.navigation.title[language]}
      </Link>
      <Link
        to="/console/ask"
        activeProps={{ 'aria-current': 'page' }}
        activeOptions={{ includeSearch: false }}
      >
        {words.usageShort}
      </Link>
      <button ref={menu} type="button" aria-haspopup="dialog" onClick={onMenu}>
        {words.menu}
      </button>
    </nav>
  );
}
