/** A form for a new password, typed twice, with the user name where it is new too. */
import { OPERATOR_NAME, OPERATOR_PASSWORD } from '@rollcall/contract/console';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { SubmitButton } from '../parts/buttons.tsx';
import formCss from '../parts/form.module.css';
import { TextField } from '../parts/text-field.tsx';
import { PasswordField } from '../parts/password-field.tsx';
import { ErrorMessage } from '../parts/error-message.tsx';
import type { ConsoleTask } from '../parts/task.ts';
import { useWords } from '../console-context.ts';
import { sessionWords } from './words.ts';

export interface NewPassword {
  readonly name: string;
  readonly oldPassword: string;
  readonly password: string;
}

/** Which fields are wrong. */
export const errorsOf = (
  typed: NewPassword & { readonly again: string },
  extraField: 'name' | 'old' | 'none',
) => ({
  name: extraField === 'name' && !OPERATOR_NAME.test(typed.name),
  old: extraField === 'old' && typed.oldPassword === '',
  password: !OPERATOR_PASSWORD.test(typed.password),
  again: OPERATOR_PASSWORD.test(typed.password) && typed.password !== typed.again,
});

/** @param props.known the existing user name, under which password managers store the password */
export function NewPasswordForm(props: {
  extraField: 'name' | 'old' | 'none';
  known?: string;
  task: ConsoleTask;
  label: string;
  busy: string;
  secondary?: boolean;
  /** Focuses the first field. @default false */
  first?: boolean;
  send: (given: NewPassword, data: FormData) => void;
  /** More fields. */
  more?: ReactNode;
}) {
  const { extraField, known, task, label, busy, secondary, first, send, more } = props;
  const words = useWords(sessionWords);
  const form = useRef<HTMLFormElement>(null);
  const [wrong, setWrong] = useState<Partial<ReturnType<typeof errorsOf>>>({});
  useEffect(() => {
    if (first) form.current?.querySelector<HTMLInputElement>('input:not([type=hidden])')?.focus();
  }, [first]);
  const edited = () => {
    setWrong({});
    task.clear();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const read = (name: string) => String(data.get(name) ?? '');
    const typed = {
      name: read('name').trim(),
      oldPassword: read('old'),
      password: read('password'),
      again: read('again'),
    };
    const found = errorsOf(typed, extraField);
    setWrong(found);
    const slip = (['name', 'old', 'password', 'again'] as const).find(field => found[field]);
    if (slip) form.current?.querySelector<HTMLInputElement>(`[name=${slip}]`)?.focus();
    else send(typed, data);
  };
  return (
    <form ref={form} className={formCss.form} onSubmit={submit} method="post" noValidate>
      {extraField === 'name' ? (
        <TextField
          label={words.name}
          rule={words.nameRule}
          error={wrong.name ? words.nameError : undefined}
          name="name"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
          onInput={edited}
        />
      ) : (
        <input type="hidden" autoComplete="username" value={known ?? ''} readOnly />
      )}
      {extraField === 'old' ? (
        <PasswordField
          label={words.oldPassword}
          name="old"
          use="current"
          error={wrong.old ? words.passwordMissing : undefined}
          onEdit={edited}
        />
      ) : null}
      <PasswordField
        label={extraField === 'old' ? words.newPassword : words.password}
        name="password"
        use="new"
        rule={words.passwordRule}
        error={wrong.password ? words.passwordError : undefined}
        onEdit={edited}
      />
      <PasswordField
        label={words.again}
        name="again"
        use="new"
        error={wrong.again ? words.mismatch : undefined}
        onEdit={edited}
      />
      {more}
      <ErrorMessage problem={task.problem} />
      <div className={formCss.foot}>
        <SubmitButton task={task} label={label} busy={busy} secondary={secondary ?? false} />
      </div>
    </form>
  );
}
