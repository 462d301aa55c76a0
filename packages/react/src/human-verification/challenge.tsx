/** The human verification on its own, for a form that is not one of ours: a button that becomes a tick. */
import { FormError } from '../problem/form-error.tsx';
import { useHydrated } from '@rollcall/ui';
import { useWords } from '../provider/use-words.ts';
import css from './challenge.module.css';
import { type ChallengeOptions, useChallenge } from './use-challenge.ts';
import { challengeWords } from './words.ts';

export interface ChallengeProps extends ChallengeOptions {
  /** Such as while the identity is not typed yet. */
  readonly disabled?: boolean;
}

/** The ticket goes to `onVerified`. To begin anew, after the ticket was used, give it another `key`. */
export function Challenge({ disabled = false, ...options }: ChallengeProps) {
  const words = useWords('challenge', challengeWords);
  const hydrated = useHydrated();
  const { state, problem, verify } = useChallenge(options);
  const said =
    state === 'checking' || state === 'verified' || state === 'expired' ? words[state] : words.verify;
  return (
    <div className={css.challenge}>
      <button
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
        <span aria-live="polite">{said}</span>
      </button>
      <FormError problem={problem} retry={verify} />
    </div>
  );
}
