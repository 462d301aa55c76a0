import type { AnswerOf, BodyOf, Call, QueryOf } from '@rollcall/contract';
import type { Auth } from './auth.ts';

/** What a caller may say about one call, beside its fields. */
export interface CallOptions {
  /** How often the call is made again, after a refresh, where the server says that the token is invalid. Default: 2. */
  readonly retries?: number | undefined;
  /** Aborts the call's own request; a refresh that other calls wait for too goes on. Rejects with RequestError (14). */
  readonly signal?: AbortSignal | undefined;
  /** A human-verification ticket, sent as X-Captcha-Ticket and X-Captcha-Id. */
  readonly captcha?: { readonly ticket: string; readonly id?: string | undefined } | undefined;
  /** An older site's token for `convertTokens`, sent as `Authorization: Bearer`. */
  readonly bearer?: string | undefined;
}

/** What the library fills in where the caller leaves it out: the pid of `init`, the refresh token held. */
type FilledIn = 'pid' | 'refresh_token';

type Optional<T, K extends PropertyKey> = Omit<T, K> & { [P in keyof T & K]?: T[P] | undefined };

/** A call's fields: those of its body, else of its query. */
export type FieldsOf<C extends Call> = C extends { readonly body: object }
  ? Optional<BodyOf<C>, FilledIn>
  : C extends { readonly query: object }
    ? Optional<QueryOf<C>, FilledIn>
    : undefined;

/** A call of the contract as a function: checks the fields, sends, and gives the answer's `data`. */
export type ClientMethod<C extends Call> = (
  auth: Auth,
  ...rest: undefined extends FieldsOf<C>
    ? [fields?: undefined, options?: CallOptions]
    : Partial<FieldsOf<C>> extends FieldsOf<C>
      ? [fields?: FieldsOf<C>, options?: CallOptions]
      : [fields: FieldsOf<C>, options?: CallOptions]
) => Promise<AnswerOf<C>>;
