/** Loads the account's second factors, and changes them. Draws nothing. */
import {
  addPasskey,
  addTotp,
  setTwoStepVerification,
  getSecondFactors,
  removePasskey,
  removeTotp,
  renewRecoveryCodes,
  startPasskey,
  startTotp,
} from '@rollcall/account';
import type { AnswerOf, SecondFactors, startTotp as totpRow } from '@rollcall/contract';
import { useCallback, useEffect, useState } from 'react';
import { useAuth, useRollcall } from '../provider/provider.tsx';
import { useSession } from '../session/use-session.ts';
import { type Task, useTask } from '../task/use-task.ts';

export type TotpSetup = AnswerOf<typeof totpRow>;

export interface SecondFactorsFlow {
  /** Undefined until they are loaded. */
  readonly factors: SecondFactors | undefined;
  readonly loading: Task;
  /** Recovery codes that were made just now; they are not shown again. */
  readonly codes: readonly string[] | undefined;
  /** Puts the recovery codes away. */
  readonly saved: () => void;
  readonly startApp: (signal: AbortSignal) => Promise<TotpSetup>;
  readonly addApp: (setup: TotpSetup, code: string, signal: AbortSignal) => Promise<void>;
  /** @throws PasskeyCancelled */
  readonly addPasskey: (name: string, signal: AbortSignal) => Promise<void>;
  /** @param id of a passkey; null: the app */
  readonly remove: (id: string | null, signal: AbortSignal) => Promise<void>;
  readonly renew: (signal: AbortSignal) => Promise<void>;
  /** Turns two-step verification on or off. */
  readonly setTwoStepVerification: (enabled: boolean, signal: AbortSignal) => Promise<void>;
}

export function useSecondFactors(): SecondFactorsFlow {
  const { auth } = useRollcall();
  const given = useAuth();
  const session = useSession();
  const loading = useTask();
  const [factors, setFactors] = useState<SecondFactors>();
  const [codes, setCodes] = useState<readonly string[]>();
  const { run } = loading;
  const load = useCallback(
    () =>
      run(async signal => {
        if (auth) setFactors(await getSecondFactors(auth, undefined, { signal }));
      }),
    [auth, run],
  );
  useEffect(() => {
    if (session === 'in') load();
  }, [session, load]);
  const changed = (made: readonly string[] | null) => {
    if (made) setCodes(made);
    load();
  };
  return {
    factors,
    loading,
    codes,
    saved: () => setCodes(undefined),
    startApp: signal => startTotp(given(), undefined, { signal }),
    addApp: async ({ ticket }, code, signal) =>
      changed((await addTotp(given(), { ticket, code }, { signal })).recovery_codes),
    addPasskey: async (name, signal) => {
      const challenge = await startPasskey(given(), undefined, { signal });
      const { makePasskey } = await import('./passkey.ts');
      changed((await addPasskey(given(), await makePasskey(challenge, name), { signal })).recovery_codes);
    },
    remove: async (id, signal) => {
      if (id === null) await removeTotp(given(), undefined, { signal });
      else await removePasskey(given(), { id }, { signal });
      changed(null);
    },
    setTwoStepVerification: async (enabled, signal) =>
      changed((await setTwoStepVerification(given(), { enabled }, { signal })).recovery_codes),
    renew: async signal => changed((await renewRecoveryCodes(given(), undefined, { signal })).recovery_codes),
  };
}
