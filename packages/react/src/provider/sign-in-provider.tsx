/** The provider of pages that change nothing of an account. */
import { ContextProvider, type ProviderProps } from './context-provider.tsx';

/**
 * As `RollcallProvider`, without the dialogs that ask people to prove again who they are, and about their age: for pages such as
 * the sign-in, which then load less. A call that is refused with ProofRequired fails there; after a sign-in, `requires` of
 * `getPrivacy` says whether to lead to a page with `AgeQuestions`.
 *
 * @example <SignInProvider auth={auth} phrases={zhCNEntrance}><SignIn signUp="/sign-up" /></SignInProvider>
 * @see `docs/react.md`
 */
export function SignInProvider(props: ProviderProps) {
  return <ContextProvider {...props} prove={undefined} age={undefined} />;
}
