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
export { ConfirmPhone, type ConfirmPhoneProps } from './confirm-phone/confirm-phone.tsx';
export {
  type ConfirmPhoneFlow,
  type ConfirmPhoneOptions,
  useConfirmPhone,
} from './confirm-phone/use-confirm-phone.ts';
export { type ConfirmPhoneWords, confirmPhoneWords } from './confirm-phone/words.ts';
export { DeleteAccount } from './deletion/delete-account.tsx';
export { DeletionBanner } from './deletion/deletion-banner.tsx';
export { type DeletionFlow, useDeletion } from './deletion/use-deletion.ts';
export { AccountDevices } from './devices/devices.tsx';
export { type Device, type DevicesFlow, useDevices } from './devices/use-devices.ts';
export { CodeInput } from './forms/code-input.tsx';
export { clearDrafts, writeIdentifier } from './forms/draft.ts';
export { Tick } from './fields/tick.tsx';
export { Field, type FieldFrame } from './fields/field.tsx';
export { FlowForm, type FlowFormProps, type FormSlots } from './forms/flow-form.tsx';
export { PasswordField, type PasswordFieldProps } from './fields/password-field.tsx';
export { PasswordInput, type PasswordInputProps } from './fields/password-input.tsx';
export { EmailInput } from './fields/email-input.tsx';
export { type EmailWords, emailWords } from './fields/words.ts';
export { PhoneInput } from './fields/phone-input.tsx';
export {
  type FormProblemName,
  type Problem,
  type ProblemName,
  type Problems,
} from './problem/problem.ts';
export { TextInput } from './fields/text-input.tsx';
export { ErrorMessage } from './problem/error-message.tsx';
export { type CodeSender, useCodeSender } from './forms/use-code-sender.ts';
export type { FieldBinding } from './fields/field-binding.ts';
export { type FormFields, useFormFields } from './forms/use-form-fields.ts';

export type { FieldRule } from './forms/rules.ts';
export { type Form, type FormCode, type FormOptions, type FormValues, useForm } from './forms/use-form.ts';
export { type Phase, type Task, type WaitForUser, useTask, type Work } from './task/use-task.ts';
export { SubmitButton } from './task/submit-button.tsx';
export { FormError } from './problem/form-error.tsx';
export { PageBoundary } from './problem/page-boundary.tsx';
export { SlowNotice } from './task/slow-notice.tsx';
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
  type ScrollPage,
  type ScrollPhase,
  useInfiniteScroll,
} from './infinite-scroll/use-infinite-scroll.ts';
export { AgeQuestions, type AgeQuestionsProps } from './minors/age-questions.tsx';
export { GuardianPortal, type GuardianPortalProps } from './minors/guardian-portal.tsx';
export { type AgeFlow, useAge } from './minors/use-age.ts';
export { type GuardianFlow, useGuardian } from './minors/use-guardian.ts';
export { type MinorsWords, minorsWords } from './minors/words.ts';
export { en, enEntrance } from './phrases/en.ts';
export { featureWords } from './phrases/all-words.ts';
export type { FeatureWords } from './phrases/feature-words.ts';
export type { Template } from './phrases/replace.ts';
export { useWords } from './provider/use-words.ts';
export type { CompletePhrases, Phrases, Translation } from './phrases/phrases.ts';
export { type Replacement, replaceWords } from './phrases/replace.ts';
export { zhCNEntrance } from './phrases/entrance-zh-CN.ts';
export { zhCN } from './phrases/zh-CN.ts';
export { ProfileForm } from './profile/profile-form.tsx';
export { ProfileSettings } from './profile/profile-settings.tsx';
export { ProfilePicture } from './profile/picture.tsx';
export { Avatar } from './profile/avatar.tsx';
export type { PictureMistake } from './profile/picture-mistake.ts';
export { type PictureFlow, usePicture } from './profile/use-picture.ts';
export { type ProfileFlow, useProfileForm } from './profile/use-profile.ts';
export { AccountData, type AccountDataProps } from './my-data/my-data.tsx';
export type { MyData } from './my-data/kept-data.ts';
export { type MyDataFlow, useMyData } from './my-data/use-my-data.ts';
export { type MyDataWords, myDataWords } from './my-data/words.ts';
export { AccountPrivacy } from './privacy/privacy.tsx';
export { type UsageDataFlow, useUsageData } from './privacy/use-usage-data.ts';
export { ResetPassword, type ResetPasswordProps } from './password-reset/reset-password.tsx';
export {
  type ResetPasswordFlow,
  type ResetPasswordOptions,
  type ResetWay,
  useResetPassword,
} from './password-reset/use-reset-password.ts';
export { type ResetWords, resetWords } from './password-reset/words.ts';
export type { Judgement, StrengthLevel } from './password-strength/judge.ts';
export { PasswordStrength } from './password-strength/password-strength.tsx';
export {
  type PasswordStrength as PasswordStrengthState,
  usePasswordStrength,
} from './password-strength/use-password-strength.ts';
export { AccountSecurity, type AccountSecurityProps } from './security/security.tsx';
export { type SecurityWords, securityWords } from './security/words.ts';
export { SignedInNotice } from './session/signed-in-notice.tsx';
export { rememberSignInMethod, lastSignInMethod, type SignInMethod } from './session/last-sign-in-method.ts';
export { type Rollcall, useRollcall } from './provider/provider.tsx';
export { RollcallProvider } from './provider/rollcall-provider.tsx';
export { SignInProvider } from './provider/sign-in-provider.tsx';
export { safeReturnPath } from '@rollcall/contract';
export { SilentSignIn, type SilentSignInProps } from './sign-in/silent-sign-in.tsx';
export {
  type SilentSignInFlow,
  type SilentSignInOptions,
  useSilentSignIn,
} from './sign-in/use-silent-sign-in.ts';
export { SignOutButton } from './session/sign-out-button.tsx';
export type { Session } from './session/session.ts';
export { useSession } from './session/use-session.ts';
export { useSignOut } from './session/use-sign-out.ts';
export { type Menu, useMenu } from './session/use-menu.ts';
export { type User, useUser } from './session/use-user.ts';
export { UserButton, type UserButtonProps } from './session/user-button.tsx';
export { EmailSignIn, type EmailSignInProps } from './sign-in/email-sign-in.tsx';
export { type EmailSignInFlow, useEmailSignIn } from './sign-in/use-email-sign-in.ts';
export { SignIn, type SignInProps } from './sign-in/sign-in.tsx';
export { type SignInFlow, useSignIn } from './sign-in/use-sign-in.ts';
export { EmailSignUp } from './sign-up/email-sign-up.tsx';
export { SignUp, type SignUpProps } from './sign-up/sign-up.tsx';
export { type EmailSignUpFlow, useEmailSignUp } from './sign-up/use-email-sign-up.ts';
export { type SignUpFlow, useSignUp } from './sign-up/use-sign-up.ts';
export { type EmailSignUpWords, emailSignUpWords } from './sign-up/words.ts';
export { ProviderLogo } from './third-party/provider-logo.tsx';
export { isProvider, type Provider, PROVIDERS } from './third-party/provider.ts';
export { ThirdPartyPending } from './third-party/third-party-pending.tsx';
export type { ThirdPartyPendingProps } from './third-party/pending-props.ts';
export { ThirdPartyButtons, type ThirdPartyButtonsProps } from './third-party/third-party-buttons.tsx';
export { ThirdPartyFinish, type ThirdPartyFinishProps } from './third-party/third-party-finish.tsx';
export { ThirdPartyReturn } from './third-party/third-party-return.tsx';
export { type ThirdPartyFlow, type ThirdPartyOptions, useThirdParty } from './third-party/use-third-party.ts';
export { type OauthPhoneFlow, type OauthPhoneOptions, useOauthPhone } from './third-party/use-oauth-phone.ts';
export { type ThirdPartyPendingFlow, useThirdPartyPending } from './third-party/use-third-party-pending.ts';
export { OauthPhone } from './third-party/oauth-phone.tsx';
export { useLeaveFor, useThirdParties } from './third-party/use-third-parties.ts';
export type { ThirdPartyFailure } from './third-party/failure.ts';
export { type ThirdPartyFinishFlow, useThirdPartyFinish } from './third-party/use-third-party-finish.ts';
export { type ThirdPartyWords, thirdPartyWords } from './third-party/words.ts';
export type { BrowserEnvironment } from './storage/cookie-jar.ts';
export { type TextStore, createTextStore } from './storage/text-store.ts';
export { sharedDomain } from './storage/shared-domain.ts';

export * from './usage/usage.ts';
export {
  chooseTheme,
  LANGUAGE_COOKIE,
  type Language,
  type ProblemText,
  remember,
  Seal,
  shownTheme,
  THEME_COOKIE,
  type Theme,
  useHydrated,
} from '@rollcall/ui';
