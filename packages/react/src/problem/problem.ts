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
  | 'CookieNotStored'
  | 'OriginRefused';

export type ProblemName = ClientError | FormProblemName;

/** Why a task failed. */
export type Problem = ProblemOf<ProblemName> & {
  /** The cookie that was not stored. */
  readonly cookie?: string | undefined;
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

/** The name of a refusal, finer than its client error where the words are. */
const nameOf = ({ name, server_code: code = '', body, status, reason }: AuthError): ProblemName => {
  const { locked, over, refused } =
    (body as { data?: { locked?: boolean; over?: boolean; refused?: boolean } } | undefined)?.data ?? {};
  return reason === 'cookie'
    ? 'CookieNotStored'
    : locked
      ? 'PasswordLocked'
      : over
        ? 'CodeOver'
        : refused
          ? 'NameRefused'
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
