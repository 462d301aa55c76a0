/** What every form of the security section has in common. */
import type { Privacy } from '../account/use-account.ts';

/** The properties of a form that opens under a row. */
export interface RowFormProps {
  readonly privacy: Privacy;
  /** Closes the form, announces `message`, and loads what the account signs in with anew. */
  readonly onDone: (message: string) => void;
  /** Called when the password has changed, which ends every session of the account. */
  readonly onPasswordChanged: () => void;
  readonly onCancel: () => void;
}
