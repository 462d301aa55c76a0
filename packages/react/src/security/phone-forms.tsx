/** The forms that bind a phone number and change it. */
import { bindPhone, changePhone, sendBindPhoneCaptcha, sendChangePhoneCaptcha } from '@rollcall/account';
import { useWords } from '../provider/use-words.ts';
import { useAuth } from '../provider/provider.tsx';
import { codeField, phoneField } from '../forms/panel-fields.tsx';
import { FormPanel } from '../forms/form-panel.tsx';
import { type RowFormProps, rowDraft } from './row-form.ts';
import { securityWords } from './words.ts';

const OLD = ['old_phone_number'] as const;

export function BindPhone({ privacy, onDone, onCancel }: RowFormProps) {
  const { phone: words } = useWords('security', securityWords);
  const auth = useAuth();
  return (
    <FormPanel
      label={words.bind}
      draft={rowDraft('phone', privacy)}
      fields={[phoneField(), codeField]}
      code={{
        purpose: 'bind',
        ask: (phone_number, call) => sendBindPhoneCaptcha(auth(), { phone_number }, call),
      }}
      submit={async (values, signal) => {
        await bindPhone(auth(), values, { signal });
        onDone(words.bound);
      }}
      onCancel={onCancel}
    />
  );
}

export function ChangePhone({ privacy, onDone, onCancel }: RowFormProps) {
  const { phone: words } = useWords('security', securityWords);
  const auth = useAuth();
  return (
    <FormPanel
      label={words.change}
      draft={rowDraft('phone', privacy)}
      fields={[
        phoneField({ label: words.old, rule: words.oldRule(privacy.phone_number ?? '') }, 'old_phone_number'),
        phoneField({ label: words.new }),
        codeField,
      ]}
      // the refusal of a number's form is about the new one: a wrong old number is `WrongOldPhone`
      problemPlaces={{ InvalidPhoneNumber: 'phone_number' }}
      code={{
        purpose: 'change',
        needs: OLD,
        more: ({ old_phone_number }) => ({ old_phone_number }),
        ask: (phone_number, call, { old_phone_number }) =>
          sendChangePhoneCaptcha(auth(), { phone_number, old_phone_number }, call),
      }}
      submit={async ({ phone_number, captcha }, signal) => {
        await changePhone(auth(), { phone_number, captcha }, { signal });
        onDone(words.changed);
      }}
      onCancel={onCancel}
    />
  );
}
