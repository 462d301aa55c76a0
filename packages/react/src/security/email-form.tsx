/**
 * The form that binds an e-mail address, in the place of the one before where there is one: by the code of the message, or by its link,
 * opened on any device.
 */
import { bindEmail, sendEmailBindCaptcha } from '@rollcall/account';
import { useState } from 'react';
import { useWords } from '../provider/use-words.ts';
import { useAuth } from '../provider/provider.tsx';
import { codeField, emailField } from '../forms/panel-fields.tsx';
import { FormPanel } from '../forms/form-panel.tsx';
import { type AskedLink, EmailLink } from './email-link.tsx';
import type { RowFormProps } from './row-form.ts';
import { securityWords } from './words.ts';

export function BindEmail({ privacy, onDone, onCancel }: RowFormProps) {
  const { email: words } = useWords('security', securityWords);
  const auth = useAuth();
  const [link, setLink] = useState<AskedLink>();
  const first = privacy.email === null;
  const bound = () => onDone(first ? words.bound : words.changed);
  return (
    <FormPanel
      label={first ? words.bind : words.change}
      fields={[emailField, codeField]}
      code={{
        purpose: 'bind',
        to: 'email',
        ask: async (email, call) => {
          const sent = await sendEmailBindCaptcha(auth(), { email }, call);
          setLink({ email, digits: sent.link_digits, until: Date.now() + sent.expires_in * 1000 });
          return sent;
        },
      }}
      submit={async (values, signal) => {
        await bindEmail(auth(), values, { signal });
        bound();
      }}
      // none of a server that is older than the page
      after={link?.digits ? <EmailLink key={link.digits} {...link} onBound={bound} /> : undefined}
      onCancel={onCancel}
    />
  );
}
