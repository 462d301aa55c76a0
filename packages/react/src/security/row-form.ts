/** What every form of the security section has in common. */
import type { Privacy } from '../account/use-account.ts';
import { readDraft } from '../forms/draft.ts';
import { readSentCode } from '../forms/use-code-sender.ts';

type CodeRow = 'phone' | 'email';

/**
 * The draft of a form that sends a code: while the code waits to be typed, a page that is loaded again opens the form
 * again.
 * For this account alone: another person may sign in next in this tab.
 */
export const rowDraft = (row: CodeRow, { id }: Pick<Privacy, 'id'>): string => `security.${row}.${id}`;

const rows = {
  phone: { field: 'phone_number', purposes: ['bind', 'change'] },
  email: { field: 'email', purposes: ['bind'] },
} as const;

/** The code that a row's form waits for; undefined where it waits for none. Browser only. */
export const waitingCode = (row: CodeRow, account: Pick<Privacy, 'id'>) => {
  const { field, purposes } = rows[row];
  const typed = readDraft(rowDraft(row, account))[field];
  return purposes.map(readSentCode).find(sent => sent !== undefined && sent.address === typed);
};

/** The properties of a form that opens under a row. */
export interface RowFormProps {
  readonly privacy: Privacy;
  /** Closes the form, announces `message`, and reloads what the account signs in with. */
  readonly onDone: (message: string) => void;
  /** Called when the password has changed, which ends every session of the account. */
  readonly onPasswordChanged: () => void;
  readonly onCancel: () => void;
}
