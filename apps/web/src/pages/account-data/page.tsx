/** `/account/data`: all that is kept of the person. */
import { AccountData, useRollcall, useSession } from '@rollcall/react';
import { useEffect, useRef } from 'react';
import { Frame } from '../../frame/frame.tsx';
import { signedOutPath } from '../../frame/signed-out.ts';
import { toAge } from '../../frame/to-age.ts';
import { toSignIn } from '../../frame/to-sign-in.ts';
import { WithProof } from '../../frame/with-proof.tsx';
import type { Words } from '../../words/words.ts';

export function AccountDataPage({ words }: { words: Words }) {
  const session = useSession();
  const { auth } = useRollcall();
  const was = useRef(false);
  useEffect(() => {
    if (session === 'in') was.current = true;
    // also after a sign-out in another tab
    if (session === 'out')
      toSignIn(auth, was.current ? signedOutPath() : '/sign-in?return=%2Faccount%2Fdata');
  }, [session, auth]);
  return (
    <Frame words={words} layout="wide">
      <WithProof>
        {session === 'out' ? <p aria-live="polite">{words.signedOut}</p> : <AccountData onRequired={toAge} />}
      </WithProof>
    </Frame>
  );
}
