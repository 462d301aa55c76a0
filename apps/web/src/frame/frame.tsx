/** What every page stands in: the head with the mark, language and theme, and the register beside a form. */
import { Seal } from '@rollcall/react';
import { createContext, type ReactNode, useContext } from 'react';
import type { Words } from '../words/words.ts';
import css from './frame.module.css';
import { Switches } from './switches.tsx';
// the register's, which stands in the document alone
import '../register/roll.css';

/**
 * What fills the register beside a form. It is drawn into the document and stays as it is: only prerendering gives it, so no
 * browser loads how it is drawn.
 */
export const Register = createContext<ReactNode>(undefined);

function Drawn() {
  const drawn = useContext(Register);
  const fixed = { className: css.register, 'aria-hidden': true } as const;
  return drawn === undefined ? (
    // with content of its own React leaves what stands there alone
    <aside {...fixed} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
  ) : (
    <aside {...fixed}>{drawn}</aside>
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
          <a className={css.brand} href="/">
            <Seal form="outline" />
            <span>{words.product}</span>
          </a>
          {user}
          <Switches words={words} />
        </header>
        <main id="content" className={css.main} tabIndex={-1}>
          {children}
        </main>
        {/* filled later, by the reporting's own script */}
        <div id="reporting" className={css.foot} />
      </div>
      {layout === 'form' ? <Drawn /> : null}
    </div>
  );
}
