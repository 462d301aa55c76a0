/** The second step of a sign-in, in the place of the form that gave the password. */
import type { Operator } from '@rollcall/contract/console';
import { Refused } from '../client/refused.ts';
import { useConsoleContext, useWords } from '../console-context.ts';
import { EntryLayout } from './entry-layout.tsx';
import type { Proof } from './passkey.ts';
import { ProofForm, type ProofMethod } from './proof-form.tsx';
import { secondFactorWords } from './second-factor-words.ts';

export interface SecondStep {
  readonly ticket: string;
  readonly methods: readonly ProofMethod[];
}

/** The second step that a refused sign-in asks for; undefined for any other refusal. */
export const secondStepOf = (thrown: unknown): SecondStep | undefined => {
  if (!(thrown instanceof Refused) || thrown.name !== 'SecondFactorRequired') return undefined;
  const { ticket, methods } = (thrown.data ?? {}) as Partial<SecondStep>;
  return ticket === undefined || methods === undefined ? undefined : { ticket, methods };
};

export function SecondStepForm(props: {
  readonly step: SecondStep;
  readonly onDone: (operator: Operator) => Promise<void>;
  /** Goes back to the password, because the step is over or the operator wants to. */
  readonly onBack: () => void;
}) {
  const { ticket, methods } = props.step;
  const { client } = useConsoleContext();
  const words = useWords(secondFactorWords);
  const send = async (proof: Proof, signal: AbortSignal) => {
    if (proof.method === 'password') return;
    await props.onDone(await client.call('finishOperatorSignIn', { body: { ticket, proof } }, signal));
  };
  return (
    <EntryLayout title={words.secondStep} lead={words.secondStepLead}>
      <ProofForm
        methods={methods}
        challenge={signal => client.call('challengeOperatorSignIn', { body: { ticket } }, signal)}
        send={send}
        onCancel={props.onBack}
        label={words.continue}
        cancel={words.back}
      />
    </EntryLayout>
  );
}
