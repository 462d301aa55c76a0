/** The frame of every page: the head with the seal, language and theme, and the register beside a form. */
import { Seal } from '@rollcall/react';
import { createContext, type ReactNode, useContext } from 'react';
import type { Words } from '../words/words.ts';
import css from './frame.module.css';
import { Switches } from './switches.tsx';
// for the register, which only the document contains
import '../register/roll.css';

/**
 * The drawing of the register beside a form, and the foot, into which the server writes the school's links. Only prerendering
 * provides them, so browsers never load the code that draws them; hydration leaves them as they are.
 */
export const Prerendered = createContext<{ readonly aside?: ReactNode; readonly footer?: ReactNode }>({});

function Still({
  as: Element,
  ...fixed
}: {
  as: 'aside' | 'footer';
  className: string | undefined;
  'data-foot'?: '';
  'aria-hidden'?: true;
}) {
  const drawn = useContext(Prerendered)[Element];
  return drawn === undefined ? (
    // React leaves the content of dangerouslySetInnerHTML alone when it hydrates
    <Element {...fixed} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
  ) : (
    <Element {...fixed}>{drawn}</Element>
  );
}

/** @param props.layout `form`: beside the register; `wide`: the full width */
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
          <a className={css.brand} href="/" data-brand="">
            {words.mark ? <img src={words.mark} alt="" /> : <Seal form="outline" />}
            <span>{words.product}</span>
          </a>
          {user}
          <Switches words={words} />
        </header>
        <main id="content" className={css.main} tabIndex={-1}>
          {children}
        </main>
        {/* filled later by the script of the usage reporting */}
        <div id="reporting" className={css.foot} />
        <Still as="footer" className={css.site} data-foot="" />
      </div>
      {layout === 'form' ? <Still as="aside" className={css.register} aria-hidden /> : null}
    </div>
  );
}
