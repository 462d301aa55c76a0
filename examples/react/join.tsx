import { SilentSignIn, UserButton, useSession } from '@rollcall/react';

export const Join = () =>
  useSession() === 'in' ? (
    <UserButton account="/account" signIn="/" />
  ) : (
    <SilentSignIn onSignedIn={created => location.assign(created ? '/welcome' : '/')} />
  );
