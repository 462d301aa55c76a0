import { type ClientError, clientCode, clientErrors, serverCodes } from '@rollcall/contract';

/** What is known of the answer behind an error. */
export interface AnswerFacts {
  /** The server's own code, where a server answered. */
  readonly server_code?: string | undefined;
  /** The whole answer: parsed where it was JSON (`{code, msg, data?}`), else its raw text. */
  readonly body?: unknown;
  /** The HTTP status. */
  readonly status?: number;
}

/**
 * The one error that this library raises (specification, section 8). `name` is the client error, `code` its number
 * 0..55, `message` the catalogue's words or the server's.
 */
export class AuthError extends Error {
  declare readonly name: ClientError;
  declare readonly code: number;
  declare readonly server_code?: string | undefined;
  declare readonly body?: unknown;
  declare readonly status?: number;

  constructor(name: ClientError, message: string, facts?: AnswerFacts) {
    super(message);
    Object.assign(this, { name, code: clientCode(name) }, facts);
  }
}

/** Whether something caught is this client error. */
export const isError = (error: unknown, name: ClientError): boolean =>
  (error as Error | undefined)?.name === name;

/**
 * The error of an answer that is no success. A server code outside the catalogue's table becomes Unknown (55), with
 * the server's code and the raw body (specification, section 8).
 *
 * @param status HTTP status
 * @param body the parsed answer, or its text where it was no JSON
 */
export const answerError = (status: number, body: unknown): AuthError => {
  const { code, msg } = (body ?? {}) as { code?: string | number; msg?: string };
  // What a name of Object.prototype finds is no index of the list.
  const known = clientErrors[serverCodes[code as keyof typeof serverCodes]];
  return new AuthError(known ?? 'Unknown', msg || `HTTP ${status}.`, {
    server_code: code === undefined ? code : String(code),
    body,
    status,
  });
};
