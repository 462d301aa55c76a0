/** `/account` and its sections. */
import { endedBy } from '@rollcall/account';
import { useRollcall, useSession } from '@rollcall/react';
import { AccountSettings } from '@rollcall/react/account';
import { UsageProvider } from '@rollcall/react/usage';
import { useCallback, useEffect, useRef } from 'react';
import { Frame } from '../../frame/frame.tsx';
import { useReturnPath } from '../../frame/leave.ts';
import { toAge } from '../../frame/to-age.ts';
import { toSignIn } from '../../frame/to-sign-in.ts';
import { noteWho } from '../../frame/left.ts';
import { isShared } from '../../frame/shared-device.ts';
import { signedOutPath } from '../../frame/signed-out.ts';
import { useChannels } from '../../frame/use-channels.ts';
import type { PageData } from '../../frame/page-data.ts';
import { useReporting } from '../../reporting/current.ts';
import { WithProof } from '../../frame/with-proof.tsx';
import { usePageWords } from '../../words/page-words.ts';
import type { Words } from '../../words/words.ts';
import { pathOf, useSection } from './section.ts';
import { accountPageWords } from './words.ts';

const signInPath = () => `/sign-in?return=${encodeURIComponent(location.pathname)}`;

export function AccountPage({ words, data }: { words: Words; data: PageData | undefined }) {
  const session = useSession();
  const { auth } = useRollcall();
  const reporting = useReporting();
  const { titles } = usePageWords('accountPage', accountPageWords);
  const { section, go } = useSection(data?.account ?? 'profile', titles, words.product);
  const goOn = useReturnPath('');
  /** Where the person goes when the sessions end: by default to the sign-in, and back here afterwards. */
  const next = useRef<string>(undefined);
  const signedOut = useCallback(
    (here: boolean, who: string | undefined) => {
      const reason = auth && endedBy(auth);
      // the next person does not read who signed out on purpose, here or in another tab, or at all where several people use the
      // computer; nor do they go on where that person was
      if (here || reason === 'signed-out' || isShared()) next.current ??= signedOutPath(reason);
      else if (reason === undefined) next.current ??= '/sign-in?after=ended';
      else {
        if (who !== undefined) noteWho(who);
        next.current ??= `${signInPath()}&after=${reason}`;
      }
    },
    [auth],
  );
  useEffect(() => {
    // also after a sign-out in another tab, so that nothing of the account stays on the screen
    if (session !== 'out') return;
    // delayed, so that a person who changed the password sees why they were signed out
    const timer = setTimeout(() => toSignIn(auth, next.current ?? signInPath()));
    return () => clearTimeout(timer);
  }, [session, auth]);
  return (
    <Frame words={words} layout="wide" ownWayOut>
      <UsageProvider {...reporting}>
        <WithProof>
          <AccountSettings
            section={section}
            href={pathOf}
            onGo={go}
            goOn={goOn || undefined}
            dataHref="/account/data"
            guardianHref="/guardian"
            reporting
            mail={useChannels()?.includes('email') ?? false}
            onPasswordChanged={() => {
              next.current = `${signInPath()}&after=password`;
            }}
            onTakenBack={complete => {
              next.current = `/reset?after=${complete ? 'taken-back' : 'taken-back-in-part'}`;
            }}
            onSignedOut={signedOut}
            onRequired={toAge}
            signedOut={<p aria-live="polite">{words.signedOut}</p>}
          />
        </WithProof>
      </UsageProvider>
    </Frame>
  );
}
