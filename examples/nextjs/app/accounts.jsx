'use client';

import { init } from '@rollcall/account';
import { RollcallProvider, SignIn, SignUp, UserButton, safeReturnPath, zhCN } from '@rollcall/react';
import { useState } from 'react';

const params = {
  pid: 'my-school',
  appid: 'web',
  product_code: 'my-school',
  platform: 'web',
  host: 'http://127.0.0.1:8080',
};

/**
 * Gives the client and the words to everything below. On the server there is no client: the forms draw what is the same for all.
 *
 * @param {{ children: import('react').ReactNode }} props
 */
export function Accounts({ children }) {
  const [auth] = useState(() => (typeof window === 'undefined' ? undefined : init(params)));
  return (
    <RollcallProvider auth={auth} phrases={zhCN}>
      {children}
    </RollcallProvider>
  );
}

/** A whole page is loaded, so that the server renders it for the person who is signed in now. */
const goOn = () =>
  location.assign(safeReturnPath(new URLSearchParams(location.search).get('return'), '/lessons'));

export const SignInForm = () => <SignIn signUp="/sign-up" onSignedIn={goOn} />;
export const SignUpForm = () => <SignUp signIn="/sign-in" onSignedUp={goOn} />;
export const Me = () => (
  <UserButton account="/lessons" signIn="/sign-in" onSignedOut={() => location.assign('/sign-in')} />
);
