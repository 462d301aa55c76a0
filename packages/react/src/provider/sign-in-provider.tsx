/** The provider of pages that change nothing of an account. */
import { ContextProvider, type ProviderProps } from './context-provider.tsx';

/**
 * As `RollcallProvider`, without the dialog that asks people to prove again who they are: for pages such as the sign-in,
 * which then load less. A call that is refused with ProofRequired fails there.
 */
export function SignInProvider(props: ProviderProps) {
  return <ContextProvider {...props} prove={undefined} />;
}
