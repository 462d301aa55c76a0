/** The provider. Apart from its context, which the dialogs that it loads read too. */
import { ContextProvider, type ProviderProps } from './context-provider.tsx';
import { useDialog } from './use-dialog.tsx';

const loadAge = () => import('../minors/age-dialog.tsx').then(({ AgeDialog }) => AgeDialog);
const loadProof = () => import('../proof/proof-dialog.tsx').then(({ ProofDialog }) => ProofDialog);

/**
 * Put this around everything of Rollcall's. `phrases` brings the language with it: pass `zhCN`, `en`, or an object
 * of your own of the type `Phrases`.
 *
 * `device` is for the human verification, and may be left out: it is called, often, where something is shown that may
 * need one, and gives the same `deviceId` each time, such as `device(load)` of `@rollcall/captcha`.
 *
 * `support` is the URL where people get help who are blocked, or lost what they sign in with.
 *
 * `converts`: where the server converts the sessions of an older site, a person without a token is signed in by one, once;
 * until then `useSession` is `unknown`.
 *
 * `asksAge={false}` leaves the questions about age to a page of the site's own, to which its forms lead (`AgeQuestions`).
 *
 * @example <RollcallProvider auth={auth} phrases={zhCN}><SignIn signUp="/sign-up" /></RollcallProvider>
 * @see `docs/react.md`
 */
export function RollcallProvider({
  children,
  asksAge = true,
  ...props
}: ProviderProps & {
  /** Whether the forms that sign in ask about age where the account lacks the answers. @default true */
  readonly asksAge?: boolean | undefined;
}) {
  const [dialog, prove] = useDialog<void>(loadProof);
  return (
    <ContextProvider {...props} prove={prove} age={asksAge ? loadAge : undefined}>
      {children}
      {dialog}
    </ContextProvider>
  );
}
