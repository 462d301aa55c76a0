/** A password, present or new, that can be shown and hidden. */
import { fields } from '@rollcall/contract';
import { type ReactNode, useState } from 'react';
import { useRollcall } from '../session/provider.tsx';
import { described, Field, type FieldFrame } from './field.tsx';
import css from './fields.module.css';
import { strengthOf } from './strength.ts';
import type { Bound } from './use-fields.ts';
import { useHydrated } from './use-hydrated.ts';

/**
 * `use` decides what password managers do, and whether the rule and the strength are shown; `again` is the second
 * writing of a new one. `value` is only judged. `action` stands at the label line's end.
 */
export function PasswordInput(
  props: Omit<FieldFrame, 'label' | 'rule'> & {
    label?: string;
    field: Bound;
    use: 'current' | 'new' | 'again';
    value: string;
    action?: ReactNode;
    first?: boolean;
  },
) {
  const { field, use, value } = props;
  const { phrases } = useRollcall();
  const hydrated = useHydrated();
  const [shown, setShown] = useState(false);
  const words = phrases.fields;
  const strength = use === 'new' && fields.PASSWORD.test(value) ? strengthOf(value) : undefined;
  const frame = {
    ...props,
    label: props.label ?? words.password,
    rule: use === 'new' ? words.passwordRule : undefined,
  };
  return (
    <Field {...frame} action={props.action}>
      <div className={css.control}>
        <input
          {...described(frame)}
          {...field}
          className={css.input}
          type={shown ? 'text' : 'password'}
          autoComplete={use === 'current' ? 'current-password' : 'new-password'}
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
          aria-label={shown ? words.hidePassword : words.showPassword}
          title={shown ? words.hidePassword : words.showPassword}
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
      {use === 'new' ? (
        <p className={css.strength} aria-live="polite" data-strength={strength}>
          {strength ? words.strength[strength] : null}
        </p>
      ) : null}
    </Field>
  );
}
