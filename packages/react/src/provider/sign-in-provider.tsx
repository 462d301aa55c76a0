/** The provider of pages that change nothing of an account. */
import { type ComponentProps, useMemo } from 'react';
import { RollcallContext } from './provider.tsx';
import type { RollcallProvider } from './rollcall-provider.tsx';

/**
 * As `RollcallProvider`, without the dialog that asks people to prove again who they are: for pages such as the sign-in,
 * which then load less. A call that is refused with ProofRequired fails there.
 */
export function SignInProvider(props: ComponentProps<typeof RollcallProvider>) {
  const { auth, phrases, device, children } = props;
  const value = useMemo(() => ({ auth, phrases, device, prove: undefined }), [auth, phrases, device]);
  return <RollcallContext value={value}>{children}</RollcallContext>;
}
