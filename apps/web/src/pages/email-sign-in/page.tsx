/** `/sign-in/email`: a page of its own, so that the sign-in page does not load it. */
import { EmailSignIn, emailWords, useWords } from '@rollcall/react';
import { Late } from '../../delivery/late.tsx';
import { Frame } from '../../frame/frame.tsx';
import { useCarried, useLeave } from '../../frame/leave.ts';
import type { Words } from '../../words/words.ts';
import css from '../pages.module.css';

const loadCookies = () => import('../sign-in/cookie-note.tsx').then(({ CookieNote }) => CookieNote);
const loadShared = () => import('../sign-in/shared-note.tsx').then(({ SharedNote }) => SharedNote);

export function EmailSignInPage({ words }: { words: Words }) {
  const leave = useLeave('/account');
  return (
    <Frame words={words} layout="form">
      <h1>{words.phrases.signIn.title}</h1>
      <p className={css.lead}>{words.signInLead}</p>
      <EmailSignIn
        signUp={useCarried('/sign-up')}
        onSignedIn={() => leave()}
        slots={{
          after: <Late load={loadCookies} with={{}} words={words} />,
        }}
      />
      <div className={css.else}>
        <a href={useCarried('/sign-in')}>{useWords('email', emailWords).otherWays}</a>
        <Late load={loadShared} with={{}} words={words} />
      </div>
    </Frame>
  );
}
