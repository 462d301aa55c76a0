import { SignIn, useSession } from '@rollcall/react';
import { lazy, Suspense } from 'react';

const PasskeySignIn = lazy(() =>
  import('@rollcall/react/passkey').then(module => ({ default: module.PasskeySignIn })),
);

export const SignInWithPasskey = ({ onSignedIn }: { onSignedIn: () => void }) => (
  <>
    <SignIn signUp="/sign-up" onSignedIn={onSignedIn} />
    {useSession() === 'out' ? (
      <Suspense>
        <PasskeySignIn onSignedIn={onSignedIn} />
      </Suspense>
    ) : null}
  </>
);
