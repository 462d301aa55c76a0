/** Signing out: ends the session on the server and, through the account library, in every tab. */
import { logout } from '@rollcall/account';
import { useState } from 'react';
import { forgetPerson } from './forget-person.ts';
import { type Task, useTask } from '../task/use-task.ts';
import { closeSignIn } from './open-sign-in.ts';
import { useAuth } from '../provider/provider.tsx';

/**
 * Holds the state of `SignOutButton`; draws nothing.
 *
 * @param onSignedOut called once, after the server has ended the session
 * @returns `signOut` ends the session and deletes what this browser keeps of the person; `done` is true afterwards
 * @example const { signOut } = useSignOut(() => location.assign('/'));
 * @see `docs/react.md`
 */
export function useSignOut(onSignedOut?: () => void): { task: Task; signOut: () => void; done: boolean } {
  const auth = useAuth();
  const task = useTask();
  const [done, setDone] = useState(false);
  const signOut = () =>
    task.run(async signal => {
      try {
        await logout(auth(), undefined, { signal });
      } catch (thrown) {
        // the session had ended already, which is the same to the person
        if (auth().signedIn()) throw thrown;
      }
      forgetPerson(auth());
      closeSignIn(auth());
      setDone(true);
      onSignedOut?.();
    });
  return { task, signOut, done };
}
