/** For pages that change how somebody signs in. */
import { RollcallProvider, useRollcall } from '@rollcall/react';
import type { ReactNode } from 'react';

/** Asks people to prove again who they are where a call needs that; every other page loads nothing of it. */
export function WithProof({ children }: { children: ReactNode }) {
  const { auth, phrases, device, support, voice, asksAge } = useRollcall();
  return (
    <RollcallProvider {...{ auth, phrases, device, support, voice, asksAge }}>{children}</RollcallProvider>
  );
}
