/**
 * The form that binds an e-mail address, in the place of the one before where there is one: by the code of the message, or by its link,
 * opened on any device.
 */
import { bindEmail, getEmailLink, sendEmailBindCaptcha } from '@rollcall/account';
import { useEffect, useState } from 'react';
import { useWords } from '../provider/use-words.ts';
import { useAuth, useRollcall } from '../provider/provider.tsx';
import { emailCodeField, emailField } from '../forms/panel-fields.tsx';
import { writeDraft } from '../forms/draft.ts';
import { FormPanel } from '../forms/form-panel.tsx';
import { maskAddress } from '../fields/mask-address.ts';
import { type AskedLink, EmailLink } from './email-link.tsx';
import { type RowFormProps, rowDraft, waitingCode } from './row-form.ts';
import { securityWords } from './words.ts';

export function BindEmail({ privacy, onDone, onCancel }: RowFormProps) {
  const { email: words } = useWords('security', securityWords);
  const auth = useAuth();
  const { auth: client } = useRollcall();
  const { id } = privacy;
  const [link, setLink] = useState<AskedLink>();
  const first = privacy.email === null;
  const bound = () => onDone(first ? words.bound : words.changed);
  const boundByLink = () => {
    writeDraft(rowDraft('email', privacy), {});
    bound();
  };
  useEffect(() => {
    const sent = waitingCode('email', { id });
    if (!sent || !client) return;
    // the page was loaded again since the message was sent: the digits are kept by the server alone
    const controller = new AbortController();
    const resume = async () => {
      try {
        const link = await getEmailLink(client, undefined, { signal: controller.signal });
        const { email, link_digits: digits, expires_in: left } = link;
        if (digits && left && email === maskAddress(sent.address.toLowerCase()))
          setLink({ email: sent.address, digits, until: Date.now() + left * 1000 });
      } catch {
        // the code of the message does as well
      }
    };
    void resume();
    return () => controller.abort();
  }, [client, id]);
  return (
    <FormPanel
      label={first ? words.bind : words.change}
      draft={rowDraft('email', privacy)}
      fields={[emailField(first ? undefined : words.new), emailCodeField]}
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
      after={link?.digits ? <EmailLink key={link.digits} {...link} onBound={boundByLink} /> : undefined}
      onCancel={onCancel}
    />
  );
}
