/** Types of call handlers. Routes validate the input by the contract before they call a handler. */
import type {
  AnswerOf,
  Call,
  CallName,
  Calls,
  CheckedBodyOf,
  CheckedQueryOf,
  IdentifierField,
  Profile,
} from '@rollcall/contract';
import type { FastifyBaseLogger } from 'fastify';
import type { Identifier } from '../platform/identifier.ts';
import type { Refusal } from '../platform/refusal.ts';
import type { Client } from './client-headers.ts';
import type { Service } from './services.ts';

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
  /** The person whom the call is about: the field that the call's `identifier` names, as stored and compared. */
  readonly identifier: C['identifier'] extends IdentifierField ? Identifier : undefined;
  readonly caller: C['token'] extends 'required'
    ? Caller
    : C['token'] extends 'optional'
      ? Caller | undefined
      : undefined;
  /** The service whose secret the request bears. */
  readonly service: C['token'] extends 'service' ? Service : undefined;
  /** The caller's IP address. */
  readonly ip: string;
  readonly userAgent: string;
  /** What the client says of itself; anybody can say anything. */
  readonly client: Client;
  /** `zh-CN` or `en`, by Accept-Language. */
  readonly language: 'zh-CN' | 'en';
  readonly header: (name: string) => string | undefined;
  /** Adds a Set-Cookie header to the answer. */
  readonly setCookie: (cookie: string) => void;
  readonly log: FastifyBaseLogger;
}

export type Handler<C extends Call> = (input: Input<C>) => Promise<AnswerOf<C>>;

/** How a call ended: `ok`, the refusal, or `fault` for any other error. */
export type CallOutcome = 'ok' | 'fault' | Refusal;

/**
 * Called after each call whose caller was authorised and whose input passed the contract's check. The answer waits for a promise
 * that it returns; a failure is logged and does not change the answer.
 * @param name the call's name in the contract
 */
export type OnCallEnd = (
  name: string,
  call: Call,
  input: EndedInput,
  outcome: CallOutcome,
) => void | Promise<void>;

/** The input of any call. */
export interface EndedInput extends Pick<Input, 'ip' | 'userAgent' | 'client' | 'language'> {
  readonly identifier: Identifier | undefined;
}

/** Handlers of the named calls. */
export type Handlers<Names extends CallName> = { readonly [N in Names]: Handler<Calls[N]> };
