/** Requesting and cancelling the deletion of the account. Draws nothing. */
import { AuthError, cancelDeletion, getPrivacy, requestDeletion } from '@rollcall/account';
import { useState } from 'react';
import type { AccountState } from '../account/use-account.ts';
import { type Task, useTask } from '../task/use-task.ts';
import { useAuth } from '../provider/provider.tsx';

export interface DeletionFlow {
  /**
   * When the account will be deleted, in milliseconds since 1970; undefined where no deletion was requested.
   */
  readonly due: number | undefined;
  /** Whether the guardian requested it: the person can't cancel it. */
  readonly byGuardian: boolean;
  /** Whether `request` needs the password. */
  readonly asksPassword: boolean;
  /** Requests the deletion, as the `submit` of a form. Rejects with the refusal of the call. */
  readonly request: (password: string | undefined, signal: AbortSignal) => Promise<void>;
  /** Cancels the deletion. */
  readonly keep: () => void;
  /** The task that cancels it. */
  readonly task: Task;
  /** Whether the deletion was cancelled by this component. */
  readonly kept: boolean;
}

/**
 * Holds the state of `DeleteAccount`; draws nothing.
 *
 * @param state the account's; each answer changes it
 * @example const { due } = useDeletion(useAccount());
 * @see `docs/react.md`
 */
export function useDeletion({ account, setPrivacy }: AccountState): DeletionFlow {
  const auth = useAuth();
  const task = useTask();
  const [kept, setKept] = useState(false);
  const privacy = account?.privacy;
  const due = privacy?.deletion_due_at ?? undefined;
  return {
    due,
    byGuardian: privacy?.deletion_by_guardian === true,
    asksPassword: privacy?.has_password ?? false,
    request: async (password, signal) => {
      try {
        const answer = await requestDeletion(auth(), { password }, { signal });
        setKept(false);
        if (privacy) setPrivacy({ ...privacy, ...answer });
      } catch (thrown) {
        // a password was set meanwhile, for example in another tab
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
