import type { Auth } from '@rollcall/account';
import { en, type Phrases, RollcallProvider, SignIn } from '@rollcall/react';

const words: Phrases = { ...en, signIn: { ...en.signIn, submit: 'Come in' } };

export const BrandedSignIn = ({ auth }: { auth: Auth | undefined }) => (
  <RollcallProvider auth={auth} phrases={words}>
    <SignIn
      signUp="/sign-up"
      reset="/reset"
      onSignedIn={() => location.assign('/lessons')}
      slots={{ heading: <h1>My school</h1>, footer: <a href="/help">Help</a> }}
    />
  </RollcallProvider>
);
