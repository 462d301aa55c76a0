/** The method that was last used on this device, for the forms; nothing on a computer that several people use. */
import { useBrowserValue } from '@rollcall/ui';
import { useRollcall } from '../provider/provider.tsx';
import { lastSignInMethod, type SignInMethod } from './last-sign-in-method.ts';

export function useLastSignInMethod(): SignInMethod | undefined {
  const { auth } = useRollcall();
  return useBrowserValue(() => (auth?.params.sharedDevice?.() ? undefined : lastSignInMethod()), undefined);
}
