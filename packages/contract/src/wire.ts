/** The envelope of answers: `{data}` for a success, `{code, msg, data?}` for a refusal or a server error. */
export interface Success<T> {
  readonly data: T;
}

export interface Refused {
  readonly code: string;
  readonly msg: string;
  readonly data?: unknown;
  /** Set for a server error (5xx): the id of the request in the log. */
  readonly request_id?: string;
}

/** The headers' names on the wire (specification, section 3). */
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
  enrol: 'X-Enrol',
  sharedDevice: 'X-Shared-Device',
  requestId: 'X-Request-Id',
} as const;
