/**
 * The error catalogue (specification, section 8): the 56 client errors, and the client error of each server code.
 */

import { AGREEMENT_IDS_MESSAGE } from './fields.ts';

/** The client errors; the index is the code, 0 to 55. */
export const clientErrors = [
  'InvalidPhoneNumber',
  'InvalidCaptcha',
  'InvalidPassword',
  'InvalidUsername',
  'InvalidNickname',
  'InvalidFullname',
  'InvalidQq',
  'InvalidDescription',
  'InvalidSex',
  'InvalidBirthday',
  'InvalidEmail',
  'PasswordMismatch',
  'NoToken',
  'RequestTimeout',
  'RequestError',
  'PhoneRegistered',
  'PhoneUnregistered',
  'WrongCredentials',
  'FutureDate',
  'UsernameAlreadySet',
  'UsernameExists',
  'NicknameExists',
  'PhoneRequired',
  'WrongOldPassword',
  'PasswordAlreadySet',
  'CaptchaMismatch',
  'PhoneBound',
  'WrongOldPhone',
  'IllegalOperation',
  'IllegalOauthTicket',
  'ThirdPartyBound',
  'CaptchaTooFrequent',
  'IllegalPid',
  'PhoneBoundByOther',
  'WrongTicket',
  'AccountBlocked',
  'CaptchaLimitReached',
  'EmailRegistered',
  'TokenInvalid',
  'RefreshTokenInvalid',
  'CookieInvalid',
  'NotInitialised',
  'InitFailed',
  'EmptyAgreementIds',
  'QqError',
  'WechatError',
  'InvalidTicket',
  'CaptchaRuleError',
  'CaptchaVendorError',
  'CaptchaVendorTimeout',
  'CaptchaVendorConfig',
  'GeetestInitFailed',
  'CaptchaClosed',
  'CaptchaFailed',
  'TooBusy',
  'Unknown',
] as const;

export type ClientError = (typeof clientErrors)[number];

/**
 * The code of a client error, 0 to 55.
 * @example clientCode('PhoneRegistered');
 * @see `docs/rules.md`
 */
export const clientCode = (name: ClientError): number => clientErrors.indexOf(name);

/**
 * Maps server codes to client codes. The first 41 are the specification's. `RC_*` are Rollcall's, for refusals without a
 * code in the specification; their number is the client code, or begins with it. Any other code is Unknown, with the raw body.
 */
export const serverCodes = {
  AC3_0: 15,
  AC3_1: 16,
  AC3_2: 17,
  AC3_3: 18,
  AC3_4: 19,
  AC3_5: 20,
  AC3_6: 21,
  AC3_7: 22,
  AC3_8: 23,
  AC3_9: 24,
  AC3_10: 25,
  AC3_11: 26,
  AC3_12: 27,
  AC3_13: 28,
  AC3_14: 29,
  AC3_15: 30,
  AC3_16: 31,
  AC3_17: 32,
  AC3_18: 33,
  AC3_19: 34,
  AC3_20: 35,
  AC3_21: 36,
  AC3_22: 37,
  AC3_23: 0,
  AC3_24: 1,
  AC3_25: 2,
  AC3_26: 11,
  AC3_27: 10,
  AC3_44: 3,
  AC3_48: 4,
  AC3_61: 43,
  C_1: 44,
  C_2: 45,
  GCAP_1: 46,
  10000000: 38,
  10000001: 39,
  10000002: 40,
  10017001: 47,
  10017002: 48,
  10017003: 49,
  10017004: 50,
  RC_5: 5,
  RC_6: 6,
  RC_7: 7,
  RC_8: 8,
  RC_9: 9,
  RC_281: 28,
  RC_282: 28,
  RC_283: 28,
  RC_284: 28,
  RC_285: 28,
  RC_286: 28,
  RC_53: 53,
  RC_54: 54,
  RC_201: 2,
  RC_431: 43,
} as const;

export type ServerCode = `${keyof typeof serverCodes}`;

/** The refusal of an invalid field, by the field's name; any other field's is InvalidRequest. */
export const fieldRefusals = {
  phone_number: 'InvalidPhoneNumber',
  old_phone_number: 'InvalidPhoneNumber',
  captcha: 'InvalidCaptcha',
  password: 'InvalidPassword',
  old_password: 'InvalidPassword',
  confirm_password: 'PasswordMismatch',
  rePassword: 'PasswordMismatch',
  username: 'InvalidUsername',
  nickname: 'InvalidNickname',
  fullname: 'InvalidFullname',
  qq: 'InvalidQq',
  description: 'InvalidDescription',
  sex: 'InvalidSex',
  birthday: 'InvalidBirthday',
  email: 'InvalidEmail',
  email_address: 'InvalidEmail',
  agreement_ids: 'EmptyAgreementIds',
  pid: 'IllegalPid',
} as const satisfies Record<string, ClientError>;

/**
 * The refusal of an invalid field; undefined if the catalogue has none for it.
 *
 * @param message of the invalid field: `agreement_ids` has a refusal for an empty list, and none for a wrong id
 * @example fieldRefusal('phone_number');
 * @see `docs/rules.md`
 */
export const fieldRefusal = (
  field: string,
  message: string = AGREEMENT_IDS_MESSAGE,
): ClientError | undefined =>
  Object.keys(fieldRefusals).includes(field) &&
  (field !== 'agreement_ids' || message === AGREEMENT_IDS_MESSAGE)
    ? fieldRefusals[field as keyof typeof fieldRefusals]
    : undefined;
