/**
 * A notice while the account waits for its deletion, with the date and a button that cancels it; else draws
 * nothing.
 */
import { TaskButton } from '@rollcall/ui';
import { AccountBanner, dueDate } from '../account/account-banner.tsx';
import { type AccountState, useAccount } from '../account/use-account.ts';
import buttonsCss from '../task/buttons.module.css';
import type { Task } from '../task/use-task.ts';
import { SlowNotice } from '../task/slow-notice.tsx';
import { useWords } from '../provider/use-words.ts';
import { localeOf } from '../phrases/locale.ts';
import { useRollcall } from '../provider/provider.tsx';
import { useDeletion } from './use-deletion.ts';
import { deletionWords } from './words.ts';

/** Cancels the deletion. */
export function KeepButton({ task, keep }: { task: Task; keep: () => void }) {
  const words = useWords('deletion', deletionWords);
  return (
    <>
      <TaskButton
        className={buttonsCss.secondary}
        phase={task.phase}
        label={words.keep}
        busy={words.keeping}
        onClick={keep}
      />
      <SlowNotice phase={task.phase} />
    </>
  );
}

/**
 * Says when the account is deleted, with a button that keeps it.
 *
 * @param props.account the state of the page around it; without it the account is loaded
 * @param props.goOn the path that the person was on the way to; without it there is no link
 * @example <DeletionBanner goOn="/" />
 * @see `docs/react.md`
 */
export function DeletionBanner({
  account: given,
  goOn,
}: {
  account?: AccountState;
  goOn?: string | undefined;
}) {
  const { phrases } = useRollcall();
  const words = useWords('deletion', deletionWords);
  const { due, byGuardian, keep, task, kept } = useDeletion(useAccount(given));
  return (
    <AccountBanner
      label={words.coming}
      what={due === undefined ? undefined : words.due(dueDate(due, localeOf(phrases)))}
      more={byGuardian ? words.byGuardian : words.until}
      task={task}
      done={kept ? words.kept : undefined}
      goOn={goOn}
    >
      {byGuardian ? null : <KeepButton task={task} keep={keep} />}
    </AccountBanner>
  );
}
