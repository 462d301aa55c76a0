/** `/account/data`: all that is kept of the person. */
import { AccountData, useSession } from '@rollcall/react';
import { useEffect, useRef } from 'react';
import { Frame } from '../../frame/frame.tsx';
import { signedOutPath } from '../../frame/signed-out.ts';
import { toAge } from '../../frame/to-age.ts';
import { WithProof } from '../../frame/with-proof.tsx';
import type { Words } from '../../words/words.ts';

export function AccountDataPage({ words }: { words: Words }) {
  const session = useSession();
  const was = useRef(false);
  useEffect(() => {
    if (session === 'in') was.current = true;
    // also after a sign-out in another tab
    if (session === 'out')
      location.replace(was.current ? signedOutPath() : '/sign-in?return=%2Faccount%2Fdata');
  }, [session]);
  return (
    <Frame words={words} layout="wide">
      <WithProof>
        {session === 'out' ? <p aria-live="polite">{words.signedOut}</p> : <AccountData onRequired={toAge} />}
      </WithProof>
    </Frame>
  );
}
