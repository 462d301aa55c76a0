/** Signing out: ends the session on the server and, through the account library, in every tab. */
import { logout } from '@rollcall/account';
import { useState } from 'react';
import { forgetDrafts } from '../forms/draft.ts';
import { type Task, useTask } from '../task/use-task.ts';
import { useAuth } from '../provider/provider.tsx';

/** `signOut()` ends the session and forgets what was typed in this tab; `task` is its progress and its problem. */
export function useSignOut(): { task: Task; signOut: () => void; done: boolean } {
  const auth = useAuth();
  const task = useTask();
  const [done, setDone] = useState(false);
  const signOut = () =>
    task.run(async signal => {
      try {
        await logout(auth(), undefined, { signal });
      } catch (thrown) {
        // a session that had ended already is what was asked for
        if (auth().signedIn()) throw thrown;
      }
      forgetDrafts();
      setDone(true);
    });
  return { task, signOut, done };
}
