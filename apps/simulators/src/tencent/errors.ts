/** Tencent Cloud's documented errors. `api`: in `Response.Error`; `number`: in a number's row of an answer. */
export interface TencentErrorRow {
  readonly where: 'api' | 'number';
  readonly message: string;
}

const api = (message: string): TencentErrorRow => ({ where: 'api', message });
const number = (message: string): TencentErrorRow => ({ where: 'number', message });

const platform = {
  'AuthFailure.InvalidAuthorization': api("The request header 'Authorization' is invalid."),
  'AuthFailure.SecretIdNotFound': api(
    'The SecretId is not found, please ensure that your SecretId is correct.',
  ),
  'AuthFailure.SignatureExpire': api('Signature expired. Please check your local time is correct or not.'),
  'AuthFailure.SignatureFailure': api(
    'The provided credentials could not be validated. Please check your signature is correct.',
  ),
  InvalidAction: api('The request action is invalid.'),
  NoSuchVersion: api('The request version is invalid.'),
  UnsupportedRegion: api('This region is not supported.'),
  UnsupportedProtocol: api('The HTTP(S) method of this request is not supported; only GET and POST are.'),
  MissingParameter: api('The request is missing a parameter.'),
  InvalidParameter: api('A parameter has an invalid value or type.'),
  InvalidParameterValue: api('A parameter has a wrong value.'),
  UnknownParameter: api('A parameter is not recognized.'),
  RequestLimitExceeded: api('Your current request times exceed the limit of this interface.'),
  InternalError: api('An internal error has occurred. Retry your request.'),
} as const satisfies Record<string, TencentErrorRow>;

export const tencentSmsErrors = {
  ...platform,
  'MissingParameter.EmptyPhoneNumberSet': api('The list of phone numbers is empty.'),
  'LimitExceeded.PhoneNumberCountLimit': api('No more than 200 phone numbers in a request.'),
  'UnauthorizedOperation.SmsSdkAppIdVerifyFail': api('SmsSdkAppId verification failed.'),
  'UnauthorizedOperation.ServiceSuspendDueToArrears': api('The service is suspended due to arrears.'),
  'LimitExceeded.PhoneNumberThirtySecondLimit': number(
    'the number of sms messages sent from a single mobile number within 30 seconds exceeds the upper limit',
  ),
  'LimitExceeded.PhoneNumberOneHourLimit': number(
    'the number of sms messages sent from a single mobile number within 1 hour exceeds the upper limit',
  ),
  'LimitExceeded.PhoneNumberDailyLimit': number(
    'the number of sms messages sent from a single mobile number every day exceeds the upper limit',
  ),
  'LimitExceeded.DeliveryFrequencyLimit': number('the delivery frequency limit is hit'),
  'FailedOperation.SignatureIncorrectOrUnapproved': number('signature is incorrect or unapproved'),
  'FailedOperation.TemplateIncorrectOrUnapproved': number('template is incorrect or unapproved'),
  'FailedOperation.TemplateParamSetNotMatchApprovedTemplate': number(
    'the parameters do not match the approved template',
  ),
  'FailedOperation.InsufficientBalanceInSmsPackage': number('insufficient balance in sms package'),
  'FailedOperation.PhoneNumberInBlacklist': number('the phone number is in the blacklist'),
  'InvalidParameterValue.IncorrectPhoneNumber': number('incorrect phone number'),
} as const satisfies Record<string, TencentErrorRow>;

export const tencentVoiceErrors = {
  ...platform,
  'UnauthorizedOperation.VoiceSdkAppidVerifyFail': api('VoiceSdkAppid verification failed.'),
  'UnauthorizedOperation.SdkAppidIsDisabled': api('The SDK AppID may not send voice messages.'),
  'UnauthorizedOperation.ServiceSuspendDueToArrears': api('The service is suspended due to arrears.'),
  'FailedOperation.TemplateIncorrectOrUnapproved': api('The template is incorrect or unapproved.'),
  'FailedOperation.InsufficientBalanceInVoicePackage': api('Insufficient balance in the voice package.'),
  'InvalidParameterValue.CalledNumberVerifyFail': api('The called number is not well formed.'),
  'InvalidParameterValue.ContentLengthLimit': api('A variable is too long.'),
  'LimitExceeded.DeliveryFrequencyLimit': api('The delivery frequency limit is hit.'),
  'InternalError.UpstreamError': api('Upstream error.'),
} as const satisfies Record<string, TencentErrorRow>;

/** Keys of digits are values of the answer's CaptchaCode; here `number` stands for it. */
export const tencentCaptchaErrors = {
  ...platform,
  '7': number('captcha no match'),
  '8': number('ticket expired'),
  '9': number('ticket reused'),
  '15': number('decrypt fail'),
  '16': number('appid-ticket mismatch'),
  '21': number('diff'),
  '100': number('appid-secretkey-ticket mismatch'),
} as const satisfies Record<string, TencentErrorRow>;

export type TencentErrorCode =
  | keyof typeof tencentSmsErrors
  | keyof typeof tencentVoiceErrors
  | keyof typeof tencentCaptchaErrors;

/** Thrown to refuse a whole request; the handler converts it into `Response.Error`. */
export class TencentRefusal extends Error {
  readonly code: TencentErrorCode;

  constructor(code: TencentErrorCode, message?: string) {
    // If both services have the code, voice's row is the one for whole requests.
    const rows: Readonly<Record<TencentErrorCode, TencentErrorRow>> = {
      ...tencentSmsErrors,
      ...tencentCaptchaErrors,
      ...tencentVoiceErrors,
    };
    super(message ?? rows[code].message);
    this.code = code;
  }
}
