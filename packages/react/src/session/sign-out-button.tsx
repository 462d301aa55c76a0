/** The button that ends the session. */
import { TaskButton } from '@rollcall/ui';
import buttonsCss from '../task/buttons.module.css';
import { FormError } from '../problem/form-error.tsx';
import { SlowNotice } from '../task/slow-notice.tsx';
import { useRollcall } from '../provider/provider.tsx';
import { useSignOut } from './use-sign-out.ts';

/**
 * Draws the button that signs the person out.
 *
 * @param props.onPress called at the press
 * @param props.onSignedOut called once, after the server has ended the session
 * @example <SignOutButton onSignedOut={() => location.assign('/')} />
 * @see `docs/react.md`
 */
export function SignOutButton({ onPress, onSignedOut }: { onPress?: () => void; onSignedOut?: () => void }) {
  const { account: words } = useRollcall().phrases;
  const { task, signOut } = useSignOut(onSignedOut);
  return (
    <>
      <TaskButton
        className={buttonsCss.secondary}
        phase={task.phase}
        label={words.signOut}
        busy={words.signingOut}
        onClick={() => {
          onPress?.();
          signOut();
        }}
      />
      <SlowNotice phase={task.phase} />
      <FormError problem={task.problem} retry={task.retry} />
    </>
  );
}
