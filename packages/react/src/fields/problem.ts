/** What went wrong, by name; the words for it are the phrases'. */
import { AuthError } from '@rollcall/account';
import { type ClientError, fieldRefusal } from '@rollcall/contract';

/** Mistakes that a form finds by itself and the catalogue has no code for. */
export type FormProblem =
  | 'IdentityMissing'
  | 'PhoneMissing'
  | 'EmailMissing'
  | 'PasswordMissing'
  | 'CodeMissing'
  | 'CodeNotSent'
  | 'AgreementsUnsigned'
  | 'WrongPassword'
  | 'LastWay';

export type ProblemName = ClientError | FormProblem;

export interface Problem {
  readonly name: ProblemName;
  /** Seconds to wait before the next try, where the server said so. */
  readonly seconds?: number;
  /** What to tell the operators, where the fault is on the server's side. */
  readonly requestId?: string;
}

export type Problems<N extends string> = { readonly [F in N]?: Problem | undefined };

const member = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;

/** Takes whatever was thrown; gives the problem that people are told of. */
export function problemOf(thrown: unknown): Problem {
  if (!(thrown instanceof AuthError)) return { name: 'Unknown' };
  const seconds = member(member(thrown.body, 'data'), 'retry_after');
  const requestId = member(thrown.body, 'request_id');
  return {
    name: thrown.name,
    ...(typeof seconds === 'number' && seconds > 0 ? { seconds: Math.ceil(seconds) } : {}),
    ...(typeof requestId === 'string' ? { requestId } : {}),
  };
}

/** Problems that belong beside a field though the field's form was right. */
const beside: Partial<Record<ProblemName, string>> = {
  PhoneRegistered: 'phone_number',
  PhoneUnregistered: 'phone_number',
  CaptchaMismatch: 'captcha',
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
};

/** Which of a form's fields a problem stands beside; undefined: it is the whole form's. */
export function fieldOf<N extends string>(problem: Problem, fields: readonly N[]): N | undefined {
  return fields.find(field => beside[problem.name] === field || fieldRefusal(field) === problem.name);
}

/** A problem of the way to the server, which another try may mend. */
export const worthRetrying = (problem: Problem): boolean =>
  problem.name === 'RequestTimeout' || problem.name === 'RequestError' || problem.name === 'Unknown';
