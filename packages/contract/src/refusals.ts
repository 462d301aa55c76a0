/**
 * The server's answer for each refusal: HTTP status, code and message. Only the server and the reference import this
 * table; the browser libraries need `serverCodes` only.
 */
import type { ServerCode } from './errors.ts';

export interface RefusalRow {
  readonly code: ServerCode | `RC_${number}`;
  /** The HTTP status: 400 to 499, or 503. */
  readonly status: number;
  /** For developers; programs read `code`. */
  readonly message: string;
}

/** Every refusal, with its code, status and message. */
export const refusals = {
  PhoneRegistered: { code: 'AC3_0', status: 409, message: 'This phone number is registered already.' },
  PhoneUnregistered: { code: 'AC3_1', status: 404, message: 'This phone number is not registered.' },
  WrongCredentials: { code: 'AC3_2', status: 400, message: 'User does not exist, or the password is wrong.' },
  FutureDate: { code: 'AC3_3', status: 400, message: 'The date cannot be in the future.' },
  UsernameAlreadySet: { code: 'AC3_4', status: 409, message: 'The username can be set once, and it is set.' },
  UsernameExists: { code: 'AC3_5', status: 409, message: 'This username is taken.' },
  NicknameExists: { code: 'AC3_6', status: 409, message: 'This nickname is taken.' },
  ProofRequired: {
    code: 'RC_281',
    status: 403,
    message: 'Prove who you are again: the last proof is older than five minutes.',
  },
  PhoneRequired: { code: 'AC3_7', status: 403, message: 'Bind a phone number first.' },
  WrongOldPassword: { code: 'AC3_8', status: 400, message: 'The old password is wrong.' },
  PasswordAlreadySet: {
    code: 'AC3_9',
    status: 409,
    message: 'The first password can be set once, and it is set.',
  },
  CaptchaMismatch: { code: 'AC3_10', status: 400, message: 'The code is wrong or no longer valid.' },
  PhoneBound: { code: 'AC3_11', status: 409, message: 'This account has a phone number already.' },
  WrongOldPhone: { code: 'AC3_12', status: 400, message: 'The old phone number is wrong.' },
  IllegalOperation: { code: 'AC3_13', status: 403, message: 'This is not allowed.' },
  IllegalOauthTicket: {
    code: 'AC3_14',
    status: 400,
    message: 'The third-party sign-in has expired; start it again.',
  },
  ThirdPartyBound: { code: 'AC3_15', status: 409, message: 'The third-party account is bound already.' },
  CaptchaTooFrequent: { code: 'AC3_16', status: 429, message: 'A code was sent a moment ago.' },
  IllegalPid: { code: 'AC3_17', status: 400, message: 'This pid is not served here.' },
  PhoneBoundByOther: { code: 'AC3_18', status: 409, message: 'Another account has this phone number.' },
  WrongTicket: { code: 'AC3_19', status: 400, message: 'The ticket is wrong or no longer valid.' },
  AccountBlocked: { code: 'AC3_20', status: 403, message: 'This account is blocked.' },
  CaptchaLimitReached: {
    code: 'AC3_21',
    status: 429,
    message: 'No more codes can be sent to this address for now.',
  },
  EmailRegistered: { code: 'AC3_22', status: 409, message: 'This e-mail address is registered already.' },
  InvalidPhoneNumber: { code: 'AC3_23', status: 400, message: 'Invalid phone number.' },
  InvalidCaptcha: { code: 'AC3_24', status: 400, message: 'Invalid code.' },
  InvalidPassword: { code: 'AC3_25', status: 400, message: 'Invalid password.' },
  PasswordTooCommon: {
    code: 'RC_201',
    status: 400,
    message: 'This password is used by many people, or is made of your own number or name.',
  },
  PasswordMismatch: { code: 'AC3_26', status: 400, message: 'Password is not equal to confirmed password.' },
  InvalidEmail: { code: 'AC3_27', status: 400, message: 'Invalid e-mail address.' },
  InvalidUsername: { code: 'AC3_44', status: 400, message: 'Invalid username.' },
  InvalidNickname: { code: 'AC3_48', status: 400, message: 'Invalid nickname.' },
  EmptyAgreementIds: { code: 'AC3_61', status: 400, message: 'agreement_ids should not be an empty array.' },
  InvalidFullname: { code: 'RC_5', status: 400, message: 'Invalid full name.' },
  InvalidQq: { code: 'RC_6', status: 400, message: 'Invalid QQ number.' },
  InvalidDescription: {
    code: 'RC_7',
    status: 400,
    message: 'Invalid description, it should contains only 0 - 50 characters.',
  },
  InvalidSex: { code: 'RC_8', status: 400, message: 'Invalid sex, it should be 0 or 1.' },
  InvalidBirthday: { code: 'RC_9', status: 400, message: 'Invalid birthday.' },
  InvalidPicture: { code: 'RC_422', status: 400, message: 'This is no picture that can be read.' },
  QqError: { code: 'C_1', status: 400, message: 'QQ refused the sign-in.' },
  WechatError: { code: 'C_2', status: 400, message: 'WeChat refused the sign-in.' },
  InvalidTicket: { code: 'GCAP_1', status: 400, message: 'Invalid Ticket.' },
  TokenInvalid: { code: '10000000', status: 401, message: 'Access token is invalid.' },
  RefreshTokenInvalid: { code: '10000001', status: 401, message: 'Refresh token is invalid.' },
  CookieInvalid: { code: '10000002', status: 401, message: 'The session cookie is invalid.' },
  CaptchaRuleError: {
    code: '10017001',
    status: 400,
    message: 'The human verification asked for is not known.',
  },
  CaptchaVendorError: {
    code: '10017002',
    status: 400,
    message: 'The human verification service refused the answer.',
  },
  CaptchaVendorTimeout: {
    code: '10017003',
    status: 503,
    message: 'The human verification service did not answer.',
  },
  CaptchaVendorConfig: {
    code: '10017004',
    status: 400,
    message: 'The human verification service is not configured.',
  },
  CaptchaFailed: { code: 'RC_53', status: 400, message: 'The human verification failed.' },
  TooBusy: { code: 'RC_54', status: 503, message: 'Too busy; try again in a moment.' },
  TooManyAttempts: { code: 'RC_54', status: 429, message: 'Too many attempts; try again later.' },
  AgreementsOutdated: {
    code: 'RC_431',
    status: 409,
    message: 'A newer version of these agreements is in force.',
  },
  GuardianRequired: {
    code: 'RC_282',
    status: 403,
    message: 'This person is under age: a guardian has to consent first.',
  },
  AgeRequired: { code: 'RC_284', status: 403, message: 'Say your year of birth first.' },
  AgeAlreadySet: {
    code: 'RC_286',
    status: 409,
    message: 'The year of birth can be said once, and it is set.',
  },
  EnrolmentRequired: {
    code: 'RC_285',
    status: 403,
    message: 'This number has no account yet: agree to have one.',
  },
  SecondFactorRequired: { code: 'RC_283', status: 403, message: 'The second factor is missing.' },
  ServiceSecretInvalid: {
    code: 'RC_411',
    status: 401,
    message: 'The service secret is missing or wrong.',
  },
  ServersOnly: { code: 'RC_412', status: 403, message: 'This call is made by servers, not by pages.' },
  OperatorRequired: { code: 'RC_401', status: 401, message: 'Sign in to the console first.' },
  ReasonRequired: {
    code: 'RC_432',
    status: 403,
    message: 'This person is under 14: say first why you look.',
  },
  NewAdmin: {
    code: 'RC_433',
    status: 403,
    message:
      'One of the two admins has been one, or has a password reset by a link or a new second factor, for less than 72 hours.',
  },
  RoleRequired: { code: 'RC_403', status: 403, message: 'Your role does not allow this.' },
  ForeignOrigin: { code: 'RC_421', status: 403, message: 'The console answers its own pages only.' },
  LinkInvalid: { code: 'RC_410', status: 400, message: 'This link was used, is over, or was never given.' },
  OperatorExists: { code: 'RC_408', status: 409, message: 'There is an operator of this name already.' },
  LastAdmin: { code: 'RC_407', status: 409, message: 'This is the last admin; make another one first.' },
  Conflict: { code: 'RC_409', status: 409, message: 'It was changed meanwhile; look at it again.' },
  InvalidRequest: { code: 'RC_400', status: 400, message: 'Invalid request.' },
  NotFound: { code: 'RC_404', status: 404, message: 'There is nothing at this address.' },
  MethodNotAllowed: { code: 'RC_405', status: 405, message: 'This address does not take this method.' },
  TooLarge: { code: 'RC_413', status: 413, message: 'The request is too large.' },
  WrongType: { code: 'RC_415', status: 415, message: 'The body must be JSON.' },
} as const satisfies Record<string, RefusalRow>;

export type RefusalName = keyof typeof refusals;
