/** Binding a phone number to an account that has none, and changing it. */
import { bindPhone, changePhone, sendBindPhoneCaptcha, sendChangePhoneCaptcha } from '@rollcall/account';
import { codeDigits } from '../fields/code-digits.ts';
import { normalisePhone } from '../fields/phone.ts';
import { useWords } from '../provider/use-words.ts';
import { useAuth } from '../provider/provider.tsx';
import { codeField, phoneField } from '../forms/panel-fields.tsx';
import { FormPanel } from '../forms/form-panel.tsx';
import type { RowFormProps } from './row-form.ts';
import { securityWords } from './words.ts';

const OLD = ['old_phone_number'] as const;

export function BindPhone({ onDone, onCancel }: RowFormProps) {
  const { phone: words } = useWords('security', securityWords);
  const auth = useAuth();
  return (
    <FormPanel
      label={words.bind}
      fields={[phoneField(), codeField]}
      code={{
        purpose: 'bind',
        ask: (phone_number, call) => sendBindPhoneCaptcha(auth(), { phone_number }, call),
      }}
      work={async (typed, signal) => {
        const phone_number = normalisePhone(typed.phone_number);
        await bindPhone(auth(), { phone_number, captcha: codeDigits(typed.captcha) }, { signal });
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
      fields={[
        phoneField({ label: words.old, rule: words.oldRule(privacy.phone_number ?? '') }, 'old_phone_number'),
        phoneField({ label: words.new }),
        codeField,
      ]}
      // the server judges the new number's form; the old one was right or is said to be wrong
      beside={{ InvalidPhoneNumber: 'phone_number' }}
      code={{
        purpose: 'change',
        needs: OLD,
        ask: (phone_number, call, typed) =>
          sendChangePhoneCaptcha(
            auth(),
            { phone_number, old_phone_number: normalisePhone(typed.old_phone_number) },
            call,
          ),
      }}
      work={async (typed, signal) => {
        const phone_number = normalisePhone(typed.phone_number);
        await changePhone(auth(), { phone_number, captcha: codeDigits(typed.captcha) }, { signal });
        onDone(words.changed);
      }}
      onCancel={onCancel}
    />
  );
}
