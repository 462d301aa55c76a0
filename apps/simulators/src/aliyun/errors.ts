/** Aliyun's documented errors. The gateway's have their own HTTP status; business errors (`isv.`, `isp.`) have 200. */
export interface AliyunErrorRow {
  readonly status: number;
  readonly message: string;
}

const gateway = {
  'InvalidAccessKeyId.NotFound': { status: 404, message: 'Specified access key is not found.' },
  SignatureDoesNotMatch: {
    status: 400,
    message: 'Specified signature is not matched with our calculation.',
  },
  SignatureNonceUsed: { status: 400, message: 'Specified signature nonce was used already.' },
  'InvalidTimeStamp.Format': {
    status: 400,
    message: 'Specified time stamp or date value is not well formatted.',
  },
  'InvalidTimeStamp.Expired': { status: 400, message: 'Specified time stamp or date value is expired.' },
  IncompleteSignature: {
    status: 400,
    message: 'The request signature does not conform to Aliyun standards.',
  },
  'InvalidAction.NotFound': {
    status: 404,
    message: 'Specified api is not found, please check your url and method.',
  },
  InvalidVersion: { status: 404, message: 'Specified parameter Version is not valid.' },
  'Throttling.User': { status: 400, message: 'Request was denied due to user flow control.' },
  ServiceUnavailable: {
    status: 503,
    message: 'The request has failed due to a temporary failure of the server.',
  },
  InternalError: { status: 500, message: 'The request processing has failed due to some unknown error.' },
} as const satisfies Record<string, AliyunErrorRow>;

const business = {
  'isv.BUSINESS_LIMIT_CONTROL': { status: 200, message: '触发小时级流控Permits:5' },
  'isv.OUT_OF_SERVICE': { status: 200, message: '业务停机' },
  'isv.AMOUNT_NOT_ENOUGH': { status: 200, message: '账户余额不足' },
  'isv.MOBILE_NUMBER_ILLEGAL': { status: 200, message: '非法手机号' },
  'isv.MOBILE_COUNT_OVER_LIMIT': { status: 200, message: '手机号码数量超过限制' },
  'isv.TEMPLATE_MISSING_PARAMETERS': { status: 200, message: '模板缺少变量' },
  'isv.INVALID_JSON_PARAM': { status: 200, message: 'JSON参数不合法，只接受字符串值' },
  'isv.PARAM_LENGTH_LIMIT': { status: 200, message: '参数超出长度限制' },
  'isv.INVALID_PARAMETERS': { status: 200, message: '参数异常' },
  'isv.BLACK_KEY_CONTROL_LIMIT': { status: 200, message: '黑名单管控' },
  'isp.SYSTEM_ERROR': { status: 200, message: 'isp.SYSTEM_ERROR' },
} as const satisfies Record<string, AliyunErrorRow>;

export const aliyunSmsErrors = {
  ...gateway,
  ...business,
  'isv.SMS_TEMPLATE_ILLEGAL': { status: 200, message: '该账号下找不到对应模板' },
  'isv.SMS_SIGNATURE_ILLEGAL': { status: 200, message: '该账号下找不到对应签名' },
} as const satisfies Record<string, AliyunErrorRow>;

export const aliyunVoiceErrors = {
  ...gateway,
  ...business,
  'isv.TTS_TEMPLATE_ILLEGAL': { status: 200, message: '文本转语音模板不合法' },
  'isv.DISPLAY_NUMBER_ILLEGAL': { status: 200, message: '号显不合法' },
} as const satisfies Record<string, AliyunErrorRow>;

/** The digits are afs's own: an answer's numeric Code, with the text as Msg. */
export const aliyunAfsErrors = {
  ...gateway,
  '400': { status: 200, message: 'parameter error' },
  '500': { status: 200, message: 'service error' },
  '900': { status: 200, message: 'authenticate failed' },
} as const satisfies Record<string, AliyunErrorRow>;

export type AliyunErrorCode =
  | keyof typeof aliyunSmsErrors
  | keyof typeof aliyunVoiceErrors
  | keyof typeof aliyunAfsErrors;

const rows: Readonly<Record<AliyunErrorCode, AliyunErrorRow>> = {
  ...aliyunSmsErrors,
  ...aliyunVoiceErrors,
  ...aliyunAfsErrors,
};

/** Thrown to refuse a request; the handler converts it into the vendor's answer. */
export class AliyunRefusal extends Error {
  readonly code: string;
  /** HTTP status. */
  readonly status: number;

  constructor(code: AliyunErrorCode, message?: string) {
    super(message ?? rows[code].message);
    this.code = code;
    this.status = rows[code].status;
  }

  /** A missing required field, such as `MissingPhoneNumbers`. */
  static missing(field: string): AliyunRefusal {
    const refusal = new AliyunRefusal('IncompleteSignature', `${field} is mandatory for this action.`);
    return Object.assign(refusal, { code: `Missing${field}` });
  }
}
