/** `/sign-up`; `?by=email` opens the form for an e-mail address. */
import { EmailSignUp, emailSignUpWords, SignUp, useSession, useWords } from '@rollcall/react';
import { useState } from 'react';
import { Late } from '../../delivery/late.tsx';
import { Frame } from '../../frame/frame.tsx';
import { useCarried, useLeave, useReturnPath } from '../../frame/leave.ts';
import { useChannels } from '../../frame/use-channels.ts';
import type { Words } from '../../words/words.ts';
import css from '../pages.module.css';
import { useByEmail } from './use-by-email.ts';

const loadAlready = () =>
  import(/* webpackChunkName: "signing-in" */ '../sign-in/already.tsx').then(({ Already }) => Already);

const loadCookies = () => import('../sign-in/cookie-note.tsx').then(({ CookieNote }) => CookieNote);
const loadShared = () => import('../sign-in/shared-note.tsx').then(({ SharedNote }) => SharedNote);

export function SignUpPage({ words }: { words: Words }) {
  const session = useSession();
  const [done, setDone] = useState(false);
  const goOn = useReturnPath('/account');
  const leave = useLeave('/account');
  const signIn = useCarried('/sign-in');
  const own = useWords('emailSignUp', emailSignUpWords);
  const [byEmail, chooseByEmail] = useByEmail();
  const channels = useChannels();
  const mail = channels?.includes('email');
  const phone = !mail || channels?.includes('sms');
  const Form = byEmail || !phone ? EmailSignUp : SignUp;
  const there = session === 'in' && !done;
  return (
    <Frame words={words} layout="form" ownWayOut>
      <h1>{words.phrases.signUp.title}</h1>
      <p className={css.lead}>{words.signUpLead}</p>
      {there ? <Late load={loadAlready} with={{ goOn }} words={words} /> : null}
      <div hidden={there}>
        <Form
          signIn={signIn}
          onSignedUp={() => {
            setDone(true);
            leave();
          }}
          slots={{
            after: <Late load={loadCookies} with={{}} words={words} />,
          }}
        />
        <div className={css.else}>
          {mail && phone ? (
            <button
              // Another button for the other form, so that the focus goes to its first field.
              key={byEmail ? 'phone' : 'email'}
              type="button"
              className={css.other}
              onClick={() => chooseByEmail(!byEmail)}
            >
              {byEmail ? own.byPhone : own.byEmail}
            </button>
          ) : null}
          <Late load={loadShared} with={{}} words={words} />
        </div>
      </div>
    </Frame>
  );
}
