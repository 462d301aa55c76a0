/** The method that was last used on this device, for the forms; nothing on a computer that several people use. */
import { useSyncExternalStore } from 'react';
import { useRollcall } from '../provider/provider.tsx';
import { lastSignInMethod, type SignInMethod } from './last-sign-in-method.ts';

const never = () => () => {};

export function useLastSignInMethod(): SignInMethod | undefined {
  const { auth } = useRollcall();
  return useSyncExternalStore(
    never,
    () => (auth?.params.sharedDevice?.() ? undefined : lastSignInMethod()),
    () => undefined,
  );
}
