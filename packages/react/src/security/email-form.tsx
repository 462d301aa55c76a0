/** The form that binds an e-mail address, in the place of the one before where there is one. */
import { bindEmail, sendEmailBindCaptcha } from '@rollcall/account';
import { useWords } from '../provider/use-words.ts';
import { useAuth } from '../provider/provider.tsx';
import { codeField, emailField } from '../forms/panel-fields.tsx';
import { FormPanel } from '../forms/form-panel.tsx';
import type { RowFormProps } from './row-form.ts';
import { securityWords } from './words.ts';

export function BindEmail({ privacy, onDone, onCancel }: RowFormProps) {
  const { email: words } = useWords('security', securityWords);
  const auth = useAuth();
  const first = privacy.email === null;
  return (
    <FormPanel
      label={first ? words.bind : words.change}
      fields={[emailField, codeField]}
      code={{
        purpose: 'bind',
        to: 'email',
        ask: (email, call) => sendEmailBindCaptcha(auth(), { email }, call),
      }}
      submit={async (values, signal) => {
        await bindEmail(auth(), values, { signal });
        onDone(first ? words.bound : words.changed);
      }}
      onCancel={onCancel}
    />
  );
}
