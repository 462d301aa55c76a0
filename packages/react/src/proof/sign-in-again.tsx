/** Where no way of the account can prove it here: signing in again is a proof too. */
import buttonsCss from '../task/buttons.module.css';
import { FormError } from '../problem/form-error.tsx';
import { useWords } from '../provider/use-words.ts';
import { useSignOut } from '../session/use-sign-out.ts';
import css from './proof.module.css';
import type { ProofProps } from './proof-props.ts';
import { proofWords } from './words.ts';

export function SignInAgain({ onCancel }: Pick<ProofProps, 'onCancel'>) {
  const words = useWords('proof', proofWords);
  const { task, signOut } = useSignOut(onCancel);
  return (
    <>
      <FormError problem={task.problem} retry={task.retry} />
      <p className={css.ways}>
        <button type="button" className={buttonsCss.secondary} onClick={signOut}>
          {words.signOut}
        </button>
        <button type="button" className={buttonsCss.link} onClick={onCancel}>
          {words.cancel}
        </button>
      </p>
    </>
  );
}
