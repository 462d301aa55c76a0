/** `/sign-in` */
import { pageSettings } from '@rollcall/app-shell/settings';
import { SignIn, useSession } from '@rollcall/react';
import { useBrowserValue } from '@rollcall/ui';
import { useState } from 'react';
import { Late } from '../../delivery/late.tsx';
import { Frame } from '../../frame/frame.tsx';
import { useCarried, useLeave, useReturnPath } from '../../frame/leave.ts';
import type { Words } from '../../words/words.ts';
import css from '../pages.module.css';
import { Ways } from './ways.tsx';

const loadCookies = () =>
  import(/* webpackChunkName: "entrance" */ './cookie-note.tsx').then(({ CookieNote }) => CookieNote);
const loadShared = () =>
  import(/* webpackChunkName: "entrance" */ './shared-note.tsx').then(({ SharedNote }) => SharedNote);
const loadLeft = () =>
  import(/* webpackChunkName: "signing-in" */ './left-notice.tsx').then(({ LeftNotice }) => LeftNotice);
const loadAlready = () =>
  import(/* webpackChunkName: "signing-in" */ './already.tsx').then(({ Already }) => Already);

export function SignInPage({ words }: { words: Words }) {
  const session = useSession();
  const [done, setDone] = useState(false);
  const goOn = useReturnPath('/account');
  const leave = useLeave('/account');
  const signUp = useCarried('/sign-up');
  const reset = useCarried('/reset');
  const byEmail = useCarried('/sign-in/email');
  // the account page leads here when a session has ended
  const after = useBrowserValue(() => new URLSearchParams(location.search).get('after'), null);
  const ways = useBrowserValue(() => pageSettings().ways, undefined);
  const only = ways?.includes('code') ? (ways.includes('password') ? undefined : 'code') : ways && 'password';
  const there = session === 'in' && !done;
  const signedIn = () => {
    setDone(true);
    leave();
  };
  return (
    <Frame words={words} layout="form" ownWayOut>
      <h1>{words.phrases.signIn.title}</h1>
      <p className={css.lead}>{words.signInLead}</p>
      {there ? <Late load={loadAlready} with={{ goOn }} words={words} /> : null}
      {!there && !done && after ? <Late load={loadLeft} with={{ reason: after }} words={words} /> : null}
      <div hidden={there}>
        <SignIn
          signUp={signUp}
          reset={reset}
          only={only}
          start={after === 'password' ? after : undefined}
          onSignedIn={signedIn}
          slots={{
            after: <Late load={loadCookies} with={{}} words={words} />,
          }}
        />
      </div>
      {there || done ? null : (
        <>
          <Ways words={words} offered={ways} byEmail={byEmail} onSignedIn={signedIn} />
          <div className={css.else}>
            <a href="/guardian">{words.guardians}</a>
            <Late load={loadShared} with={{}} words={words} />
          </div>
        </>
      )}
    </Frame>
  );
}
