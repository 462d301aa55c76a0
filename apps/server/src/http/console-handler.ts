/** Types of console call handlers, which features implement and `app` hands to the console. */
import type { AnswerOf, CheckedBodyOf, CheckedQueryOf } from '@rollcall/contract';
import type { ConsoleCall, ConsoleCallName, ConsoleCalls, Operator } from '@rollcall/contract/console';
import type { Kysely } from 'kysely';
import type { Cursors } from '../platform/cursor-page.ts';
import type { Database } from '../platform/database/schema.ts';
import type { OwnCalls } from '@rollcall/contract/api';
import type { Input } from './handler.ts';

/** Details of an audit log entry. They must contain no secret and no unmasked phone number. */
export interface AuditFacts {
  /** The changed object: id of an account or operator, a document, a scene. */
  readonly subject?: string;
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
  /** Set where this is a part of a look at the subject, a person: those of one minute have one entry, `people.view`. */
  readonly look?: true;
  /** Another act than the call's, which the call contains. */
  readonly act?: string;
  /** The operator, for calls without a session. */
  readonly by?: Pick<Operator, 'id' | 'name'>;
}

/** A new session: the token for its cookie, `maxAge` in seconds. */
export interface NewSession {
  readonly operatorId: string;
  readonly token: string;
  readonly maxAge: number;
}

/** The calling operator and session. */
export interface SignedInOperator extends Operator {
  readonly sessionId: string;
  /** When the operator proved last who they are, in ms since 1970. */
  readonly provedAt: number;
  /** Whether the operator has an authenticator app or a passkey. */
  readonly secondFactor: boolean;
  /** Of a service token, which acts as an operator: whether it may see people under 14 in clear. Absent: a person. */
  readonly service?: { readonly minors: boolean };
}

export interface ConsoleInput<C extends ConsoleCall = ConsoleCall>
  extends Pick<Input, 'ip' | 'userAgent' | 'language' | 'header' | 'log'> {
  readonly body: CheckedBodyOf<C>;
  readonly query: CheckedQueryOf<C>;
  /** Aborted when the client closes the connection before the answer is sent. */
  readonly signal: AbortSignal;
  readonly operator: C['role'] extends 'none' ? undefined : SignedInOperator;
  /**
   * Writes the audit entry of a call with an `act`, in the transaction `db` of the change, or of a call with a `view`, if
   * it shows people in clear. If the handler of an `act` does not call it, the route writes an entry without details after
   * success.
   */
  readonly audit: (db: Kysely<Database>, facts?: AuditFacts) => Promise<void>;
  /** Names the operator whom the call concerns, for the audit entry if it is refused: a wrong password, for example. */
  readonly concerns: (operatorId: string) => void;
  /** The cursors of this call's list in the named order, which operators of the same role alone can read. */
  readonly cursors: (...order: readonly string[]) => Cursors;
  /** Sets the session cookie; null deletes it. */
  readonly setSession: (session: NewSession | null) => void;
}

export type ConsoleHandler<C extends ConsoleCall> = (input: ConsoleInput<C>) => Promise<AnswerOf<C>>;

/** Every handler of the console, or of the named calls. */
export type ConsoleHandlers<Names extends ConsoleCallName = ConsoleCallName> = {
  readonly [N in Names]: ConsoleHandler<ConsoleCalls[N]>;
};

/** The handlers of the calls that `/api/v1` has of its own. */
export type ApiHandlers<Names extends keyof OwnCalls = keyof OwnCalls> = {
  readonly [N in Names]: ConsoleHandler<OwnCalls[N]>;
};
