import type { ClientError, ServerCode } from '@rollcall/contract';

/**
 * The part of the contract's catalogue that these calls can meet, so that a page need not carry all of it. A test
 * holds it against the catalogue and against the refusals that the calls' rows name.
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

/** What is known behind an error. */
export interface AnswerFacts {
  /** The server's own code, where a server answered. */
  readonly server_code?: string | undefined;
  /** The whole answer of the server, or what the vendor's script reported. */
  readonly body?: unknown;
  /** The HTTP status. */
  readonly status?: number;
}

/**
 * The one error that this library raises (specification, section 8). `name` is the client error, `code` its number
 * 0..55, `message` the specification's words or the server's.
 *
 * - CaptchaRuleError, CaptchaVendorError, CaptchaVendorTimeout, CaptchaVendorConfig (47-50): the server said so, or
 *   the vendor's script was blocked, slow or broken here.
 * - GeetestInitFailed (51), CaptchaClosed (52; aborted too), CaptchaFailed (53).
 * - RequestTimeout (13), RequestError (14), IllegalPid (32), TooBusy (54), Unknown (55).
 */
export class CaptchaError extends Error {
  declare readonly name: ErrorName;
  declare readonly code: number;
  declare readonly server_code?: string | undefined;
  declare readonly body?: unknown;
  declare readonly status?: number;

  constructor(name: ErrorName, message: string, facts?: AnswerFacts) {
    super(message);
    Object.assign(this, { name, code: codes[name] }, facts);
  }
}

/** A challenge that was not passed, or a rule that lets nobody pass. */
export const incorrect = (body: unknown): CaptchaError =>
  new CaptchaError('CaptchaFailed', 'incorrect captcha checking', { body });

/** The person closed the challenge, or the page went away. */
export const closed = (): CaptchaError =>
  new CaptchaError('CaptchaClosed', 'The human verification was closed.');

/** Nothing of the provider works here: its script or its file did not come, or it threw. */
export const fatal = (body: unknown): CaptchaError =>
  new CaptchaError('CaptchaVendorError', 'fatal error occurred', { body });

/**
 * The error of an answer that is no success; a server code outside the table becomes Unknown (55), with the raw body.
 *
 * @param status HTTP status
 * @param body the parsed answer, or its text where it was no JSON
 */
export const answerError = (status: number, body: unknown): CaptchaError => {
  const { code, msg } = (body ?? {}) as { code?: unknown; msg?: unknown };
  const known = Object.hasOwn(serverNames, String(code)) && serverNames[code as ServerCode];
  return new CaptchaError(known || 'Unknown', msg ? String(msg) : `HTTP ${status}.`, {
    server_code: code === undefined ? code : String(code),
    body,
    status,
  });
};
