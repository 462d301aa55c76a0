/** Lists the security messages that could not be sent, dismisses one, and ends all other sessions. Draws nothing. */
import { dismissNotice, endOtherDevices, getNotices, takeBackChange } from '@rollcall/account';
import type { AnswerOf, getNotices as row } from '@rollcall/contract';
import { useEffect, useState } from 'react';
import { type Task, useTask } from '../task/use-task.ts';
import { useAuth, useRollcall } from '../provider/provider.tsx';
import { useSession } from '../session/use-session.ts';

type Notice = AnswerOf<typeof row>[number];
type Done = 'dismissed' | 'taken-back' | 'taken-back-in-part' | number;

interface NoticesFlow {
  /** The newest first; empty until they are loaded. */
  readonly notices: readonly Notice[];
  /** The task that loads them. */
  readonly loading: Task;
  /** The task that dismisses one, takes a change back or ends sessions. */
  readonly task: Task;
  /** What is being done: a message's id, `take back` and its id, or `others`. */
  readonly doing: string | undefined;
  /** What was done last; a number: of ended sessions. */
  readonly done: Done | undefined;
  readonly dismiss: (id: string) => void;
  /** Takes the change of a message back; asks for a proof first where the last one is too old. */
  readonly takeBack: (id: string) => void;
  readonly endOthers: () => void;
}

/**
 * Loads the messages, in the page's language, once the person is signed in.
 *
 * @param onTakenBack called when a change was taken back, which ends every session; `complete`: with all ways to sign in
 */
export function useNotices(onTakenBack?: (complete: boolean) => void): NoticesFlow {
  const {
    auth,
    phrases: { language },
  } = useRollcall();
  const given = useAuth();
  const session = useSession();
  const loading = useTask();
  const task = useTask();
  const [notices, setNotices] = useState<readonly Notice[]>([]);
  const [doing, setDoing] = useState<string>();
  const [done, setDone] = useState<Done>();
  const { run } = loading;
  useEffect(() => {
    if (!auth || session !== 'in') return;
    run(async signal => setNotices(await getNotices(auth, { language }, { signal })));
  }, [auth, session, language, run]);

  const act = (what: string, work: (signal: AbortSignal) => Promise<Done>) => {
    // a second press while something is being done does nothing
    if (task.phase !== 'idle') return;
    setDoing(what);
    setDone(undefined);
    task.run(async signal => setDone(await work(signal)));
  };
  return {
    notices: session === 'out' ? [] : notices,
    loading,
    task,
    doing: task.phase === 'idle' ? undefined : doing,
    done,
    dismiss: id =>
      act(id, async signal => {
        await dismissNotice(given(), { id }, { signal });
        setNotices(now => now.filter(notice => notice.id !== id));
        return 'dismissed';
      }),
    takeBack: id =>
      act(`take back ${id}`, async signal => {
        const { complete } = await takeBackChange(given(), { id }, { signal });
        onTakenBack?.(complete);
        setNotices([]);
        return complete ? 'taken-back' : 'taken-back-in-part';
      }),
    endOthers: () =>
      act('others', async signal => (await endOtherDevices(given(), undefined, { signal })).ended),
  };
}
