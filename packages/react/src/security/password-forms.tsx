/** The first password, and changing it by the old one or by a code. */
import {
  changePassword,
  changePasswordByPhone,
  initPassword,
  sendUpdatePasswordCaptcha,
} from '@rollcall/account';
import { useId, useState } from 'react';
import { codeFigures } from '../fields/code.ts';
import { CodeInput } from '../fields/code-input.tsx';
import { againMistake, codeMistake, passwordMistake, phoneMistake } from '../fields/mistakes.ts';
import { PasswordInput } from '../fields/password-input.tsx';
import { normalisePhone } from '../fields/phone.ts';
import { PhoneInput } from '../fields/phone-input.tsx';
import { useForm } from '../fields/use-form.ts';
import { Slow } from '../fields/work.tsx';
import { useAuth, useRollcall } from '../session/provider.tsx';
import { Panel } from './panel.tsx';
import css from './security.module.css';
import type { Opened } from './security.tsx';
import { securityWords } from './words.ts';

const FIRST = { password: '', confirm_password: '' } as const;
const FIRST_PLACES = ['password', 'confirm_password'] as const;
const BY_OLD = { old_password: '', password: '', confirm_password: '' } as const;
const BY_OLD_PLACES = ['old_password', 'password', 'confirm_password'] as const;
const BY_PHONE = { phone_number: '', captcha: '', password: '' } as const;
const BY_PHONE_PLACES = ['phone_number', 'captcha', 'password'] as const;
const BY_PHONE_SECRETS = ['captcha', 'password'] as const;

export function FirstPassword({ onDone, onCancel }: Opened) {
  const { phrases } = useRollcall();
  const { password: words } = securityWords[phrases.language];
  const auth = useAuth();
  const id = useId();
  const form = useForm({
    initial: FIRST,
    secrets: FIRST_PLACES,
    places: FIRST_PLACES,
    check: typed => ({
      password: passwordMistake(typed.password),
      confirm_password: againMistake(typed.password, typed.confirm_password),
    }),
    work: async (typed, signal) => {
      await initPassword(auth(), typed, { signal });
      onDone(words.done);
    },
  });
  return (
    <Panel
      label={words.first}
      task={form.task}
      problem={form.problem}
      retry={form.again}
      onSubmit={form.submit}
      onCancel={onCancel}
    >
      <PasswordInput
        id={`${id}new`}
        label={words.new}
        use="new"
        {...form.of('password')}
        value={form.fields.values.password}
        first
      />
      <PasswordInput
        id={`${id}again`}
        label={words.again}
        use="again"
        {...form.of('confirm_password')}
        value={form.fields.values.confirm_password}
      />
    </Panel>
  );
}

function ByOld({ onPasswordChanged, onCancel }: Opened) {
  const { phrases } = useRollcall();
  const { password: words } = securityWords[phrases.language];
  const auth = useAuth();
  const id = useId();
  const form = useForm({
    initial: BY_OLD,
    secrets: BY_OLD_PLACES,
    places: BY_OLD_PLACES,
    // of the three only the new one is judged by its form
    beside: { InvalidPassword: 'password' },
    check: typed => ({
      old_password: typed.old_password === '' ? { name: 'PasswordMissing' } : undefined,
      password: passwordMistake(typed.password),
      confirm_password: againMistake(typed.password, typed.confirm_password),
    }),
    work: async (typed, signal) => {
      await changePassword(auth(), typed, { signal });
      onPasswordChanged();
    },
  });
  return (
    <Panel
      label={words.submit}
      task={form.task}
      problem={form.problem}
      retry={form.again}
      onSubmit={form.submit}
      onCancel={onCancel}
    >
      <PasswordInput
        id={`${id}old`}
        label={words.old}
        use="current"
        {...form.of('old_password')}
        value={form.fields.values.old_password}
        first
      />
      <PasswordInput
        id={`${id}new`}
        label={words.new}
        use="new"
        {...form.of('password')}
        value={form.fields.values.password}
      />
      <PasswordInput
        id={`${id}again`}
        label={words.again}
        use="again"
        {...form.of('confirm_password')}
        value={form.fields.values.confirm_password}
      />
      <p className={css.note}>{words.ends}</p>
    </Panel>
  );
}

function ByPhone({ privacy, onPasswordChanged, onCancel }: Opened) {
  const { phrases } = useRollcall();
  const { password: words } = securityWords[phrases.language];
  const auth = useAuth();
  const id = useId();
  const form = useForm({
    initial: BY_PHONE,
    secrets: BY_PHONE_SECRETS,
    places: BY_PHONE_PLACES,
    beside: { WrongOldPhone: 'phone_number' },
    check: typed => ({
      phone_number: phoneMistake(typed.phone_number),
      captcha: codeMistake(typed.captcha),
      password: passwordMistake(typed.password),
    }),
    code: {
      purpose: 'update',
      ask: (phone_number, call) => sendUpdatePasswordCaptcha(auth(), { phone_number }, call),
    },
    work: async (typed, signal) => {
      await changePasswordByPhone(
        auth(),
        {
          phone_number: normalisePhone(typed.phone_number),
          captcha: codeFigures(typed.captcha),
          password: typed.password,
        },
        { signal },
      );
      onPasswordChanged();
    },
  });
  return (
    <Panel
      label={words.submit}
      task={form.task}
      problem={form.problem}
      retry={form.again}
      onSubmit={form.submit}
      onCancel={onCancel}
    >
      <PhoneInput
        id={`${id}phone`}
        rule={words.own(privacy.phone_number ?? '')}
        {...form.of('phone_number')}
        first
      />
      <CodeInput id={`${id}captcha`} {...form.of('captcha')} sender={form.code} onSend={form.sendCode} />
      <Slow phase={form.code.task.phase} />
      <PasswordInput
        id={`${id}new`}
        label={words.new}
        use="new"
        {...form.of('password')}
        value={form.fields.values.password}
      />
      <p className={css.note}>{words.ends}</p>
    </Panel>
  );
}

/** By the old one; by a code too, where the account has a number. */
export function ChangePassword(props: Opened) {
  const { phrases } = useRollcall();
  const { password: words } = securityWords[phrases.language];
  const [way, setWay] = useState<'old' | 'phone'>('old');
  const name = useId();
  return (
    <>
      {props.privacy.phone_number === null ? null : (
        <fieldset className={css.choice}>
          <legend>{words.ways}</legend>
          {(['old', 'phone'] as const).map(one => (
            <label key={one}>
              <input type="radio" name={name} checked={way === one} onChange={() => setWay(one)} />
              <span>{one === 'old' ? words.byOld : words.byPhone}</span>
            </label>
          ))}
        </fieldset>
      )}
      {way === 'old' ? <ByOld {...props} /> : <ByPhone {...props} />}
    </>
  );
}
