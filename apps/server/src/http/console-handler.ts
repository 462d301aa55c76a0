/** The form of an operator's call's handler: other subjects hand theirs to the console by name. */
import type { AnswerOf, CheckedBodyOf, CheckedQueryOf } from '@rollcall/contract';
import type { ConsoleCall, ConsoleCallName, ConsoleCalls, Operator } from '@rollcall/contract/console';
import type { Kysely } from 'kysely';
import type { Database } from '../platform/database/schema.ts';
import type { Input } from './handler.ts';

/** What an entry of the audit log says beside who, when, what and from where. Never a secret, never a number in clear. */
export interface AuditFacts {
  /** What it was done to: an account's or operator's id, a document, a scene. */
  readonly subject?: string;
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
  /** Where nobody was signed in yet: who it turned out to be. */
  readonly by?: Pick<Operator, 'id' | 'name'>;
}

/** A session that begins: what its cookie holds, and for how many seconds. */
export interface NewSession {
  readonly operatorId: string;
  readonly token: string;
  readonly maxAge: number;
}

/** Who calls, in which session. */
export interface SignedInOperator extends Operator {
  readonly sessionId: string;
}

export interface ConsoleInput<C extends ConsoleCall = ConsoleCall>
  extends Pick<Input, 'address' | 'userAgent' | 'language' | 'header' | 'log'> {
  readonly body: CheckedBodyOf<C>;
  readonly query: CheckedQueryOf<C>;
  readonly operator: C['role'] extends 'none' ? undefined : SignedInOperator;
  /**
   * Writes the entry of a call with an `act`, in the transaction `db` of the change. Where a handler does not, the
   * routes write one without facts when it succeeded.
   */
  readonly audit: (db: Kysely<Database>, facts?: AuditFacts) => Promise<void>;
  /** Puts a session into the cookie, or null: takes it out. */
  readonly setSession: (session: NewSession | null) => void;
}

export type ConsoleHandler<C extends ConsoleCall> = (input: ConsoleInput<C>) => Promise<AnswerOf<C>>;

/** Every handler of the console, or of the named calls. */
export type ConsoleHandlers<Names extends ConsoleCallName = ConsoleCallName> = {
  readonly [N in Names]: ConsoleHandler<ConsoleCalls[N]>;
};
