/** `/sign-up` */
import { EmailSignUp, emailSignUpWords, SignUp } from '@rollcall/react';
import { useState, useSyncExternalStore } from 'react';
import { Frame } from '../../frame/frame.tsx';
import { useCarried, useLeave } from '../../frame/leave.ts';
import type { Words } from '../../words/words.ts';
import css from '../pages.module.css';

const never = () => () => {};

export function SignUpPage({ words }: { words: Words }) {
  const leave = useLeave('/account');
  const signIn = useCarried('/sign-in');
  const own = emailSignUpWords[words.phrases.language];
  const [byEmail, setByEmail] = useState(false);
  // the server tells whether it can send mail
  const mail = useSyncExternalStore(
    never,
    () => document.documentElement.dataset['mail'] !== undefined,
    () => false,
  );
  const Form = byEmail ? EmailSignUp : SignUp;
  return (
    <Frame words={words} layout="form">
      <h1>{words.phrases.signUp.title}</h1>
      <p className={css.lead}>{words.signUpLead}</p>
      <Form
        signIn={signIn}
        onSignedUp={() => leave()}
        slots={
          mail
            ? {
                footer: (
                  <button type="button" className={css.other} onClick={() => setByEmail(!byEmail)}>
                    {byEmail ? own.byPhone : own.byEmail}
                  </button>
                ),
              }
            : {}
        }
      />
    </Frame>
  );
}
