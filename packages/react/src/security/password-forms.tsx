/** The first password, and changing it by the old one or by a code. */
import {
  changePassword,
  changePasswordByPhone,
  initPassword,
  sendUpdatePasswordCaptcha,
} from '@rollcall/account';
import { useId, useState } from 'react';
import { codeDigits } from '../fields/code-digits.ts';
import { normalisePhone } from '../fields/phone.ts';
import tickCss from '../fields/tick.module.css';
import { useWords } from '../provider/use-words.ts';
import { useAuth } from '../provider/provider.tsx';
import {
  codeField,
  newPassword,
  passwordAgain,
  phoneField,
  presentPassword,
} from '../forms/panel-fields.tsx';
import { FormPanel } from '../forms/form-panel.tsx';
import css from './security.module.css';
import type { RowFormProps } from './row-form.ts';
import { securityWords } from './words.ts';

export function FirstPassword({ onDone, onCancel }: RowFormProps) {
  const { password: words } = useWords('security', securityWords);
  const auth = useAuth();
  return (
    <FormPanel
      label={words.first}
      fields={[newPassword(words.new), passwordAgain(words.again)]}
      work={async (typed, signal) => {
        await initPassword(auth(), typed, { signal });
        onDone(words.done);
      }}
      onCancel={onCancel}
    />
  );
}

function ByOld({ onPasswordChanged, onCancel }: RowFormProps) {
  const { password: words } = useWords('security', securityWords);
  const auth = useAuth();
  return (
    <FormPanel
      label={words.submit}
      fields={[
        presentPassword('old_password', words.old),
        newPassword(words.new),
        passwordAgain(words.again),
      ]}
      // of the three only the new one is judged by its form
      beside={{ InvalidPassword: 'password' }}
      note={words.ends}
      work={async (typed, signal) => {
        await changePassword(auth(), typed, { signal });
        onPasswordChanged();
      }}
      onCancel={onCancel}
    />
  );
}

function ByPhone({ privacy, onPasswordChanged, onCancel }: RowFormProps) {
  const { password: words } = useWords('security', securityWords);
  const auth = useAuth();
  return (
    <FormPanel
      label={words.submit}
      fields={[
        phoneField({ rule: words.own(privacy.phone_number ?? '') }),
        codeField,
        newPassword(words.new),
      ]}
      beside={{ WrongOldPhone: 'phone_number' }}
      code={{
        purpose: 'update',
        ask: (phone_number, call) => sendUpdatePasswordCaptcha(auth(), { phone_number }, call),
      }}
      note={words.ends}
      work={async (typed, signal) => {
        await changePasswordByPhone(
          auth(),
          {
            phone_number: normalisePhone(typed.phone_number),
            captcha: codeDigits(typed.captcha),
            password: typed.password,
          },
          { signal },
        );
        onPasswordChanged();
      }}
      onCancel={onCancel}
    />
  );
}

/** By the old one; by a code too, where the account has a number. */
export function ChangePassword(props: RowFormProps) {
  const { password: words } = useWords('security', securityWords);
  const [way, setWay] = useState<'old' | 'phone'>('old');
  const name = useId();
  return (
    <>
      {props.privacy.phone_number === null ? null : (
        <fieldset className={css.choice}>
          <legend>{words.ways}</legend>
          {(['old', 'phone'] as const).map(one => (
            <label key={one}>
              <input
                type="radio"
                className={tickCss.tick}
                name={name}
                checked={way === one}
                onChange={() => setWay(one)}
              />
              <span>{one === 'old' ? words.byOld : words.byPhone}</span>
            </label>
          ))}
        </fieldset>
      )}
      {way === 'old' ? <ByOld {...props} /> : <ByPhone {...props} />}
    </>
  );
}
