/** Types of call handlers. Routes validate the input by the contract before they call a handler. */
import type {
  AnswerOf,
  Call,
  CallName,
  Calls,
  CheckedBodyOf,
  CheckedQueryOf,
  Profile,
} from '@rollcall/contract';
import type { FastifyBaseLogger } from 'fastify';

/** The caller of the access token; session and account were read in this request. */
export interface Caller {
  readonly accountId: string;
  readonly sessionId: string;
  /** The account's profile as it stood when the caller was authorised. */
  readonly profile: Profile;
}

export interface Input<C extends Call = Call> {
  readonly body: CheckedBodyOf<C>;
  readonly query: CheckedQueryOf<C>;
  readonly caller: C['token'] extends 'required'
    ? Caller
    : C['token'] extends 'optional'
      ? Caller | undefined
      : undefined;
  /** The caller's IP address. */
  readonly address: string;
  readonly userAgent: string;
  /** `zh-CN` or `en`, by Accept-Language. */
  readonly language: 'zh-CN' | 'en';
  readonly header: (name: string) => string | undefined;
  readonly log: FastifyBaseLogger;
}

export type Handler<C extends Call> = (input: Input<C>) => Promise<AnswerOf<C>>;

/** Handlers of the named calls. */
export type Handlers<Names extends CallName> = { readonly [N in Names]: Handler<Calls[N]> };
