/** The human verification for a site's own form: a button that becomes a tick. */
import { FormError } from '../problem/form-error.tsx';
import { useHydrated } from '@rollcall/ui';
import { useRef } from 'react';
import { useWords } from '../provider/use-words.ts';
import css from './challenge.module.css';
import { type ChallengeOptions, useChallenge } from './use-challenge.ts';
import { challengeWords } from './words.ts';

export interface ChallengeProps extends ChallengeOptions {
  /**
   * For example while the identity is not typed yet.
   *
   * @default false
   */
  readonly disabled?: boolean;
}

/**
 * Shows the human verification of a scene. Gives the ticket to `onVerified`. A ticket can be used once: give the
 * component another `key` afterwards.
 *
 * @example <Challenge scene="my-scene" identity={phone} onVerified={ticket => console.log(ticket)} />
 * @see `docs/react.md`
 */
export function Challenge({ disabled = false, ...options }: ChallengeProps) {
  const words = useWords('challenge', challengeWords);
  const hydrated = useHydrated();
  const { state, problem, verify } = useChallenge(options);
  const box = useRef<HTMLButtonElement>(null);
  const retry = () => {
    // the button of the problem goes with it
    box.current?.focus();
    verify();
  };
  const label =
    state === 'checking' || state === 'verified' || state === 'expired' ? words[state] : words.verify;
  return (
    <div className={css.challenge}>
      <button
        ref={box}
        type="button"
        className={css.box}
        disabled={!hydrated || (disabled && state !== 'verified')}
        aria-disabled={state === 'checking' || state === 'verified' || undefined}
        data-state={state}
        onClick={verify}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <rect x="3" y="3" width="18" height="18" rx="1" />
          {state === 'verified' ? <path d="m7 12.5 3.5 3.5L17 8.5" /> : null}
        </svg>
        <span aria-live="polite">{label}</span>
      </button>
      <FormError problem={problem} retry={retry} />
    </div>
  );
}
