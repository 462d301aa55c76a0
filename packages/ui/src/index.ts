/**
 * What @rollcall/react and the console share. The components are unstyled: each takes the class names of its parts, and
 * its words, from the caller.
 */
export { browserName, browserNames } from './browser-words.ts';
export { settleBack } from './dialog/back.ts';
export { Dialog, type DialogClasses, type DialogProps } from './dialog/dialog.tsx';
export { ErrorBoundary, type ErrorBoundaryProps } from './error-boundary.tsx';
export { controlProps, Field, type FieldClasses, type FieldProps } from './fields/field.tsx';
export {
  PasswordControl,
  type PasswordControlClasses,
  type PasswordControlProps,
} from './fields/password-control.tsx';
export { type IdentityKind, identityKind, isPhone } from './fields/phone.ts';
export { pressed } from './focus/pressed.ts';
export { ErrorMessage, type ErrorMessageProps } from './problem/error-message.tsx';
export { type Problem, type ProblemText, refusalDetails } from './problem/problem.ts';
export { TotpSecret, type TotpSecretProps } from './second-factor/totp-secret.tsx';
export { type SavedCodes, useRecoveryCodes } from './second-factor/use-recovery-codes.ts';
export { SlowNotice } from './task/slow-notice.tsx';
export { TaskButton, type TaskButtonProps } from './task/task-button.tsx';
export {
  type Phase,
  SLOW_MS,
  type Task,
  type TaskOptions,
  useTask,
  type WaitForUser,
  type Work,
} from './task/use-task.ts';
export * from './theme/preferences.ts';
export { Seal } from './theme/seal.tsx';
export { useBrowserLayoutEffect } from './use-browser-layout-effect.ts';
export { useBrowserValue } from './use-browser-value.ts';
export { useHydrated } from './use-hydrated.ts';
