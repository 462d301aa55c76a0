/** The forms that set the first password and change it. */
import {
  changePassword,
  changePasswordByPhone,
  initPassword,
  sendUpdatePasswordCaptcha,
} from '@rollcall/account';
import { useId, useState } from 'react';
import tickCss from '../fields/tick.module.css';
import { useWords } from '../provider/use-words.ts';
import { useAuth } from '../provider/provider.tsx';
import {
  codeField,
  newPassword,
  repeatedPassword,
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
      fields={[newPassword(words.new), repeatedPassword(words.again)]}
      submit={async (values, signal) => {
        await initPassword(auth(), values, { signal });
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
        repeatedPassword(words.again),
      ]}
      // the refusal of a password is always about the new one
      problemPlaces={{ InvalidPassword: 'password' }}
      note={words.ends}
      submit={async (values, signal) => {
        await changePassword(auth(), values, { signal });
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
      problemPlaces={{ WrongOldPhone: 'phone_number' }}
      code={{
        purpose: 'update',
        ask: (phone_number, call) => sendUpdatePasswordCaptcha(auth(), { phone_number }, call),
      }}
      note={words.ends}
      submit={async (values, signal) => {
        await changePasswordByPhone(auth(), values, { signal });
        onPasswordChanged();
      }}
      onCancel={onCancel}
    />
  );
}

/** By the old password, or by a code where the account has a number. */
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
