/** Ends the session. */
import { useEffect } from 'react';
import fieldsCss from '../fields/fields.module.css';
import { FormProblem, Slow } from '../fields/work.tsx';
import { useRollcall } from './provider.tsx';
import { useSignOut } from './use-sign-out.ts';

/** `onSignedOut` is called once, after the server has ended the session. */
export function SignOutButton({ onSignedOut }: { onSignedOut?: () => void }) {
  const { account: words } = useRollcall().phrases;
  const { task, signOut, done } = useSignOut();
  useEffect(() => {
    if (done) onSignedOut?.();
  }, [done, onSignedOut]);
  return (
    <>
      <button
        type="button"
        className={fieldsCss.secondary}
        aria-disabled={task.phase !== 'idle' || undefined}
        data-working={task.phase !== 'idle' ? '' : undefined}
        onClick={signOut}
      >
        {task.phase === 'idle' ? words.signOut : words.signingOut}
      </button>
      <Slow phase={task.phase} />
      <FormProblem problem={task.problem} retry={task.retry} />
    </>
  );
}
