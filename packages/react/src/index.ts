/** Hooks that hold the state of each flow and draw nothing, and themed components over them. */
export { AccountSettings, type AccountSettingsProps } from './account/account-settings.tsx';
export { type AccountSection, accountSections } from './account/section.ts';
export {
  type Account,
  type AccountState,
  type Grades,
  type Privacy,
  useAccount,
} from './account/use-account.ts';
export { type AccountWords, accountWords } from './account/words.ts';
export { AgreementDialog } from './agreements/agreement-dialog.tsx';
export { AgreementGate } from './agreements/agreement-gate.tsx';
export { AgreementTick } from './agreements/agreement-tick.tsx';
export { type AgreementDocument, useAgreementDocument } from './agreements/use-agreement-document.ts';
export { type Agreements, useAgreementGate, useAgreements } from './agreements/use-agreements.ts';
export { BindPhone, type BindPhoneProps } from './bind-phone/bind-phone.tsx';
export { type BindPhoneFlow, useBindPhone } from './bind-phone/use-bind-phone.ts';
export { DeleteAccount } from './deletion/delete-account.tsx';
export { DeletionBanner } from './deletion/deletion-banner.tsx';
export { type DeletionFlow, useDeletion } from './deletion/use-deletion.ts';
export { AccountDevices } from './devices/devices.tsx';
export { type Device, type DevicesFlow, useDevices } from './devices/use-devices.ts';
export { CodeInput } from './fields/code-input.tsx';
export { forgetDrafts } from './fields/draft.ts';
export { Field, type FieldFrame } from './fields/field.tsx';
export { FlowForm, type FormSlots } from './fields/flow-form.tsx';
export { PasswordField, type PasswordFieldProps } from './fields/password-field.tsx';
export { PasswordInput, type PasswordInputProps } from './fields/password-input.tsx';
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
export { Challenge, type ChallengeProps } from './human-verification/challenge.tsx';
export {
  type ChallengeFlow,
  type ChallengeOptions,
  useChallenge,
} from './human-verification/use-challenge.ts';
export { type Guard, type Guarded, useGuarded } from './human-verification/use-guarded.ts';
export {
  type ImagePhase,
  type LazyImageFlow,
  type LazyImageOptions,
  useLazyImage,
} from './images/use-lazy-image.ts';
export { LazyImage, type LazyImageProps } from './images/lazy-image.tsx';
export { InfiniteScroll, type InfiniteScrollProps } from './infinite-scroll/infinite-scroll.tsx';
export {
  type InfiniteScrollFlow,
  type InfiniteScrollOptions,
  type Part,
  type ScrollPhase,
  useInfiniteScroll,
} from './infinite-scroll/use-infinite-scroll.ts';
export { en } from './phrases/en.ts';
export { type PartWords, useWords } from './phrases/parts.ts';
export type { Phrases, Told as ToldWords, Translation } from './phrases/phrases.ts';
export { type Replacement, replaceWords } from './phrases/replace.ts';
export { zhCN } from './phrases/zh-CN.ts';
export { ProfileForm } from './profile/profile-form.tsx';
export { ProfileSettings } from './profile/profile-settings.tsx';
export { ProfilePicture } from './profile/picture.tsx';
export { Avatar } from './profile/avatar.tsx';
export { type PictureFlow, type PictureMistake, usePicture } from './profile/use-picture.ts';
export { type ProfileFlow, useProfileForm } from './profile/use-profile.ts';
export { AccountPrivacy } from './privacy/privacy.tsx';
export { type UsageDataFlow, useUsageData } from './privacy/use-usage-data.ts';
export { ResetPassword, type ResetPasswordProps } from './password-reset/reset-password.tsx';
export { type ResetPasswordFlow, useResetPassword } from './password-reset/use-reset-password.ts';
export { type ResetWords, resetWords } from './password-reset/words.ts';
export type { Judgement, StrengthLevel } from './password-strength/judge.ts';
export { PasswordStrength } from './password-strength/password-strength.tsx';
export {
  type PasswordStrength as PasswordStrengthState,
  usePasswordStrength,
} from './password-strength/use-password-strength.ts';
export { AccountSecurity, type AccountSecurityProps } from './security/security.tsx';
export { type SecurityWords, securityWords } from './security/words.ts';
export { Here } from './session/here.tsx';
export { keepLastWay, lastWay, type Way } from './session/last-way.ts';
export { type Rollcall, RollcallProvider, useRollcall } from './session/provider.tsx';
export { safeReturnPath } from './session/return-path.ts';
export { SignOutButton } from './session/sign-out-button.tsx';
export { type Session, useSession } from './session/use-session.ts';
export { useSignOut } from './session/use-sign-out.ts';
export { type Menu, useMenu } from './session/use-menu.ts';
export { type User, useUser } from './session/use-user.ts';
export { UserButton, type UserButtonProps } from './session/user-button.tsx';
export { SignIn, type SignInProps } from './sign-in/sign-in.tsx';
export { type SignInFlow, useSignIn } from './sign-in/use-sign-in.ts';
export { EmailSignUp } from './sign-up/email-sign-up.tsx';
export { SignUp, type SignUpProps } from './sign-up/sign-up.tsx';
export { type EmailSignUpFlow, useEmailSignUp } from './sign-up/use-email-sign-up.ts';
export { type SignUpFlow, useSignUp } from './sign-up/use-sign-up.ts';
export { type EmailSignUpWords, emailSignUpWords } from './sign-up/words.ts';
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
export { type ThirdPartyFlow, type ThirdPartyOptions, useThirdParty } from './third-party/use-third-party.ts';
export { type OauthPhoneFlow, type OauthPhoneOptions, useOauthPhone } from './third-party/use-oauth-phone.ts';
export { type ThirdPartyBesideFlow, useThirdPartyBeside } from './third-party/use-third-party-beside.ts';
export { OauthPhone } from './third-party/oauth-phone.tsx';
export { useLeaveFor, useThirdParties } from './third-party/use-third-parties.ts';
export {
  type End as ThirdPartyEnd,
  type ThirdPartyFinishFlow,
  useThirdPartyFinish,
} from './third-party/use-third-party-finish.ts';
export { type ThirdPartyWords, thirdPartyWords } from './third-party/words.ts';
export type { Surroundings } from './storage/jar.ts';
export { type Kept, keptTexts } from './storage/kept.ts';
export { sharedDomain } from './storage/shared-domain.ts';
export * from './theme/preferences.ts';
export { Seal } from './theme/seal.tsx';
export * from './usage/usage.ts';
