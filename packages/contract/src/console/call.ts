/**
 * The form of the operators' calls. They are data as the others are: the server's routes and checks, the console's
 * requests, the reference and the fuzzing read these rows. They stand apart, since no pupil's page needs them.
 */
import type { Call } from '../call.ts';

/** What an operator may do, each including those before it: look, help people, change how the school runs. */
export const roles = ['viewer', 'support', 'admin'] as const;
export type Role = (typeof roles)[number];

export interface ConsoleCall extends Omit<Call, 'token' | 'sends' | 'host'> {
  /** The least role that may call; `none`: before signing in. Who calls is known by the console's session cookie. */
  readonly role: Role | 'none';
  /** Set where the call changes something: the act's name in the audit log, like `people.block`. */
  readonly act?: string;
}
