/** The agreements that a person is asked to accept. Draws nothing. */
import { getAgreements, getUnsignedAgreements, signAgreements } from '@rollcall/account';
import type { Agreement } from '@rollcall/contract';
import { useEffect, useState } from 'react';
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
}

/**
 * Loads agreements; none is accepted beforehand.
 *
 * @param which `in-force`: the ones in force; `unsigned`: those that the signed-in person has not accepted
 */
export function useAgreements(which: 'in-force' | 'unsigned'): Agreements {
  const { auth } = useRollcall();
  const task = useTask();
  const [list, setList] = useState<readonly Agreement[]>();
  const [accepted, accept] = useState(false);
  const { run } = task;
  useEffect(() => {
    if (!auth) return;
    run(async signal => {
      setList(
        await (which === 'unsigned' ? getUnsignedAgreements : getAgreements)(auth, undefined, { signal }),
      );
    });
  }, [auth, which, run]);
  return { list, task, accepted, accept };
}

/** The state of `AgreementGate`. `sign` does nothing until the agreements are accepted. */
export function useAgreementGate(): {
  agreements: Agreements;
  task: Task;
  signed: boolean;
  sign: () => void;
} {
  const auth = useAuth();
  const agreements = useAgreements('unsigned');
  const task = useTask();
  const [signed, setSigned] = useState(false);
  const ids = (agreements.list ?? []).map(agreement => agreement.id);
  const sign = () => {
    if (!agreements.accepted || ids.length === 0) return;
    task.run(async signal => {
      await signAgreements(auth(), { agreement_ids: ids }, { signal });
      setSigned(true);
    });
  };
  return { agreements, task, signed, sign };
}
