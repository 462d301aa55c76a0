import type { RefusalName } from '@rollcall/contract';

/**
 * A call of the API that was refused, or that got no answer.
 *
 * @example const isThere = error instanceof ApiError && error.refusal === 'PhoneRegistered';
 * @see `docs/api.md`
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The refusal's name; undefined: no answer, a fault, or a refusal that this version does not know. */
  readonly refusal: RefusalName | undefined;
  /** HTTP status; 0 without an answer. */
  readonly status: number;
  /** The code of the answer, such as `RC_442`. */
  readonly code: string | undefined;
  /** The field that is wrong. */
  readonly field: string | undefined;
  /** The request's id in the server's log. */
  readonly requestId: string | undefined;

  constructor(
    message: string,
    about: {
      readonly refusal?: RefusalName | undefined;
      readonly status: number;
      readonly code?: string | undefined;
      readonly field?: string | undefined;
      readonly requestId?: string | undefined;
      readonly cause?: unknown;
    },
  ) {
    super(message, { cause: about.cause });
    this.refusal = about.refusal;
    this.status = about.status;
    this.code = about.code;
    this.field = about.field;
    this.requestId = about.requestId;
  }
}
