/** A proof by the account's second factor. */
import { challengeProof, getSecondFactors, proveBySecondFactor } from '@rollcall/account';
import type { SecondFactorMethod } from '@rollcall/contract';
import { useEffect, useState } from 'react';
import { FormError } from '../problem/form-error.tsx';
import { useAuth, useRollcall } from '../provider/provider.tsx';
import { SecondFactorForm } from '../second-factor/second-factor-form.tsx';
import { useWords } from '../provider/use-words.ts';
import { useTask } from '../task/use-task.ts';
import type { ProofProps } from './proof-props.ts';
import { proofWords } from './words.ts';

export function ProofBySecondFactor({ onProved, onCancel }: ProofProps) {
  const { auth } = useRollcall();
  const given = useAuth();
  const words = useWords('proof', proofWords);
  const [methods, setMethods] = useState<SecondFactorMethod[]>();
  const { run, problem, retry } = useTask();
  useEffect(() => {
    if (!auth) return;
    run(async signal => {
      const factors = await getSecondFactors(auth, undefined, { signal });
      setMethods([
        ...(factors.totp ? (['totp'] as const) : []),
        ...(factors.passkeys.length > 0 && factors.passkeys_available ? (['passkey'] as const) : []),
        ...(factors.recovery_codes_left > 0 ? (['recovery_code'] as const) : []),
      ]);
    });
  }, [auth, run]);
  if (!methods) return <FormError problem={problem} retry={retry} />;
  return (
    <SecondFactorForm
      legend={words.secondFactorWays}
      methods={methods}
      challenge={signal => challengeProof(given(), undefined, { signal })}
      send={async (proof, signal) => {
        await proveBySecondFactor(given(), { proof }, { signal });
        onProved();
      }}
      onCancel={onCancel}
    />
  );
}
