/** `/sign-in/email`: a page of its own, so that the sign-in page does not load it. */
import { EmailSignIn, emailWords } from '@rollcall/react';
import { Frame } from '../../frame/frame.tsx';
import { useCarried, useLeave } from '../../frame/leave.ts';
import type { Words } from '../../words/words.ts';
import css from '../pages.module.css';

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
          footer: (
            <a className={css.other} href={useCarried('/sign-in')}>
              {emailWords[words.phrases.language].otherWays}
            </a>
          ),
        }}
      />
    </Frame>
  );
}
