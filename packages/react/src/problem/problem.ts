/** Why a form or a call failed, by name. The words for each name are in the phrases. */
import { AuthError } from '@rollcall/account';
import { type ClientError, fieldRefusal } from '@rollcall/contract';
import { type Problem as ProblemOf, refusalDetails } from '@rollcall/ui';

/** Problems that a form finds before anything is sent, and refusals that have no client code of their own. */
export type FormProblemName =
  | 'IdentityMissing'
  | 'PhoneMissing'
  | 'EmailMissing'
  | 'PasswordMissing'
  | 'NewPasswordMissing'
  | 'CodeMissing'
  | 'CodeNotSent'
  | 'CodeOver'
  | 'CodeExpired'
  | 'AgreementsUnsigned'
  | 'PasswordTooCommon'
  | 'PasswordLocked'
  | 'TooManyAttempts'
  | 'WrongFactor'
  | 'WrongRecoveryCode'
  | 'WrongPupilCode'
  | 'LinkOver'
  | 'WrongPassword'
  | 'LastSignInMethod'
  | 'ProofRequired'
  | 'SecondFactorRequired'
  | 'EnrolmentRequired'
  | 'AgreementsOutdated'
  | 'AgeRequired'
  | 'NameRefused'
  | 'NicknameReserved'
  | 'UsernameReserved'
  | 'NameOfSchool'
  | 'NameUnapproved'
  | 'CookieNotStored'
  | 'OriginRefused';

export type ProblemName = ClientError | FormProblemName;

/** Why a task failed. */
export type Problem = ProblemOf<ProblemName> & {
  /** The cookie that was not stored. */
  readonly cookie?: string | undefined;
  /** Whether it is the only mistake of its form. */
  readonly only?: boolean;
};

export type Problems<N extends string> = { readonly [F in N]?: Problem | undefined };

const ownCodes: Readonly<Record<string, FormProblemName>> = {
  RC_201: 'PasswordTooCommon',
  RC_281: 'ProofRequired',
  RC_282: 'AgeRequired',
  RC_283: 'SecondFactorRequired',
  RC_284: 'AgeRequired',
  RC_285: 'EnrolmentRequired',
  RC_431: 'AgreementsOutdated',
};

/** Why a nickname or username is given to nobody. */
const nameRefusedFor = (reason: string | undefined, name: string): FormProblemName =>
  reason === 'reserved'
    ? name === 'InvalidUsername'
      ? 'UsernameReserved'
      : 'NicknameReserved'
    : reason === 'school'
      ? 'NameOfSchool'
      : reason === 'review'
        ? 'NameUnapproved'
        : 'NameRefused';

/** The name of a refusal, finer than its client error where the words are. */
const nameOf = ({ name, server_code: code = '', body, status, reason }: AuthError): ProblemName => {
  const {
    locked,
    over,
    refused,
    reason: why,
  } = (
    body as { data?: { locked?: boolean; over?: boolean; refused?: boolean; reason?: string } } | undefined
  )?.data ?? {};
  return reason === 'cookie'
    ? 'CookieNotStored'
    : locked
      ? 'PasswordLocked'
      : over
        ? 'CodeOver'
        : refused
          ? nameRefusedFor(why, name)
          : name === 'TooBusy' && status === 429
            ? 'TooManyAttempts'
            : (ownCodes[code] ?? name);
};

/** A call that failed because the server refuses the page's origin. */
export class OriginRefused extends Error {}

/** Whether a call got no answer, for any reason. */
export const isUnanswered = (thrown: unknown): boolean =>
  thrown instanceof AuthError && thrown.name === 'RequestError' && thrown.body === undefined;

/** Turns what a call rejected with into the problem that is shown. */
export const problemOf = (thrown: unknown): Problem =>
  thrown instanceof AuthError
    ? {
        name: nameOf(thrown),
        ...(thrown.cookie ? { cookie: thrown.cookie } : {}),
        ...refusalDetails(thrown.body),
      }
    : { name: thrown instanceof OriginRefused ? 'OriginRefused' : 'Unknown' };

/** The field that a refusal is about, where the refusal is not named by the field. */
const fieldOfRefusal: Partial<Record<ProblemName, string>> = {
  PhoneRegistered: 'phone_number',
  PhoneUnregistered: 'phone_number',
  CaptchaMismatch: 'captcha',
  CodeOver: 'captcha',
  CodeExpired: 'captcha',
  NicknameReserved: 'nickname',
  UsernameReserved: 'username',
  PasswordTooCommon: 'password',
  CaptchaTooFrequent: 'captcha',
  CaptchaLimitReached: 'captcha',
  WrongCredentials: 'password',
  WrongOldPassword: 'old_password',
  WrongOldPhone: 'old_phone_number',
  PhoneBoundByOther: 'phone_number',
  EmailRegistered: 'email',
  UsernameExists: 'username',
  FutureDate: 'birthday',
  NicknameExists: 'nickname',
  AgreementsUnsigned: 'agreement_ids',
  AgreementsOutdated: 'agreement_ids',
};

/** The field of a form that a problem is shown beside; undefined: the problem is the whole form's. */
export function fieldOf<N extends string>(problem: Problem, fields: readonly N[]): N | undefined {
  return fields.find(field => fieldOfRefusal[problem.name] === field || fieldRefusal(field) === problem.name);
}

/** Whether another try may succeed: the network, the server or the vendor of a challenge failed. */
export const worthRetrying = ({ name }: Problem): boolean =>
  name === 'RequestTimeout' || name === 'RequestError' || name === 'Unknown' || name === 'CaptchaRuleError';
