/** What a person is asked about their age, and how far the guardian's consent is. Draws nothing. */
import { AuthError, askGuardian, getAge, setAge, withdrawSignUp } from '@rollcall/account';
import type { AgeState } from '@rollcall/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { phoneNumber } from '../forms/rules.ts';
import { type Form, useForm } from '../forms/use-form.ts';
import { useAuth, useRollcall } from '../provider/provider.tsx';
import { type Task, useTask } from '../task/use-task.ts';

/** Milliseconds between two looks whether the guardian has consented. */
const LOOK_EVERY = 5_000;

export interface AgeFlow {
  /** Undefined until it is loaded. */
  readonly age: AgeState | undefined;
  /** The task that loads it. */
  readonly loading: Task;
  readonly saving: Task;
  /** Whether another year was said before: by an account of the same number or address that was deleted since. */
  readonly saidBefore: boolean;
  readonly sayYear: (year: number) => void;
  /** Sends a link to the guardian's number. */
  readonly ask: Form<'phone_number'>;
  /** The task of `askAgain`. */
  readonly asking: Task;
  /** Sends a link to the guardian who withdrew the consent. */
  readonly askAgain: () => void;
  /** Why the last number was not taken: it is the person's own, or can't be named now. */
  readonly notTaken: 'own' | 'notNow' | undefined;
  readonly withdrawing: Task;
  readonly withdraw: () => void;
  readonly withdrawn: boolean;
}

/** Whether nothing is asked any more. */
export const isSettled = (age: AgeState): boolean => !age.asks && (!age.guardian || age.guardian.consented);

/**
 * Holds the state of `AgeQuestions`; draws nothing.
 *
 * @param onDone called once, when nothing is asked any more
 * @example const { age, sayYear } = useAge(onDone);
 * @see `docs/minors.md`
 */
export function useAge(onDone: () => void): AgeFlow {
  const { auth } = useRollcall();
  const given = useAuth();
  const [age, setAgeState] = useState<AgeState>();
  const [notTaken, setNotTaken] = useState<'own' | 'notNow'>();
  const [withdrawn, setWithdrawn] = useState(false);
  const loading = useTask();
  const saving = useTask();
  const withdrawing = useTask();
  const reported = useRef(false);
  const take = useCallback(
    (next: AgeState) => {
      setAgeState(next);
      if (reported.current || !isSettled(next)) return;
      reported.current = true;
      onDone();
    },
    [onDone],
  );
  const { run } = loading;
  useEffect(() => {
    if (!auth) return;
    run(async signal => take(await getAge(auth, undefined, { signal })));
  }, [auth, run, take]);
  const waits = !withdrawn && age?.guardian?.consented === false && age.guardian.code !== null;
  useEffect(() => {
    if (!auth || !waits) return;
    const controller = new AbortController();
    const { signal } = controller;
    // a failed look is made up for by the next one
    const look = () => void getAge(auth, undefined, { signal }).then(take, () => {});
    const timer = setInterval(look, LOOK_EVERY);
    return () => {
      clearInterval(timer);
      controller.abort();
    };
  }, [auth, waits, take]);

  const [saidBefore, setSaidBefore] = useState(false);
  const ask = useForm({
    rules: { phone_number: phoneNumber },
    submit: async ({ phone_number }, signal) => {
      setNotTaken(undefined);
      try {
        take(await askGuardian(given(), { phone_number }, { signal }));
      } catch (thrown) {
        if (!(thrown instanceof AuthError) || thrown.name !== 'IllegalOperation') throw thrown;
        const { data } = (thrown.body ?? {}) as { data?: { field?: string } };
        setNotTaken(data?.field === 'phone_number' ? 'own' : 'notNow');
        // the guardian may have consented meanwhile
        take(await getAge(given(), undefined, { signal }));
      }
    },
  });
  const asking = useTask();
  return {
    asking,
    askAgain: () =>
      asking.run(async signal => {
        try {
          take(await askGuardian(given(), {}, { signal }));
        } catch (thrown) {
          // the guardian may have consented meanwhile, or deletes the account
          take(await getAge(given(), undefined, { signal }));
          throw thrown;
        }
      }),
    age,
    loading,
    saving,
    sayYear: year =>
      saving.run(async signal => {
        setSaidBefore(false);
        try {
          take(await setAge(given(), { birth_year: year }, { signal }));
        } catch (thrown) {
          if (!(thrown instanceof AuthError) || thrown.server_code !== 'RC_286') throw thrown;
          setSaidBefore(true);
          // it was said in another tab meanwhile, or with an account that was deleted since
          take(await getAge(given(), undefined, { signal }));
        }
      }),
    saidBefore,
    ask,
    notTaken,
    withdrawing,
    withdraw: () =>
      withdrawing.run(async signal => {
        await withdrawSignUp(given(), undefined, { signal });
        setWithdrawn(true);
      }),
    withdrawn,
  };
}
