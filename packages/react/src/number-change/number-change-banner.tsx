/** A notice while the school is about to add a number to the account, with a button that cancels it; else draws nothing. */
import { cancelNewNumber } from '@rollcall/account';
import { TaskButton } from '@rollcall/ui';
import { useState } from 'react';
import { AccountBanner, dueDate } from '../account/account-banner.tsx';
import { type AccountState, useAccount } from '../account/use-account.ts';
import { localeOf } from '../phrases/locale.ts';
import { useAuth, useRollcall } from '../provider/provider.tsx';
import { useWords } from '../provider/use-words.ts';
import buttonsCss from '../task/buttons.module.css';
import { SlowNotice } from '../task/slow-notice.tsx';
import { useTask } from '../task/use-task.ts';
import { numberChangeWords } from './words.ts';

/** @param props.goOn the path that the person was on the way to; without it there is no link */
export function NumberChangeBanner({
  account: given,
  goOn,
}: {
  account: AccountState;
  goOn?: string | undefined;
}) {
  const { phrases } = useRollcall();
  const words = useWords('numberChange', numberChangeWords);
  const auth = useAuth();
  const task = useTask();
  const { account, setPrivacy } = useAccount(given);
  const [cancelled, setCancelled] = useState(false);
  const privacy = account?.privacy;
  const change = privacy?.number_change;
  const cancel = () =>
    task.run(async signal => {
      await cancelNewNumber(auth(), undefined, { signal });
      if (!privacy) return;
      const { number_change: _, ...rest } = privacy;
      setCancelled(true);
      setPrivacy(rest);
    });
  return (
    <AccountBanner
      label={words.coming}
      what={change && words.due(change.phone_number, dueDate(change.due_at, localeOf(phrases)))}
      more={words.until}
      task={task}
      done={cancelled ? words.cancelled : undefined}
      goOn={goOn}
    >
      <TaskButton
        className={buttonsCss.secondary}
        phase={task.phase}
        label={words.cancel}
        busy={words.cancelling}
        onClick={cancel}
      />
      <SlowNotice phase={task.phase} />
    </AccountBanner>
  );
}
