/** The frame of every page: the head with the seal, language and theme, and the register beside a form. */
import { Seal, useSession } from '@rollcall/react';
import { createContext, type ReactNode, useContext } from 'react';
import { Late } from '../delivery/late.tsx';
import type { Words } from '../words/words.ts';
import css from './frame.module.css';
import { useShared } from './shared-device.ts';
import { useSignedOut } from './signed-out.ts';
import { Switches } from './switches.tsx';
// for the register, which only the document contains
import '../register/roll.css';

/**
 * The drawing of the register beside a form. Only prerendering provides it, so browsers never load the code that draws it;
 * hydration leaves it as it is.
 */
export const Prerendered = createContext<ReactNode>(undefined);

/** React leaves the content of `dangerouslySetInnerHTML` alone when it hydrates. */
const still = { suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: '' } };

function Register() {
  const drawn = useContext(Prerendered);
  const fixed = { className: css.register, 'aria-hidden': true };
  return drawn === undefined ? <aside {...fixed} {...still} /> : <aside {...fixed}>{drawn}</aside>;
}

const loadWayOut = () =>
  import(/* webpackChunkName: "signing-in" */ './way-out.tsx').then(({ WayOut }) => WayOut);
const nothing = {};

/**
 * @param props.layout `form`: beside the register; `wide`: the full width
 * @param props.ownWayOut whether the page itself lets people sign out; else the frame does, below what the page shows. On a
 * computer that several people use it does in any case, above that and large
 */
export function Frame(props: {
  words: Words;
  layout: 'form' | 'wide';
  user?: ReactNode;
  ownWayOut?: boolean;
  children: ReactNode;
}) {
  const { words, layout, user, ownWayOut, children } = props;
  const session = useSession();
  const shared = useShared();
  useSignedOut();
  const wayOut = session === 'in' && (shared || !ownWayOut);
  const out = wayOut ? (
    <div className={shared ? css.large : css.out}>
      <Late load={loadWayOut} with={nothing} words={words} />
    </div>
  ) : null;
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
          {shared ? out : null}
          {children}
          {shared ? null : out}
        </main>
        {/* written by the server */}
        <footer className={css.site} data-foot="" {...still} />
        {/* filled later by the script of the usage reporting: last, so that nothing moves */}
        <div id="reporting" className={css.foot} />
      </div>
      {layout === 'form' ? <Register /> : null}
    </div>
  );
}
