/** A labelled control: label, control, the rule before the mistake, the mistake beside it. */
import { type ReactNode, useId, useState } from 'react';
import { useCommon } from '../surroundings.ts';
import css from './console-parts.module.css';

export interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
  readonly className: string | undefined;
}

export function Field(props: {
  label: string;
  rule?: ReactNode;
  mistake?: string | undefined;
  optional?: boolean;
  children: (control: ControlProps) => ReactNode;
}) {
  const { label, rule, mistake, optional, children } = props;
  const id = useId();
  const words = useCommon();
  const ids = [mistake && `${id}-mistake`, rule && `${id}-rule`].filter(Boolean).join(' ');
  return (
    <div className={css.field} data-wrong={mistake ? '' : undefined}>
      <label htmlFor={id}>
        {label}
        {optional ? <span className={css.optional}>{words.optional}</span> : null}
      </label>
      {children({
        id,
        'aria-describedby': ids || undefined,
        'aria-invalid': mistake ? true : undefined,
        className: css.control,
      })}
      <div id={`${id}-mistake`} role="alert" className={css.mistake}>
        {mistake ?? null}
      </div>
      {rule ? (
        <div id={`${id}-rule`} className={css.rule}>
          {rule}
        </div>
      ) : null}
    </div>
  );
}

/** A password, present or new, that can be shown and hidden. */
export function PasswordField(props: {
  label: string;
  name: string;
  use: 'current' | 'new';
  rule?: ReactNode;
  mistake?: string | undefined;
  onEdit?: () => void;
}) {
  const words = useCommon();
  const [shown, setShown] = useState(false);
  return (
    <Field label={props.label} rule={props.rule} mistake={props.mistake}>
      {control => (
        <div className={css.joined}>
          <input
            {...control}
            name={props.name}
            type={shown ? 'text' : 'password'}
            autoComplete={props.use === 'current' ? 'current-password' : 'new-password'}
            autoCapitalize="none"
            spellCheck={false}
            maxLength={128}
            onInput={props.onEdit}
          />
          <button
            type="button"
            className={css.eye}
            aria-pressed={shown}
            aria-label={shown ? words.hide : words.show}
            title={shown ? words.hide : words.show}
            onClick={() => setShown(!shown)}
          >
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z" />
              <circle cx="12" cy="12" r="3" />
              {shown ? <path d="M4 20 20 4" /> : null}
            </svg>
          </button>
        </div>
      )}
    </Field>
  );
}

/** A native choice among few. */
export function Choice<T extends string>(props: {
  label: string;
  value: T;
  options: readonly (readonly [T, string])[];
  onChoose: (value: T) => void;
}) {
  const { label, value, options, onChoose } = props;
  return (
    <Field label={label}>
      {control => (
        <select
          {...control}
          value={value}
          onChange={event => {
            const found = options.find(([name]) => name === event.target.value);
            if (found) onChoose(found[0]);
          }}
        >
          {options.map(([name, words]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
