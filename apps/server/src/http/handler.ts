/** The form of a call's handler. The routes check the input by the contract before a handler sees it. */
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

/** Who calls, as the access token says; the session and the account were looked at in this request. */
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

/** A subject's handlers: any subset of the calls, each under its contract name. */
export type Handlers<Names extends CallName> = { readonly [N in Names]: Handler<Calls[N]> };
