/** A proof by the password. */
import { proveByPassword } from '@rollcall/account';
import { FormPanel } from '../forms/form-panel.tsx';
import { presentPassword } from '../forms/panel-fields.tsx';
import { useAuth } from '../provider/provider.tsx';
import { useWords } from '../provider/use-words.ts';
import type { ProofProps } from './proof-props.ts';
import { proofWords } from './words.ts';

/** The person is signed in: only the password can be wrong. */
const PROBLEM_NAMES = { WrongCredentials: 'WrongPassword' } as const;

export function ProofByPassword({ onProved, onCancel }: ProofProps) {
  const words = useWords('proof', proofWords);
  const auth = useAuth();
  return (
    <FormPanel
      label={words.submit}
      busy={words.confirming}
      fields={[presentPassword('password', words.password)]}
      problemNames={PROBLEM_NAMES}
      submit={async (values, signal) => {
        await proveByPassword(auth(), values, { signal });
        onProved();
      }}
      onCancel={onCancel}
    />
  );
}
