import type { AnswerOf, BodyOf, Call, QueryOf } from '@rollcall/contract';
import type { Auth } from './client.ts';

/** The options of one call, beside its fields. */
export interface CallOptions {
  /**
   * How often the call is repeated, after a refresh, while the server refuses the access token.
   * @default 2
   */
  readonly retries?: number | undefined;
  /** Aborts the call's own request, not a refresh that other calls share. The call rejects with RequestError (14). */
  readonly signal?: AbortSignal | undefined;
  /** A human-verification ticket, sent as X-Captcha-Ticket and X-Captcha-Id. */
  readonly captcha?: { readonly ticket: string; readonly id?: string | undefined } | undefined;
  /**
   * For `loginSilently`, sent as X-Enrol: `ask` makes no account of an unregistered number, but rejects with the ticket that
   * `enrolByPhone` spends.
   */
  readonly enrol?: 'ask' | undefined;
  /** For `convertTokens`: an older site's token, sent as `Authorization: Bearer`. */
  readonly bearer?: string | undefined;
}

/** Fields that the library fills in when the caller omits them: the pid of `init`, the stored refresh token. */
type FilledIn = 'pid' | 'refresh_token';

type Optional<T, K extends PropertyKey> = Omit<T, K> & { [P in keyof T & K]?: T[P] | undefined };

/** The fields of a call's body; of its query, if it has no body. */
export type FieldsOf<C extends Call> = C extends { readonly body: object }
  ? Optional<BodyOf<C>, FilledIn>
  : C extends { readonly query: object }
    ? Optional<QueryOf<C>, FilledIn>
    : undefined;

/**
 * A call of the contract as a function: checks the fields, sends the request, resolves with the answer's `data`.
 * Rejects with an AuthError.
 */
export type ClientMethod<C extends Call> = (
  auth: Auth,
  ...rest: undefined extends FieldsOf<C>
    ? [fields?: undefined, options?: CallOptions]
    : Partial<FieldsOf<C>> extends FieldsOf<C>
      ? [fields?: FieldsOf<C>, options?: CallOptions]
      : [fields: FieldsOf<C>, options?: CallOptions]
) => Promise<AnswerOf<C>>;
