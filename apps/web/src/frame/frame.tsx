/** What every page stands in: the head with the mark, language and theme, and the register beside a form. */
import { chooseTheme, LANGUAGE_COOKIE, remember, Seal, shownTheme, useHydrated } from '@rollcall/react';
import type { ReactNode } from 'react';
import { Roll } from '../register/roll.tsx';
import type { Words } from '../words/words.ts';
import css from './frame.module.css';

function Switches({ words }: { words: Words }) {
  const hydrated = useHydrated();
  const other = words.phrases.language === 'en' ? 'zh-CN' : 'en';
  return (
    <div className={css.switches}>
      <button
        type="button"
        lang={other}
        disabled={!hydrated}
        onClick={() => {
          remember(LANGUAGE_COOKIE, other);
          // what was typed is kept as a draft by each form
          location.reload();
        }}
      >
        {words.otherLanguage}
      </button>
      <button
        type="button"
        className={css.theme}
        aria-label={words.switchTheme}
        title={words.switchTheme}
        disabled={!hydrated}
        onClick={() => chooseTheme(shownTheme() === 'dark' ? 'light' : 'dark')}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <circle cx="12" cy="12" r="8" />
          <path d="M12 4a8 8 0 0 1 0 16z" />
        </svg>
      </button>
    </div>
  );
}

/** `form` stands as a register's page with the roll beside it; `wide` takes the width. */
export function Frame(props: {
  words: Words;
  layout: 'form' | 'wide';
  user?: ReactNode;
  children: ReactNode;
}) {
  const { words, layout, user, children } = props;
  return (
    <div className={layout === 'form' ? css.form : css.wide}>
      <a className={css.skip} href="#content">
        {words.skip}
      </a>
      <div className={css.page}>
        <header className={css.head}>
          <a className={css.brand} href="/" aria-label={words.home}>
            <Seal form="outline" />
            <span>{words.product}</span>
          </a>
          {user}
          <Switches words={words} />
        </header>
        <main id="content" className={css.main} tabIndex={-1}>
          {children}
        </main>
      </div>
      {layout === 'form' ? (
        <aside className={css.register} aria-hidden="true">
          <Roll names={words.roll} days={words.days} you={words.you} />
        </aside>
      ) : null}
    </div>
  );
}
