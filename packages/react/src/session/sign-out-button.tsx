/** Ends the session. */
import { useEffect } from 'react';
import fieldsCss from '../fields/fields.module.css';
import { FormError } from '../problem/form-error.tsx';
import { SlowNotice } from '../task/slow-notice.tsx';
import { useRollcall } from '../provider/provider.tsx';
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
      <SlowNotice phase={task.phase} />
      <FormError problem={task.problem} retry={task.retry} />
    </>
  );
}
