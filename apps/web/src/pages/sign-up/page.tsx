/** `/sign-up` */
import { SignUp } from '@rollcall/react';
import { Frame } from '../../frame/frame.tsx';
import { useCarried, useLeave } from '../../frame/leave.ts';
import type { Words } from '../../words/words.ts';
import css from '../pages.module.css';

export function SignUpPage({ words }: { words: Words }) {
  const leave = useLeave('/account');
  return (
    <Frame words={words} layout="form">
      <h1>{words.phrases.signUp.title}</h1>
      <p className={css.lead}>{words.signUpLead}</p>
      <SignUp signIn={useCarried('/sign-in')} onSignedUp={leave} />
    </Frame>
  );
}
