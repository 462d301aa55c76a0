/** The ways to sign in that are no third party's: by a code to an e-mail address, and by a passkey. Loaded late. */
import { lastSignInMethod, useRollcall } from '@rollcall/react';
import { PasskeySignIn } from '@rollcall/react/passkey';
import { useState } from 'react';
import { isShared } from '../../frame/shared-device.ts';
import css from './other-ways.module.css';

/** @param props.byEmail the path of the sign-in by e-mail; undefined: it is not offered */
export function OtherWays({ byEmail, onSignedIn }: { byEmail: string | undefined; onSignedIn: () => void }) {
  const { phrases } = useRollcall();
  const [last] = useState(() => (isShared() ? undefined : lastSignInMethod()));
  return (
    <>
      {byEmail === undefined ? null : (
        <a className={css.way} href={byEmail} data-last={last === 'email' ? '' : undefined}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M3 5.5h18v13H3zM3 6l9 7 9-7" />
          </svg>
          <span>{phrases.signIn.byEmail}</span>
          {last === 'email' ? <small>{phrases.signIn.lastUsed}</small> : null}
        </a>
      )}
      <PasskeySignIn onSignedIn={onSignedIn} />
    </>
  );
}
