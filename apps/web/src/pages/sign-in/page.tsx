/** `/sign-in` */
import { SignIn, SignOutButton, useSession } from '@rollcall/react';
import { useState } from 'react';
import { Frame } from '../../frame/frame.tsx';
import { useCarried, useLeave, useReturnPath } from '../../frame/leave.ts';
import type { Words } from '../../words/words.ts';
import css from '../pages.module.css';

export function SignInPage({ words }: { words: Words }) {
  const session = useSession();
  const [done, setDone] = useState(false);
  const goOn = useReturnPath('/account');
  const leave = useLeave('/account');
  const signUp = useCarried('/sign-up');
  const there = session === 'in' && !done;
  return (
    <Frame words={words} layout="form">
      <h1>{words.phrases.signIn.title}</h1>
      <p className={css.lead}>{words.signInLead}</p>
      {there ? (
        <div className={css.already}>
          <p aria-live="polite">{words.phrases.signIn.already}</p>
          <a href={goOn}>{words.phrases.signIn.goOn}</a>
          <SignOutButton />
        </div>
      ) : null}
      <div hidden={there}>
        <SignIn
          signUp={signUp}
          onSignedIn={() => {
            setDone(true);
            leave();
          }}
        />
      </div>
    </Frame>
  );
}
