/** Hooks that hold the state of each flow and draw nothing, and themed components over them. */
export { AgreementDialog } from './agreements/agreement-dialog.tsx';
export { AgreementGate } from './agreements/agreement-gate.tsx';
export { AgreementTick } from './agreements/agreement-tick.tsx';
export { type Agreements, useAgreementGate, useAgreements } from './agreements/use-agreements.ts';
export { CodeInput } from './fields/code-input.tsx';
export { forgetDrafts } from './fields/draft.ts';
export { Field, type FieldFrame } from './fields/field.tsx';
export { PasswordInput } from './fields/password-input.tsx';
export { PhoneInput } from './fields/phone-input.tsx';
export {
  type FormProblem as FormProblemName,
  type Problem,
  type ProblemName,
  type Problems,
} from './fields/problem.ts';
export { TextInput } from './fields/text-input.tsx';
export { Told } from './fields/told.tsx';
export { type CodeSender, useCode } from './fields/use-code.ts';
export { type Bound, type Fields, useFields } from './fields/use-fields.ts';
export { useHydrated } from './fields/use-hydrated.ts';
export { type Form, type FormOptions, useForm } from './fields/use-form.ts';
export { type Phase, type Task, type Unhurried, useTask, type Work } from './fields/use-task.ts';
export { Confirm, FormProblem, Slow } from './fields/work.tsx';
export { type Guard, type Guarded, useGuarded } from './human-verification/use-guarded.ts';
export { en } from './phrases/en.ts';
export type { Phrases } from './phrases/phrases.ts';
export { zhCN } from './phrases/zh-CN.ts';
export { ProfileForm } from './profile/profile-form.tsx';
export {
  type Account,
  type Grades,
  type Privacy,
  useAccount,
  useProfileForm,
} from './profile/use-profile.ts';
export { PasswordReset } from './password-reset/password-reset.tsx';
export { type ResetWords, resetWords } from './password-reset/words.ts';
export { AccountSecurity } from './security/security.tsx';
export { type SecurityWords, securityWords } from './security/words.ts';
export { Here } from './session/here.tsx';
export { keepLastWay, lastWay, type Way } from './session/last-way.ts';
export { type Rollcall, RollcallProvider, useRollcall } from './session/provider.tsx';
export { safeReturnPath } from './session/return-path.ts';
export { SignOutButton } from './session/sign-out-button.tsx';
export { type Session, useSession } from './session/use-session.ts';
export { useSignOut } from './session/use-sign-out.ts';
export { UserButton } from './session/user-button.tsx';
export { SignIn } from './sign-in/sign-in.tsx';
export { type SignInFlow, useSignIn } from './sign-in/use-sign-in.ts';
export { SignUp } from './sign-up/sign-up.tsx';
export { type SignUpFlow, useSignUp } from './sign-up/use-sign-up.ts';
export { Mark as ThirdPartyMark } from './third-party/marks.tsx';
export { isProvider, type Provider, PROVIDERS } from './third-party/provider.ts';
export { ThirdPartyBeside } from './third-party/third-party-beside.tsx';
export {
  type BesideProps,
  ThirdPartyButtons,
  type ThirdPartyButtonsProps,
} from './third-party/third-party-buttons.tsx';
export { ThirdPartyFinish, type ThirdPartyFinishProps } from './third-party/third-party-finish.tsx';
export { ThirdPartyReturn } from './third-party/third-party-return.tsx';
export { useLeaveFor, useThirdParties } from './third-party/use-third-parties.ts';
export {
  type End as ThirdPartyEnd,
  type ThirdPartyFinishFlow,
  useThirdPartyFinish,
} from './third-party/use-third-party-finish.ts';
export { type ThirdPartyWords, thirdPartyWords } from './third-party/words.ts';
export * from './theme/preferences.ts';
export { Seal } from './theme/seal.tsx';
