/**
 * The type of a call. A call is data: the server's routes and checks, the browser library's methods,
 * `/openapi.json`, the reference and the fuzz tests read the calls.
 */
import type { GenericSchema, InferInput, InferOutput } from 'valibot';
import type { HostKind } from './hosts.ts';
import type { RefusalName } from './refusals.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Every purpose that a code can be sent for. A code of one purpose is no use for another. */
export const purposes = [
  'register',
  'login',
  'silence',
  'oauth',
  'bind',
  'change',
  'update',
  'reset',
  'common',
  'proof',
  'email',
  'guardian',
] as const;
export type Purpose = (typeof purposes)[number];

/** Every way that a code can travel. */
export const channels = ['sms', 'voice', 'email'] as const;
export type Channel = (typeof channels)[number];

/**
 * The kind of identifier that each field holds. `identity`: what was typed to sign in, a phone number, an e-mail address or a
 * username; its form determines which.
 */
export const identifierKinds = {
  phone_number: 'phone',
  email: 'email',
  username: 'username',
  identity: 'identity',
} as const;
export type IdentifierField = keyof typeof identifierKinds;

/** The code that a call sends to the recipient that its `identifier` names. */
export interface SentCode {
  /** What the code is for; where the caller chooses, by the value of a field of the body. */
  readonly purpose:
    | Purpose
    | { readonly field: string; readonly values: { readonly [value: string]: Purpose } };
  readonly channel: Channel;
  /**
   * Where the pid comes from that the human verification is bound to. `body`: the field `pid`, which must be a
   * configured pid. `header`: the Pid header, empty where absent. `ticket`: the third-party sign-in that
   * `oauth_ticket` names, and so always for the purpose `oauth`.
   */
  readonly pid: 'body' | 'header' | 'ticket';
}

export interface Call {
  /** One sentence for the reference and `/openapi.json`. Not in published builds, nor are `refusals`, `identifier`, `sends` and `header`: a browser has no use for them. */
  readonly summary: string;
  readonly method: Method;
  /** The path from the host's root. */
  readonly path: string;
  /**
   * The host kind that serves the call (specification, section 7).
   * @default 'main'
   */
  readonly host?: HostKind;
  /**
   * Whether the call needs an access token, takes one, or ignores it. `service`: it needs a service secret in the place
   * of one, and is made by servers only.
   */
  readonly token: 'required' | 'optional' | 'none' | 'service';
  /** Optional fields of the body that a client sends as they are, for the server to judge. @default none */
  readonly unchecked?: readonly string[];
  /**
   * Set where a person may call who has to say their age, or waits for a guardian. Other calls with a token refuse them with
   * AgeRequired and GuardianRequired.
   */
  readonly waiting?: true;
  /**
   * The field of the body (of the query, where there is no body) that identifies the person whom the call is about.
   * Set for every call that has such a field; of two phone numbers it is the one that becomes or is the account's.
   */
  readonly identifier?: IdentifierField;
  /** A header of ours that changes what the call does. */
  readonly header?: { readonly name: string; readonly description: string };
  /** Set where the call sends a code: it then takes a human-verification ticket in its headers. */
  readonly sends?: SentCode;
  readonly query?: GenericSchema;
  readonly body?: GenericSchema;
  /** Set where the body is a file instead of JSON: its content types, and its maximum size in bytes. */
  readonly upload?: { readonly types: readonly string[]; readonly limit: number };
  /** The schema of the answer's `data`. */
  readonly answer: GenericSchema;
  /** Every refusal that the call can give, beyond `commonRefusals`. */
  readonly refusals: readonly RefusalName[];
}

/** Refusals that every call can give. */
export const commonRefusals = [
  'InvalidRequest',
  'TooLarge',
  'WrongType',
  'TooBusy',
] as const satisfies readonly RefusalName[];

/** The schemas of a call's input and answer, for calls of accounts and of the console alike. */
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
