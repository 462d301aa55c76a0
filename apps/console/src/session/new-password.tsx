/** A new password, written twice; with the name that it goes with, new or given. */
import { OPERATOR_NAME, OPERATOR_PASSWORD } from '@rollcall/contract/console';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Submit } from '../parts/buttons.tsx';
import css from '../parts/console-parts.module.css';
import { Field, PasswordField } from '../parts/field.tsx';
import { Told } from '../parts/told.tsx';
import type { Work } from '../parts/work.ts';
import { useWords } from '../surroundings.ts';
import { sessionWords } from './words.ts';

export interface NewPassword {
  readonly name: string;
  readonly oldPassword: string;
  readonly password: string;
}

/** The mistakes of what was typed, by field; none: it can be sent. */
export const mistakesOf = (
  typed: NewPassword & { readonly again: string },
  asks: 'name' | 'old' | 'none',
) => ({
  name: asks === 'name' && !OPERATOR_NAME.test(typed.name),
  old: asks === 'old' && typed.oldPassword === '',
  password: !OPERATOR_PASSWORD.test(typed.password),
  again: OPERATOR_PASSWORD.test(typed.password) && typed.password !== typed.again,
});

/** `known` is the name of somebody who has one: password managers keep the password under it. */
export function NewPasswordForm(props: {
  asks: 'name' | 'old' | 'none';
  known?: string;
  work: Work;
  label: string;
  busy: string;
  quiet?: boolean;
  /** It is what the page is for: its first field has the focus. */
  first?: boolean;
  send: (given: NewPassword) => void;
  children?: ReactNode;
}) {
  const { asks, known, work, label, busy, quiet, first, send, children } = props;
  const words = useWords(sessionWords);
  const form = useRef<HTMLFormElement>(null);
  const [wrong, setWrong] = useState<Partial<ReturnType<typeof mistakesOf>>>({});
  useEffect(() => {
    if (first) form.current?.querySelector<HTMLInputElement>('input:not([type=hidden])')?.focus();
  }, [first]);
  const edited = () => {
    setWrong({});
    work.clear();
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
    const found = mistakesOf(typed, asks);
    setWrong(found);
    const slip = (['name', 'old', 'password', 'again'] as const).find(field => found[field]);
    if (slip) form.current?.querySelector<HTMLInputElement>(`[name=${slip}]`)?.focus();
    else send(typed);
  };
  return (
    <form ref={form} className={css.form} onSubmit={submit} method="post" noValidate>
      {asks === 'name' ? (
        <Field label={words.name} rule={words.nameRule} mistake={wrong.name ? words.nameMistake : undefined}>
          {control => (
            <input
              {...control}
              name="name"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={64}
              onInput={edited}
            />
          )}
        </Field>
      ) : (
        <input type="hidden" autoComplete="username" value={known ?? ''} readOnly />
      )}
      {asks === 'old' ? (
        <PasswordField
          label={words.oldPassword}
          name="old"
          use="current"
          mistake={wrong.old ? words.passwordMissing : undefined}
          onEdit={edited}
        />
      ) : null}
      <PasswordField
        label={asks === 'old' ? words.newPassword : words.password}
        name="password"
        use="new"
        rule={words.passwordRule}
        mistake={wrong.password ? words.passwordMistake : undefined}
        onEdit={edited}
      />
      <PasswordField
        label={words.again}
        name="again"
        use="new"
        mistake={wrong.again ? words.mismatch : undefined}
        onEdit={edited}
      />
      <Told refused={work.refused} />
      <div className={css.foot}>
        <Submit work={work} label={label} busy={busy} quiet={quiet ?? false} />
      </div>
      {children}
    </form>
  );
}
