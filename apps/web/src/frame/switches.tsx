import { chooseTheme, LANGUAGE_COOKIE, remember, shownTheme, useHydrated } from '@rollcall/react';
import type { Words } from '../words/words.ts';
import css from './frame.module.css';

/** Switches the language and the theme. */
export function Switches({ words }: { words: Words }) {
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
          // each form keeps what was typed as a draft
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
