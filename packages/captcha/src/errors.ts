import type { ClientError, ServerCode } from '@rollcall/contract';

/**
 * The errors of the contract's catalogue that these calls can cause: a copy, so that a page does not load the whole
 * catalogue. A test compares it with the catalogue and with the refusals in the calls' rows.
 */
export const codes = {
  RequestTimeout: 13,
  RequestError: 14,
  IllegalPid: 32,
  CaptchaRuleError: 47,
  CaptchaVendorError: 48,
  CaptchaVendorTimeout: 49,
  CaptchaVendorConfig: 50,
  GeetestInitFailed: 51,
  CaptchaClosed: 52,
  CaptchaFailed: 53,
  TooBusy: 54,
  Unknown: 55,
} as const satisfies Partial<Record<ClientError, number>>;

export type ErrorName = keyof typeof codes;

export const serverNames: Partial<Record<ServerCode, ErrorName>> = {
  AC3_17: 'IllegalPid',
  10017001: 'CaptchaRuleError',
  10017002: 'CaptchaVendorError',
  10017003: 'CaptchaVendorTimeout',
  10017004: 'CaptchaVendorConfig',
  RC_53: 'CaptchaFailed',
  RC_54: 'TooBusy',
};

/** The answer or report behind an error. */
export interface AnswerFacts {
  /** The server's code, if a server answered. */
  readonly server_code?: string | undefined;
  /** The server's whole answer, or the error that the vendor's script reported. */
  readonly body?: unknown;
  /** The HTTP status. */
  readonly status?: number;
  /**
   * Whether the vendor, or the file with its part, got no answer: the network failed, or something in the browser blocked it. The person
   * has failed nothing, and may try again. Of our server's calls the names RequestError and RequestTimeout say it.
   */
  readonly unanswered?: boolean;
}

/**
 * The only error that this library throws (specification, section 8). `name` is the client error, `code` its number
 * (0 to 55), `message` the specification's message or the server's.
 *
 * - CaptchaRuleError, CaptchaVendorError, CaptchaVendorTimeout, CaptchaVendorConfig (47-50): answered by the server, or
 *   the vendor's script was blocked, slow or broken.
 * - GeetestInitFailed (51), CaptchaClosed (52; aborted too), CaptchaFailed (53).
 * - RequestTimeout (13), RequestError (14), IllegalPid (32), TooBusy (54), Unknown (55).
 *
 * @example const closed = error instanceof CaptchaError && error.name;
 * @see `docs/rules.md`
 */
export class CaptchaError extends Error {
  declare readonly name: ErrorName;
  declare readonly code: number;
  declare readonly server_code?: string | undefined;
  declare readonly body?: unknown;
  declare readonly status?: number;
  declare readonly unanswered?: boolean;

  constructor(name: ErrorName, message: string, facts?: AnswerFacts) {
    super(message);
    Object.assign(this, { name, code: codes[name] }, facts);
  }
}

/** A challenge that was not passed, or a rule without a ticket. */
export const incorrect = (body: unknown): CaptchaError =>
  new CaptchaError('CaptchaFailed', 'incorrect captcha checking', { body });

/** The person closed the challenge, or the page was left. */
export const closed = (): CaptchaError =>
  new CaptchaError('CaptchaClosed', 'The human verification was closed.');

/** The provider does not work: its script failed to load (`unanswered`), or it threw. */
export const fatal = (body: unknown, facts?: Pick<AnswerFacts, 'unanswered'>): CaptchaError =>
  new CaptchaError('CaptchaVendorError', 'fatal error occurred', { body, ...facts });

/**
 * Makes the error of an unsuccessful answer. A server code that the table does not list becomes Unknown (55), with the
 * raw body.
 *
 * @param status HTTP status
 * @param body the parsed answer, or its text if it was not JSON
 */
export const answerError = (status: number, body: unknown): CaptchaError => {
  const { code, msg } = (body ?? {}) as { code?: unknown; msg?: unknown };
  const known = Object.keys(serverNames).includes(String(code)) && serverNames[code as ServerCode];
  return new CaptchaError(known || 'Unknown', msg ? String(msg) : `HTTP ${status}.`, {
    server_code: code === undefined ? code : String(code),
    body,
    status,
  });
};
