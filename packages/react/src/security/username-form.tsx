/** Setting the username, once. */
import { setUsername } from '@rollcall/account';
import { useWords } from '../phrases/parts.ts';
import { useAuth, useRollcall } from '../session/provider.tsx';
import { usernameField } from './fields.tsx';
import { FormPanel } from './form-panel.tsx';
import type { Opened } from './security.tsx';
import { securityWords } from './words.ts';

export function UsernameForm({ onDone, onCancel }: Opened) {
  const { phrases } = useRollcall();
  const { username: words } = useWords('security', securityWords);
  const auth = useAuth();
  return (
    <FormPanel
      label={words.submit}
      fields={[usernameField(phrases.account.username, words.rule)]}
      note={words.once}
      work={async (typed, signal) => {
        await setUsername(auth(), { username: typed.username.trim() }, { signal });
        onDone(words.done);
      }}
      onCancel={onCancel}
    />
  );
}
