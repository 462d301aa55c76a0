/**
 * The type of a console call. A call is data: the server's routes and checks, the console's requests, the
 * reference and the fuzz tests read them. They are an entry point of their own, since only the console needs them.
 */
import type { Call } from '../call.ts';

/** The roles of operators; each includes the permissions of those before it: read, help people, administer. */
export const roles = ['viewer', 'support', 'admin'] as const;
export type Role = (typeof roles)[number];

export interface ConsoleCall extends Omit<Call, 'token' | 'identifier' | 'sends' | 'host'> {
  /** The least role that may call; `none`: without a sign-in. The console's session cookie identifies the operator. */
  readonly role: Role | 'none';
  /** Set where the call changes something: the act's name in the audit log, such as `people.block`. */
  readonly act?: string;
  /**
   * Set where the operator must have proved in the last five minutes who they are, by signing in or by `proveOperator`;
   * otherwise it is refused with ProofRequired.
   */
  readonly proof?: true;
  /** Set where an operator may call who has to set up a second factor first. */
  readonly beforeSetup?: true;
  /** Set where the call shows people in clear to some roles: the act's name in the audit log of each such view. */
  readonly view?: string;
}
