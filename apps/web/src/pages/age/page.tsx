/** `/age`: asks for the year of birth and, where the person needs one, for a guardian; then it leads on. */
import { pageSettings } from '@rollcall/app-shell/settings';
import { AgeQuestions, useRollcall, useSession } from '@rollcall/react';
import { useCallback, useEffect, useState } from 'react';
import { Frame } from '../../frame/frame.tsx';
import { useReturnPath } from '../../frame/leave.ts';
import { toSignIn } from '../../frame/to-sign-in.ts';
import { WithProof } from '../../frame/with-proof.tsx';
import { forgetGuardian } from '../../reporting/guardian-key.ts';
import type { Words } from '../../words/words.ts';

/** Withdraws what was agreed to in this browser: before a guardian's consent nothing is recorded. */
const withdrawConsents = async (): Promise<void> => {
  const { createUsage } = await import('@rollcall/react/usage');
  const { product = '', env, domain } = pageSettings();
  forgetGuardian();
  const usage = createUsage({ product_code: product, url: '/', env, domain });
  usage.consent.withdraw(['event', 'view', 'user', 'app', 'device']);
  usage.close();
};
// a browser that loads no usage script has recorded nothing here
const onWaiting = () => void withdrawConsents().catch(() => {});

export function AgePage({ words }: { words: Words }) {
  const session = useSession();
  const { auth } = useRollcall();
  const to = useReturnPath('/account');
  const leave = useCallback(() => {
    // it counts no more once the age is said
    forgetGuardian();
    location.replace(to);
  }, [to]);
  // who deletes the account here sees that it is done
  const [here, setHere] = useState(false);
  if (session === 'in' && !here) setHere(true);
  useEffect(() => {
    if (session === 'out' && !here)
      toSignIn(auth, `/sign-in?return=${encodeURIComponent(location.pathname + location.search)}`);
  }, [session, here, auth]);
  return (
    <Frame words={words} layout="form">
      {here ? (
        <WithProof>
          <AgeQuestions onDone={leave} onWaiting={onWaiting} />
        </WithProof>
      ) : (
        <p>{words.phrases.work.loading}</p>
      )}
    </Frame>
  );
}
