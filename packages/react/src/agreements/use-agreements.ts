/** The agreements that a person is asked to accept. Draws nothing. */
import { type Auth, getAgreements, getUnsignedAgreements, signAgreements } from '@rollcall/account';
import { type Agreement, baseHost } from '@rollcall/contract';
import type { Language } from '@rollcall/ui';
import { useEffect, useState } from 'react';
import type { Problem } from '../problem/problem.ts';
import { type Task, useTask } from '../task/use-task.ts';
import { useAuth, useRollcall } from '../provider/provider.tsx';

/** The `agreement_ids` of a sign-up where the site has no agreement (specification, section 9). */
export const NONE_NAMED = [-1];

export interface Agreements {
  /** Undefined until they are loaded. */
  readonly list: readonly Agreement[] | undefined;
  readonly task: Task;
  readonly accepted: boolean;
  readonly accept: (accepted: boolean) => void;
  /**
   * Does what the person pressed for, after they accepted in a dialog: the tick asks so where it is the only thing that is missing.
   * Absent: the tick says what is missing.
   */
  readonly goOn?: () => void;
  /** Loads them again, to be accepted again. */
  readonly reload: () => void;
}

/** The agreements, with URLs that lead to the server from a page of another host too. */
export const loadAgreements = async (
  auth: Auth,
  which: 'in-force' | 'unsigned',
  language: Language,
  signal?: AbortSignal,
): Promise<readonly Agreement[]> => {
  const load = which === 'unsigned' ? getUnsignedAgreements : getAgreements;
  const list = await load(auth, { language }, { signal });
  const host = baseHost(auth.params);
  return list.map(one => ({ ...one, url: host + one.url }));
};

/**
 * Loads agreements in the language of the phrases; none is accepted beforehand. Their URLs lead to the server, also from a
 * page of another host.
 *
 * @param which `in-force`: the ones in force; `unsigned`: those that the signed-in person has not accepted
 * @example const agreements = useAgreements('in-force');
 * @see `docs/react.md`
 */
export function useAgreements(which: 'in-force' | 'unsigned'): Agreements {
  const { auth, phrases } = useRollcall();
  const { language } = phrases;
  const task = useTask();
  const [loaded, setLoaded] = useState<{ auth: Auth; language: Language; list: readonly Agreement[] }>();
  const [ticked, tick] = useState<string>();
  const { run, phase, problem } = task;
  // a language that changed while the list was loaded too; after a failure the person decides
  const wanted = phase === 'idle' && !problem && (loaded?.language !== language || loaded.auth !== auth);
  useEffect(() => {
    if (!auth || !wanted) return;
    run(async signal =>
      setLoaded({ auth, language, list: await loadAgreements(auth, which, language, signal) }),
    );
  }, [auth, which, language, run, wanted]);
  const list = loaded?.list;
  // a tick is for these versions: others that come with another language are not accepted by it
  const versions = list?.map(({ id }) => id).join();
  return {
    list,
    task,
    accepted: ticked !== undefined && ticked === versions,
    accept: accepted => tick(accepted ? versions : undefined),
    reload: () => setLoaded(undefined),
  };
}

/**
 * The state of `AgreementGate`. `sign` tells by `problem` where the agreements are not accepted yet.
 * @example const { agreements, signed, sign } = useAgreementGate();
 * @see `docs/react.md`
 */
export function useAgreementGate(): {
  agreements: Agreements;
  task: Task;
  signed: boolean;
  sign: () => void;
  problem: Problem | undefined;
} {
  const auth = useAuth();
  const loaded = useAgreements('unsigned');
  const task = useTask();
  const [signed, setSigned] = useState(false);
  const ids = (loaded.list ?? []).map(agreement => agreement.id);
  const send = () => {
    if (ids.length === 0) return;
    task.run(async signal => {
      await signAgreements(auth(), { agreement_ids: ids }, { signal });
      setSigned(true);
    });
  };
  const { agreements, problem, submit } = useAccepted(loaded, send);
  return { agreements, task, signed, sign: submit, problem };
}

/**
 * Agreements that a button outside of a form sends.
 * @param send sends them, once they are accepted
 */
export function useAccepted(
  loaded: Agreements,
  send: () => void,
): { agreements: Agreements; problem: Problem | undefined; submit: () => void } {
  const [problem, setProblem] = useState<Problem>();
  return {
    agreements: {
      ...loaded,
      accept: accepted => {
        loaded.accept(accepted);
        setProblem(undefined);
      },
      goOn: send,
    },
    problem,
    submit: () => {
      if (loaded.accepted || loaded.list?.length === 0) send();
      else if (loaded.list) setProblem({ name: 'AgreementsUnsigned', only: true });
    },
  };
}
