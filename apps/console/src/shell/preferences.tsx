/** The language and theme buttons. */
import { chooseTheme, LANGUAGE_COOKIE, remember, shownTheme } from '@rollcall/ui';
import type { ReactNode } from 'react';
import { useConsoleContext, useWords } from '../console-context.ts';
import css from './preferences.module.css';
import { shellWords } from './words.ts';

export function Preferences({ children }: { children?: ReactNode }) {
  const { language } = useConsoleContext();
  const words = useWords(shellWords);
  const other = language === 'en' ? 'zh-CN' : 'en';
  return (
    <div className={css.preferences}>
      <button
        type="button"
        lang={other}
        onClick={() => {
          remember(LANGUAGE_COOKIE, other);
          // the view's state is in the address, so a reload keeps it
          location.reload();
        }}
      >
        {words.otherLanguage}
      </button>
      <button
        type="button"
        aria-label={words.switchTheme}
        title={words.switchTheme}
        onClick={() => chooseTheme(shownTheme() === 'dark' ? 'light' : 'dark')}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <circle cx="12" cy="12" r="8" />
          <path d="M12 4a8 8 0 0 1 0 16z" />
        </svg>
      </button>
      {children}
    </div>
  );
}
