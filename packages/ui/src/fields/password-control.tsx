/** The control of a password, with a button that shows and hides what was typed. */
import { forwardRef, type InputHTMLAttributes, useState } from 'react';
import { useHydrated } from '../use-hydrated.ts';

export interface PasswordControlClasses {
  /** Around the input and the button. */
  readonly control?: string | undefined;
  readonly input?: string | undefined;
  /** The button. */
  readonly eye?: string | undefined;
}

export interface PasswordControlProps
  extends Omit<
    InputHTMLAttributes<HTMLInputElement>,
    'autoCapitalize' | 'autoComplete' | 'autoCorrect' | 'className' | 'spellCheck' | 'type'
  > {
  readonly id: string;
  /** Tells password managers to fill in the password in force, or to offer and keep a new one. */
  readonly autoComplete: 'current-password' | 'new-password';
  /** The button's name while the password is hidden. */
  readonly showLabel: string;
  /** The button's name while the password is shown. */
  readonly hideLabel: string;
  readonly classes: PasswordControlClasses;
  /** @default 128 */
  readonly maxLength?: number;
}

/**
 * Draws a password control with the button that shows what was typed. Until the script has run the button is disabled.
 * @example <PasswordControl id="password" autoComplete="new-password" showLabel="Show" hideLabel="Hide" classes={{}} />
 * @see `docs/react.md`
 */
export const PasswordControl = forwardRef<HTMLInputElement, PasswordControlProps>(
  function PasswordControl(props, ref) {
    const { showLabel, hideLabel, classes, maxLength = 128, ...native } = props;
    const hydrated = useHydrated();
    const [shown, setShown] = useState(false);
    const label = shown ? hideLabel : showLabel;
    return (
      <div className={classes.control}>
        <input
          {...native}
          ref={ref}
          className={classes.input}
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={maxLength}
        />
        <button
          type="button"
          className={classes.eye}
          aria-pressed={shown}
          aria-controls={props.id}
          aria-label={label}
          title={label}
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
    );
  },
);
