/** Having the account deleted, and keeping it after all. Draws nothing. */
import { AuthError, cancelDeletion, getPrivacy, requestDeletion } from '@rollcall/account';
import { useState } from 'react';
import type { AccountState } from '../account/use-account.ts';
import { type Task, useTask } from '../task/use-task.ts';
import { useAuth } from '../provider/provider.tsx';

export interface DeletionFlow {
  /** When the account is going to be deleted, in milliseconds since 1970; undefined: it is not, as far as is known. */
  readonly due: number | undefined;
  /** Whether the password is asked for. */
  readonly asksPassword: boolean;
  /** Asks for the deletion. Rejects with what the call was refused with; for a form's work. */
  readonly request: (password: string | undefined, signal: AbortSignal) => Promise<void>;
  /** Keeps the account. */
  readonly keep: () => void;
  /** How the keeping goes. */
  readonly task: Task;
  /** The account was kept, here and now. */
  readonly kept: boolean;
}

/** Over the state of the page around it, which is changed with each answer. */
export function useDeletion({ account, setPrivacy }: AccountState): DeletionFlow {
  const auth = useAuth();
  const task = useTask();
  const [kept, setKept] = useState(false);
  const privacy = account?.privacy;
  const due = privacy?.deletion_due_at ?? undefined;
  return {
    due,
    asksPassword: privacy?.has_password ?? false,
    request: async (password, signal) => {
      try {
        const answer = await requestDeletion(auth(), { password }, { signal });
        setKept(false);
        if (privacy) setPrivacy({ ...privacy, ...answer });
      } catch (thrown) {
        // a password was set, in another tab perhaps, after this page had asked
        if (thrown instanceof AuthError && thrown.name === 'InvalidPassword')
          setPrivacy(await getPrivacy(auth(), undefined, { signal }));
        throw thrown;
      }
    },
    keep: () =>
      task.run(async signal => {
        await cancelDeletion(auth(), undefined, { signal });
        setKept(true);
        if (privacy) setPrivacy({ ...privacy, deletion_due_at: null });
      }),
    task,
    kept: kept && due === undefined,
  };
}
