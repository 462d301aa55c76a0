/** `/sign-up` */
import { EmailSignUp, emailSignUpWords, SignUp } from '@rollcall/react';
import { useState } from 'react';
import { Late } from '../../delivery/late.tsx';
import { Frame } from '../../frame/frame.tsx';
import { useCarried, useLeave } from '../../frame/leave.ts';
import { useChannels } from '../../frame/use-channels.ts';
import type { Words } from '../../words/words.ts';
import css from '../pages.module.css';

const loadShared = () => import('../sign-in/shared-tick.tsx').then(({ SharedTick }) => SharedTick);

export function SignUpPage({ words }: { words: Words }) {
  const leave = useLeave('/account');
  const signIn = useCarried('/sign-in');
  const own = emailSignUpWords[words.phrases.language];
  const [byEmail, setByEmail] = useState(false);
  const channels = useChannels();
  const mail = channels?.includes('email');
  const phone = !mail || channels?.includes('sms');
  const Form = byEmail || !phone ? EmailSignUp : SignUp;
  return (
    <Frame words={words} layout="form">
      <h1>{words.phrases.signUp.title}</h1>
      <p className={css.lead}>{words.signUpLead}</p>
      <Form
        signIn={signIn}
        onSignedUp={() => leave()}
        slots={{
          footer: (
            <>
              <Late load={loadShared} with={{}} words={words} />
              {mail && phone ? (
                <button type="button" className={css.other} onClick={() => setByEmail(!byEmail)}>
                  {byEmail ? own.byPhone : own.byEmail}
                </button>
              ) : null}
            </>
          ),
        }}
      />
    </Frame>
  );
}
