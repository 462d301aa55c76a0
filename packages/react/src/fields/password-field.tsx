/** A password that can be shown and hidden. */
import { type ReactNode, useState } from 'react';
import { useRollcall } from '../session/provider.tsx';
import { described, Field, type FieldFrame } from './field.tsx';
import css from './fields.module.css';
import type { Bound } from './use-fields.ts';
import { useHydrated } from './use-hydrated.ts';

export interface PasswordFieldProps extends Omit<FieldFrame, 'label'> {
  readonly label?: string | undefined;
  readonly field: Bound;
  /** What password managers do: fill in the present one, or offer and keep a new one. */
  readonly autoComplete: 'current-password' | 'new-password';
  /** Stands at the label line's end. */
  readonly action?: ReactNode;
  readonly first?: boolean | undefined;
  /** Stands under the control. */
  readonly children?: ReactNode;
}

export function PasswordField(props: PasswordFieldProps) {
  const { phrases } = useRollcall();
  const hydrated = useHydrated();
  const [shown, setShown] = useState(false);
  const words = phrases.fields;
  const frame = { ...props, label: props.label ?? words.password };
  const eye = shown ? words.hidePassword : words.showPassword;
  return (
    <Field {...frame}>
      <div className={css.control}>
        <input
          {...described(frame)}
          {...props.field}
          className={css.input}
          type={shown ? 'text' : 'password'}
          autoComplete={props.autoComplete}
          data-first={props.first ? '' : undefined}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={128}
        />
        <button
          type="button"
          className={css.eye}
          aria-pressed={shown}
          aria-controls={props.id}
          aria-label={eye}
          title={eye}
          disabled={!hydrated}
          onClick={() => setShown(!shown)}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z" />
            <circle cx="12" cy="12" r="3" />
            {shown ? <path d="M4 20 20 4" /> : null}
          </svg>
        </button>
      </div>
      {props.children}
    </Field>
  );
}
