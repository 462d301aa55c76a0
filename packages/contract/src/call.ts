/**
 * The form that every call takes. A call is data: the server's routes and checks, the browser library's methods,
 * `/openapi.json`, the reference and the fuzzing all read these rows.
 */
import type { GenericSchema, InferInput, InferOutput } from 'valibot';
import type { RefusalName } from './refusals.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What a code that is sent may be used for. */
export type Purpose =
  | 'register'
  | 'login'
  | 'silence'
  | 'oauth'
  | 'bind'
  | 'change'
  | 'update'
  | 'reset'
  | 'common'
  | 'email';

export interface Call {
  /** One plain sentence, for the reference. */
  readonly summary: string;
  readonly method: Method;
  /** From the host's root. */
  readonly path: string;
  /** Which host kind serves it (specification, section 7). */
  readonly host?: 'main' | 'platform';
  /** Whether the Authorization header is sent, may be sent, or is not. */
  readonly token: 'required' | 'optional' | 'none';
  /** Set where the call sends a code (`voice`: for the purpose that its body names): it then takes a human-verification ticket in its headers. */
  readonly sends?: Purpose | 'voice';
  readonly query?: GenericSchema;
  readonly body?: GenericSchema;
  /** Set where the body is a file and no JSON: the content types taken, and bytes at most. */
  readonly upload?: { readonly types: readonly string[]; readonly limit: number };
  /** The form of `data`. */
  readonly answer: GenericSchema;
  /** Every refusal that it can give, beyond those of every call (`commonRefusals`). */
  readonly refusals: readonly RefusalName[];
}

/** Refusals that any call can give. */
export const commonRefusals = [
  'InvalidRequest',
  'TooLarge',
  'WrongType',
  'TooBusy',
] as const satisfies readonly RefusalName[];

/** What goes in and comes out of a call, whoever may ask it. */
export type CallForm = Pick<Call, 'query' | 'body' | 'answer'>;

export type BodyOf<C extends CallForm> = C extends { readonly body: infer S extends GenericSchema }
  ? InferInput<S>
  : undefined;
export type CheckedBodyOf<C extends CallForm> = C extends { readonly upload: object }
  ? Uint8Array
  : C extends { readonly body: infer S extends GenericSchema }
    ? InferOutput<S>
    : undefined;
export type QueryOf<C extends CallForm> = C extends { readonly query: infer S extends GenericSchema }
  ? InferInput<S>
  : undefined;
export type CheckedQueryOf<C extends CallForm> = C extends { readonly query: infer S extends GenericSchema }
  ? InferOutput<S>
  : undefined;
export type AnswerOf<C extends CallForm> = InferOutput<C['answer']>;
