/** The envelope on the wire: `{data}` for a success, `{code, msg, data?}` for a refusal or a fault. */
export interface Success<T> {
  readonly data: T;
}

export interface Refused {
  readonly code: string;
  readonly msg: string;
  readonly data?: unknown;
  /** Only with a fault of ours (5xx): what to look for in the log. */
  readonly request_id?: string;
}

/** The headers of section 3, as they stand on the wire. */
export const headers = {
  authVersion: 'Auth-Version',
  clientId: 'Client-ID',
  productCode: 'Product-Code',
  platform: 'Platform',
  pid: 'Pid',
  sdkVersion: 'SDK-Account-Version',
  net: 'Net',
  captchaTicket: 'X-Captcha-Ticket',
  captchaId: 'X-Captcha-Id',
  requestId: 'X-Request-Id',
} as const;
