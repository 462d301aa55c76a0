/**
 * The points at which a vendor of human verification can fail, each by itself: its script, the challenge that the script
 * shows, and the calls of the site's server, of which GeeTest has three.
 */
export interface Point {
  readonly title: string;
  /** The documented errors of this point. */
  readonly errors: Readonly<Record<string, string>>;
  /** The most common refusal, if it is one of the errors. */
  readonly refusal?: string;
  /** Whether the widget can close itself, as if a person had closed it. */
  readonly closes?: true;
}

/** `fail` serves a script that defines no global; an error is the HTTP status of the script. */
const script = (vendor: string): Point => ({
  title: `${vendor}: script`,
  errors: { '403': 'Forbidden', '404': 'Not Found' },
});

/** `fail` judges every answer wrong. */
const lasting = (vendor: string, errors: Point['errors']): Point => ({
  title: `${vendor}: challenge`,
  errors,
});

/** `close` closes the widget as soon as it is visible. */
const challenge = (vendor: string, errors: Point['errors']): Point => ({
  ...lasting(vendor, errors),
  closes: true,
});

const verification = (vendor: string, refusal: string, errors: Point['errors']): Point => ({
  title: `${vendor}: verification`,
  errors,
  refusal,
});

const geetestErrors = {
  '02': 'duplicate challenge',
  '12': 'too many retries',
  '61': 'no seccode',
  '62': 'the challenge was not passed',
  '68': 'bad seccode',
} as const satisfies Record<string, string>;

export const neteaseErrors = {
  '415': 'signature error',
  '419': 'parameter error',
  '421': 'version error',
  '430': 'QPS limit reached',
} as const satisfies Record<string, string>;

export const nextdataErrors = {
  '1901': 'QPS limit reached',
  '1902': 'parameter error',
  '1903': 'service failure',
  '9101': 'no permission',
  REJECT: 'riskLevel REJECT',
} as const satisfies Record<string, string>;

export const captchaPoints = {
  'captcha-geetest-script': script('GeeTest'),
  'captcha-geetest-challenge': challenge('GeeTest', {
    error_104: 'get.php failed',
    error_105: 'ajax.php failed',
    error_106: 'refreshed over 6 times',
    error_108: 'an image did not load',
    error_113: 'forbidden',
  }),
  'captcha-geetest-register': verification('GeeTest register.php', '0', {
    '0': 'the challenge is "0"',
    empty: 'the challenge is empty',
  }),
  'captcha-geetest-verify': verification('GeeTest validate.php', '62', geetestErrors),
  'captcha-geetest-health': verification('GeeTest bypass_status.php', 'fail', { fail: 'status fail' }),
  'captcha-tencent-script': script('Tencent captcha'),
  'captcha-tencent-challenge': challenge('Tencent captcha', {
    '1001': 'script did not load',
    '1002': 'show timed out',
    '1003': 'middle script timed out',
    '1004': 'middle script did not load',
    '1005': 'middle script failed',
    '1006': 'configuration failed',
    '1007': 'frame timed out',
    '1008': 'frame did not load',
    '1012': 'three failures in a row',
    '1013': 'three failures in a row',
  }),
  'captcha-tencent-verify': verification('Tencent captcha', '15', {
    '7': 'randstr does not match',
    '8': 'the ticket has expired',
    '9': 'the ticket was used already',
    '15': 'the ticket cannot be decrypted',
    '16': 'CaptchaAppId is wrong',
    '21': 'the ticket is of another CaptchaAppId',
    '100': 'AppSecretKey is wrong',
    'AuthFailure.SignatureFailure': 'wrong signature',
    InternalError: 'an internal error',
    RequestLimitExceeded: 'too many requests',
  }),
  'captcha-netease-script': script('NetEase'),
  'captcha-netease-challenge': challenge('NetEase', {
    '200': 'business error',
    '432': 'invalid captchaId',
    '500': 'request failed',
    '501': 'api failed',
    '502': 'script failed',
    '503': 'image failed',
    '504': 'timed out',
  }),
  // 0: the vendor's answer for a pass that is not valid, `{error: 0, result: false}`.
  'captcha-netease-verify': verification('NetEase', '0', { '0': 'result false', ...neteaseErrors }),
  'captcha-nextdata-script': script('NextData'),
  'captcha-nextdata-challenge': challenge('NextData', {
    '2001': 'a resource did not load',
    '2002': 'the server failed',
    '2003': 'parameter error',
    '2004': 'could not start',
    '2005': 'timed out',
  }),
  'captcha-nextdata-verify': verification('NextData', 'REJECT', nextdataErrors),
  'captcha-aliyun-script': script('Aliyun AWSC'),
  // The slider is rendered in the site's own box, so the vendor has no dialog to close.
  'captcha-aliyun-challenge': lasting('Aliyun AWSC', {
    '300': 'blocked',
    '500': 'the server failed',
    timeout: 'the module did not load in time',
  }),
  'captcha-aliyun-verify': verification('Aliyun AuthenticateSig', '900', {
    '400': 'parameter error',
    '500': 'service error',
    '900': 'not passed',
    SignatureDoesNotMatch: 'wrong signature',
    'Throttling.User': 'too many requests',
    ServiceUnavailable: 'temporary failure',
    InternalError: 'unknown error',
  }),
} as const satisfies Record<string, Point>;

export type CaptchaPoint = keyof typeof captchaPoints;
