/** The form that sets the username, which can be done once. */
import { setUsername } from '@rollcall/account';
import { useWords } from '../provider/use-words.ts';
import { useAuth, useRollcall } from '../provider/provider.tsx';
import { usernameField } from '../forms/panel-fields.tsx';
import { FormPanel } from '../forms/form-panel.tsx';
import type { RowFormProps } from './row-form.ts';
import { securityWords } from './words.ts';

export function UsernameForm({ onDone, onCancel }: RowFormProps) {
  const { phrases } = useRollcall();
  const { username: words } = useWords('security', securityWords);
  const auth = useAuth();
  return (
    <FormPanel
      label={words.submit}
      fields={[usernameField(phrases.account.username, words.rule)]}
      note={words.once}
      problemPlaces={{ NameRefused: 'username', NameOfSchool: 'username', NameUnapproved: 'username' }}
      submit={async (values, signal) => {
        await setUsername(auth(), values, { signal });
        onDone(words.done);
      }}
      onCancel={onCancel}
    />
  );
}
