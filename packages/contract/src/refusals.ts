/**
 * The server's answer for each refusal: HTTP status, code and message. Only the server and the reference import this
 * table; the browser libraries need `serverCodes` only.
 */
import type { ServerCode } from './errors.ts';

export interface Refusal<Code = ServerCode | `RC_${number}`> {
  readonly code: Code;
  /** The HTTP status: 400 to 499, or 503. */
  readonly status: number;
  /** For developers; programs read `code`. */
  readonly message: string;
}

const refusal = <const Code extends Refusal['code']>(
  code: Code,
  status: number,
  message: string,
): Refusal<Code> => ({ code, status, message });

/** Every refusal, with its code, status and message. */
export const refusals = {
  PhoneRegistered: refusal('AC3_0', 409, 'This phone number is registered already.'),
  PhoneUnregistered: refusal('AC3_1', 404, 'This phone number is not registered.'),
  WrongCredentials: refusal('AC3_2', 400, 'User does not exist, or the password is wrong.'),
  FutureDate: refusal('AC3_3', 400, 'The date cannot be in the future.'),
  UsernameAlreadySet: refusal('AC3_4', 409, 'The username can be set once, and it is set.'),
  UsernameExists: refusal('AC3_5', 409, 'This username is taken.'),
  NicknameExists: refusal('AC3_6', 409, 'This nickname is taken.'),
  ProofRequired: refusal(
    'RC_281',
    403,
    'Prove who you are again: the last proof is older than five minutes.',
  ),
  PhoneRequired: refusal('AC3_7', 403, 'Bind a phone number first.'),
  WrongOldPassword: refusal('AC3_8', 400, 'The old password is wrong.'),
  PasswordAlreadySet: refusal('AC3_9', 409, 'The first password can be set once, and it is set.'),
  CaptchaMismatch: refusal('AC3_10', 400, 'The code is wrong or no longer valid.'),
  PhoneBound: refusal('AC3_11', 409, 'This account has a phone number already.'),
  WrongOldPhone: refusal('AC3_12', 400, 'The old phone number is wrong.'),
  IllegalOperation: refusal('AC3_13', 403, 'This is not allowed.'),
  IllegalOauthTicket: refusal('AC3_14', 400, 'The third-party sign-in has expired; start it again.'),
  ThirdPartyBound: refusal('AC3_15', 409, 'The third-party account is bound already.'),
  CaptchaTooFrequent: refusal('AC3_16', 429, 'A code was sent a moment ago.'),
  IllegalPid: refusal('AC3_17', 400, 'This pid is not served here.'),
  PhoneBoundByOther: refusal('AC3_18', 409, 'Another account has this phone number.'),
  WrongTicket: refusal('AC3_19', 400, 'The ticket is wrong or no longer valid.'),
  AccountBlocked: refusal('AC3_20', 403, 'This account is blocked.'),
  CaptchaLimitReached: refusal('AC3_21', 429, 'No more codes can be sent to this address for now.'),
  EmailRegistered: refusal('AC3_22', 409, 'This e-mail address is registered already.'),
  InvalidPhoneNumber: refusal('AC3_23', 400, 'Invalid phone number.'),
  InvalidCaptcha: refusal('AC3_24', 400, 'Invalid code.'),
  InvalidPassword: refusal('AC3_25', 400, 'Invalid password.'),
  PasswordTooCommon: refusal(
    'RC_201',
    400,
    'This password is used by many people, or is made of your own number or name.',
  ),
  PasswordMismatch: refusal('AC3_26', 400, 'Password is not equal to confirmed password.'),
  InvalidEmail: refusal('AC3_27', 400, 'Invalid e-mail address.'),
  InvalidUsername: refusal('AC3_44', 400, 'Invalid username.'),
  InvalidNickname: refusal('AC3_48', 400, 'Invalid nickname.'),
  EmptyAgreementIds: refusal('AC3_61', 400, 'agreement_ids should not be an empty array.'),
  InvalidFullname: refusal('RC_5', 400, 'Invalid full name.'),
  InvalidQq: refusal('RC_6', 400, 'Invalid QQ number.'),
  InvalidDescription: refusal('RC_7', 400, 'Invalid description, it should contains only 0 - 50 characters.'),
  InvalidSex: refusal('RC_8', 400, 'Invalid sex, it should be 0 or 1.'),
  InvalidBirthday: refusal('RC_9', 400, 'Invalid birthday.'),
  InvalidPicture: refusal('RC_422', 400, 'This is no picture that can be read.'),
  QqError: refusal('C_1', 400, 'QQ refused the sign-in.'),
  WechatError: refusal('C_2', 400, 'WeChat refused the sign-in.'),
  InvalidTicket: refusal('GCAP_1', 400, 'Invalid Ticket.'),
  TokenInvalid: refusal('10000000', 401, 'Access token is invalid.'),
  RefreshTokenInvalid: refusal('10000001', 401, 'Refresh token is invalid.'),
  CookieInvalid: refusal('10000002', 401, 'The session cookie is invalid.'),
  CaptchaRuleError: refusal('10017001', 400, 'The human verification asked for is not known.'),
  CaptchaVendorError: refusal('10017002', 400, 'The human verification service refused the answer.'),
  CaptchaVendorTimeout: refusal('10017003', 503, 'The human verification service did not answer.'),
  CaptchaVendorConfig: refusal('10017004', 400, 'The human verification service is not configured.'),
  CaptchaFailed: refusal('RC_53', 400, 'The human verification failed.'),
  TooBusy: refusal('RC_54', 503, 'Too busy; try again in a moment.'),
  TooManyAttempts: refusal('RC_54', 429, 'Too many attempts; try again later.'),
  AgreementsOutdated: refusal('RC_431', 409, 'A newer version of these agreements is in force.'),
  GuardianRequired: refusal('RC_282', 403, 'This person is under age: a guardian has to consent first.'),
  AgeRequired: refusal('RC_284', 403, 'Say your year of birth first.'),
  AgeAlreadySet: refusal('RC_286', 409, 'The year of birth can be said once, and it is set.'),
  EnrolmentRequired: refusal('RC_285', 403, 'This number has no account yet: agree to have one.'),
  SecondFactorRequired: refusal('RC_283', 403, 'The second factor is missing.'),
  ServiceSecretInvalid: refusal('RC_411', 401, 'The service secret is missing or wrong.'),
  ServiceTokenInvalid: refusal('RC_441', 401, 'The service token is missing, wrong, or has ended.'),
  ScopeRequired: refusal('RC_442', 403, 'The service token has not the scope that this call needs.'),
  AddressRefused: refusal('RC_443', 403, 'The service token may not be used from this address.'),
  IdempotencyKeyReused: refusal('RC_444', 409, 'Another request was made with this Idempotency-Key.'),
  ServersOnly: refusal('RC_412', 403, 'This call is made by servers, not by pages.'),
  OperatorRequired: refusal('RC_401', 401, 'Sign in to the console first.'),
  ReasonRequired: refusal('RC_432', 403, 'This person is under 14: say first why you look.'),
  NewAdmin: refusal(
    'RC_433',
    403,
    'One of the two admins has been one, or has a password reset by a link or a new second factor, for less than 72 hours.',
  ),
  NoSender: refusal('RC_434', 403, 'No sender is set up for this message on this channel.'),
  RoleRequired: refusal('RC_403', 403, 'Your role does not allow this.'),
  ForeignOrigin: refusal('RC_421', 403, 'The console answers its own pages only.'),
  LinkInvalid: refusal('RC_410', 400, 'This link was used, is over, or was never given.'),
  OperatorExists: refusal('RC_408', 409, 'There is an operator of this name already.'),
  LastAdmin: refusal('RC_407', 409, 'This is the last admin; make another one first.'),
  Conflict: refusal('RC_409', 409, 'It was changed meanwhile; look at it again.'),
  InvalidRequest: refusal('RC_400', 400, 'Invalid request.'),
  NotFound: refusal('RC_404', 404, 'There is nothing at this address.'),
  MethodNotAllowed: refusal('RC_405', 405, 'This address does not take this method.'),
  TooLarge: refusal('RC_413', 413, 'The request is too large.'),
  WrongType: refusal('RC_415', 415, 'The body must be JSON.'),
} as const;

export type RefusalName = keyof typeof refusals;
