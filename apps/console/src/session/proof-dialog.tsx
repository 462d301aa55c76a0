/** Asks the operator for a fresh proof when a call needs one. What is typed in the view stays, and the call is repeated. */
import type { AnswerOf, ConsoleCalls } from '../client/calls.ts';
import { Refused } from '../client/refused.ts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useCommonWords, useConsoleContext, useWords } from '../console-context.ts';
import { Dialog } from '../parts/dialog.tsx';
import { ErrorMessage } from '../parts/error-message.tsx';
import { useTask } from '../parts/task.ts';
import { ProofForm } from './proof-form.tsx';
import { secondFactorWords } from './second-factor-words.ts';

/** One request for a proof, which all calls that wait for it share. */
export interface ProofRequests {
  /** Opens the dialog. Resolves when the operator has proved who they are; rejects with `Refused` ProofRequired otherwise. */
  ask(): Promise<void>;
  subscribe(onChange: () => void): () => void;
  /** Whether the dialog is open. */
  isOpen(): boolean;
  /** Closes the dialog. */
  end(proved: boolean): void;
}

export const createProofRequests = (): ProofRequests => {
  let open: { promise: Promise<void>; end: (proved: boolean) => void } | undefined;
  let listener = () => {};
  return {
    ask: () => {
      if (open) return open.promise;
      let end: (proved: boolean) => void = () => {};
      const promise = new Promise<void>((resolve, reject) => {
        end = proved => {
          if (proved) resolve();
          else reject(new Refused('ProofRequired', { status: 403 }));
        };
      });
      open = { promise, end };
      listener();
      return promise;
    },
    subscribe: onChange => {
      listener = onChange;
      return () => {
        listener = () => {};
      };
    },
    isOpen: () => open !== undefined,
    end: proved => {
      const ended = open;
      open = undefined;
      listener();
      ended?.end(proved);
    },
  };
};

type Challenge = AnswerOf<ConsoleCalls['challengeOperator']>;

function ProofDialog({ requests }: { requests: ProofRequests }) {
  const { client } = useConsoleContext();
  const words = useWords(secondFactorWords);
  const common = useCommonWords();
  const loading = useTask();
  const [challenge, setChallenge] = useState<Challenge>();
  const { run } = loading;
  useEffect(() => {
    run(async signal => setChallenge(await client.call('challengeOperator', {}, signal)));
  }, [client, run]);
  const close = () => requests.end(false);
  return (
    <Dialog title={words.prove} onClose={close}>
      <p>{words.proveLead}</p>
      {challenge ? (
        <ProofForm
          methods={challenge.methods}
          challenge={async signal => {
            // A challenge is answered once; the one that came first may be used already.
            const { passkey } = await client.call('challengeOperator', {}, signal);
            if (!passkey) throw new Refused('PasskeyFailed');
            return passkey;
          }}
          send={async (proof, signal) => {
            await client.call('proveOperator', { body: { proof } }, signal);
            requests.end(true);
          }}
          onCancel={close}
          label={words.continue}
          cancel={common.cancel}
        />
      ) : (
        <>
          {loading.phase === 'idle' ? null : <p>{common.loading}</p>}
          <ErrorMessage problem={loading.problem} onRetry={loading.retry} />
        </>
      )}
    </Dialog>
  );
}

/** Renders the dialog while a proof is required. */
export function ProofDialogs({ requests }: { requests: ProofRequests }) {
  const open = useSyncExternalStore(requests.subscribe, requests.isOpen, () => false);
  return open ? <ProofDialog requests={requests} /> : null;
}
