/** The frame of the host site: a school that uses Rollcall, with the signed-in person in its head. */
import { UserButton } from '@rollcall/react';
import type { ReactNode } from 'react';
import { Switches } from '../frame/switches.tsx';
import type { Words } from '../words/words.ts';
import css from './school-frame.module.css';
import { school } from './school-words.ts';

/**
 * @param props.here the page's path, for the way back from signing in and the current entry of the navigation
 */
export function SchoolFrame(props: { words: Words; here: string; children: ReactNode }) {
  const { words, here, children } = props;
  const own = school[words.phrases.language];
  const entry = (path: string, name: string, within: boolean) => (
    <a href={path} aria-current={here === path ? 'page' : within ? true : undefined}>
      {name}
    </a>
  );
  return (
    <div className={css.page}>
      <a className={css.skip} href="#content">
        {words.skip}
      </a>
      <header className={css.head}>
        <a className={css.brand} href="/contests">
          <svg viewBox="0 0 32 32" aria-hidden="true">
            <path d="M16 3v26M3 16h26M7 7l18 18M25 7 7 25" />
            <circle cx="16" cy="16" r="3.5" />
          </svg>
          <span>{own.name}</span>
        </a>
        <nav aria-label={own.navigation} className={css.nav}>
          {entry('/contests', own.contests, false)}
          {entry('/lesson/1', own.lessons, here.startsWith('/lesson/'))}
        </nav>
        <div className={css.person}>
          <UserButton account="/account" signIn={`/sign-in?return=${encodeURIComponent(here)}`} />
          <Switches words={words} />
        </div>
      </header>
      <main id="content" className={css.main} tabIndex={-1}>
        {children}
      </main>
      <footer className={css.foot}>
        <p>{own.foot}</p>
        <a href="/">{own.rollcall}</a>
        {/* filled later by the script of the usage reporting */}
        <div id="reporting" className={css.reporting} />
      </footer>
    </div>
  );
}
