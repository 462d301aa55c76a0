/** Where a page leads when its person has signed out, so that nothing of them stays on the screen or in the address. */
import { endedBy } from '@rollcall/account';
import { useRollcall, useSession } from '@rollcall/react';
import { useEffect, useRef } from 'react';
import { isShared } from './shared-device.ts';

/** The page that a shared computer shows to the one who comes next; elsewhere the sign-in. Browser only. */
export const signedOutPath = (reason = 'signed-out'): string =>
  isShared() ? `/sign-in?after=${reason}` : '/sign-in';

/** The pages of forms, which hold what the person typed there, and the page that they came for. */
const FORM = /^\/(?:sign-(?:in|up)|reset)(?:\/|$)/;

/** Leaves any page of a shared computer, and begins the pages of forms again, in whichever tab the person has signed out. */
export function useSignedOut(): void {
  const { auth } = useRollcall();
  const session = useSession();
  const was = useRef(false);
  useEffect(() => {
    if (session === 'in') was.current = true;
    if (session !== 'out' || !was.current) return;
    was.current = false;
    const reason = auth && endedBy(auth);
    if (isShared()) location.replace(signedOutPath(reason));
    else if ((reason === undefined || reason === 'signed-out') && FORM.test(location.pathname))
      location.replace(location.pathname);
  }, [session, auth]);
}
