import { type ClientError, clientCode, clientErrors, serverCodes } from '@rollcall/contract';

/** The server's answer behind an error. */
export interface AnswerFacts {
  /** The server's code, if a server answered. */
  readonly server_code?: string | undefined;
  /** The whole answer: parsed if it was JSON (`{code, msg, data?}`), else its text. */
  readonly body?: unknown;
  /** The HTTP status. */
  readonly status?: number;
  /**
   * Why there is no token (NoToken), where the page knows: `another-person` if the stored one is another account's than that for
   * which the page was drawn, `cookie` if the browser did not store the one of a sign-in.
   */
  readonly reason?: 'another-person' | 'cookie' | undefined;
  /** The name of the cookie that was not stored. */
  readonly cookie?: string | undefined;
}

/**
 * The only error that this library throws (specification, section 8). `name` is the client error, `code` its number
 * (0 to 55), `message` the catalogue's message or the server's.
 *
 * @example const isTaken = error instanceof AuthError && error.name === 'PhoneRegistered';
 * @see `docs/rules.md`
 */
export class AuthError extends Error {
  declare readonly name: ClientError;
  declare readonly code: number;
  declare readonly server_code?: string | undefined;
  declare readonly body?: unknown;
  declare readonly status?: number;
  declare readonly reason?: AnswerFacts['reason'];
  declare readonly cookie?: string | undefined;

  constructor(name: ClientError, message: string, facts?: AnswerFacts) {
    super(message);
    Object.assign(this, { name, code: clientCode(name) }, facts);
  }
}

/** Whether a caught value is this client error. */
export const isError = (error: unknown, name: ClientError): boolean =>
  (error as Error | undefined)?.name === name;

/**
 * Makes the error of an unsuccessful answer. A server code that the catalogue does not list becomes Unknown (55), with
 * the server's code and the raw body (specification, section 8).
 *
 * @param status HTTP status
 * @param body the parsed answer, or its text if it was not JSON
 */
export const answerError = (status: number, body: unknown): AuthError => {
  const { code, msg } = (body ?? {}) as { code?: string | number; msg?: string };
  // A code such as `toString` finds a function of Object.prototype, which is no index of the list.
  const known = clientErrors[serverCodes[code as keyof typeof serverCodes]];
  return new AuthError(known ?? 'Unknown', msg || `HTTP ${status}.`, {
    server_code: code?.toString(),
    body,
    status,
  });
};
