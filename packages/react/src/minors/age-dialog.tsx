/** Asks a person who has just signed in about their age, and waits with them for a guardian. Loaded late. */
import { AuthError } from '@rollcall/account';
import { Dialog } from '@rollcall/ui';
import { useCallback, useEffect } from 'react';
import { FormError } from '../problem/form-error.tsx';
import css from '../proof/proof.module.css';
import { useRollcall } from '../provider/provider.tsx';
import type { DialogProps } from '../provider/use-dialog.tsx';
import { useWords } from '../provider/use-words.ts';
import { useSignOut } from '../session/use-sign-out.ts';
import type { Entered } from '../session/entered.ts';
import buttonsCss from '../task/buttons.module.css';
import { AgeQuestions } from './age-questions.tsx';
import { HeadingLevel } from './heading-level.ts';
import { minorsWords } from './words.ts';

/** Leaving it signs out: an account that waits can do nothing else, and the next sign-in asks again. */
export function AgeDialog({ onProved, onFailed }: DialogProps<Entered>) {
  const { onAgeWaiting } = useRollcall();
  const words = useWords('minors', minorsWords);
  const { done, signOut, task } = useSignOut();
  const onDone = useCallback(() => onProved({ created: false }), [onProved]);
  useEffect(() => {
    if (done)
      onFailed(
        new AuthError('IllegalOperation', 'The questions about age were left.', { server_code: 'RC_284' }),
      );
  }, [done, onFailed]);
  const busy = task.phase !== 'idle';
  return (
    <Dialog title={words.title} busy={busy} onClose={signOut} classes={css}>
      <HeadingLevel.Provider value="h3">
        <AgeQuestions onDone={onDone} onWaiting={onAgeWaiting} />
      </HeadingLevel.Provider>
      <FormError problem={task.problem} retry={task.retry} />
      <p>
        <button type="button" className={buttonsCss.link} aria-disabled={busy || undefined} onClick={signOut}>
          {words.later}
        </button>
      </p>
    </Dialog>
  );
}
