/**
 * The form that binds an e-mail address, in the place of the one before where there is one: by the code of the message, or by its
 * link, which may be opened on another device.
 */
import { bindEmail, getPrivacy, sendEmailBindCaptcha } from '@rollcall/account';
import { useEffect, useRef, useState } from 'react';
import { useWords } from '../provider/use-words.ts';
import { useAuth } from '../provider/provider.tsx';
import { codeField, emailField } from '../forms/panel-fields.tsx';
import { FormPanel } from '../forms/form-panel.tsx';
import type { RowFormProps } from './row-form.ts';
import { securityWords } from './words.ts';

/** Milliseconds between two looks whether the link was used. */
const LOOK_EVERY = 5_000;

export function BindEmail({ privacy, onDone, onCancel }: RowFormProps) {
  const { email: words } = useWords('security', securityWords);
  const auth = useAuth();
  const first = privacy.email === null;
  const [asked, setAsked] = useState(false);
  const done = useRef(() => {});
  useEffect(() => {
    done.current = () => onDone(first ? words.bound : words.changed);
  });
  const before = privacy.email;
  useEffect(() => {
    if (!asked) return;
    const controller = new AbortController();
    const look = async () => {
      if (document.hidden) return;
      const { email } = await getPrivacy(auth(), undefined, { signal: controller.signal });
      if (email !== before && !controller.signal.aborted) done.current();
    };
    // a failed look is followed by another one
    const timer = setInterval(() => void look().catch(() => {}), LOOK_EVERY);
    return () => {
      clearInterval(timer);
      controller.abort();
    };
  }, [asked, auth, before]);
  return (
    <FormPanel
      label={first ? words.bind : words.change}
      fields={[emailField, codeField]}
      code={{
        purpose: 'bind',
        to: 'email',
        ask: async (email, call) => {
          const sent = await sendEmailBindCaptcha(auth(), { email }, call);
          setAsked(true);
          return sent;
        },
      }}
      submit={async (values, signal) => {
        await bindEmail(auth(), values, { signal });
        onDone(first ? words.bound : words.changed);
      }}
      note={asked ? words.byLink : undefined}
      onCancel={onCancel}
    />
  );
}
