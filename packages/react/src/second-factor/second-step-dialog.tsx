/** The second step of a sign-in: spends the ticket of the refused sign-in, and stores the tokens. */
import { AuthError, challengeSecondStep, finishSignIn } from '@rollcall/account';
import type { SecondFactorMethod } from '@rollcall/contract';
import { Dialog } from '@rollcall/ui';
import panelCss from '../forms/panel.module.css';
import { SupportLink } from '../problem/support-link.tsx';
import css from '../proof/proof.module.css';
import { useAuth } from '../provider/provider.tsx';
import { useWords } from '../provider/use-words.ts';
import type { Entered } from '../session/entered.ts';
import { SecondFactorForm } from './second-factor-form.tsx';
import { type SetUpMethod, SetUpStep } from './set-up-step.tsx';
import { secondFactorWords } from './words.ts';

interface Step {
  readonly ticket: string;
  readonly methods: readonly SecondFactorMethod[];
  /** The account has none, and one is set up first. */
  readonly setup: boolean;
  /** What can be set up from this page. */
  readonly set_up_with: readonly SetUpMethod[];
}

/** What the refusal of the sign-in carries. */
const stepOf = (refused: unknown): Step => {
  const { data } = ((refused instanceof AuthError ? refused.body : undefined) ?? {}) as {
    data?: Partial<Step>;
  };
  const { ticket = '', methods = [], setup = false, set_up_with = ['totp', 'passkey'] } = data ?? {};
  return { ticket, methods, setup, set_up_with };
};

/** Open for as long as it is rendered. */
export function SecondStepDialog(props: {
  readonly refused: unknown;
  /** Called once, when the tokens are stored. */
  readonly onProved: (entered: Entered) => void;
  readonly onCancel: () => void;
}) {
  const { ticket, methods, setup, set_up_with: setUpWith } = stepOf(props.refused);
  const words = useWords('secondFactor', secondFactorWords);
  const auth = useAuth();
  if (setup)
    return (
      <SetUpStep ticket={ticket} methods={setUpWith} onProved={props.onProved} onCancel={props.onCancel} />
    );
  return (
    <Dialog title={words.step} onClose={props.onCancel} classes={css}>
      <p>{words.stepLead}</p>
      <SecondFactorForm
        methods={methods}
        challenge={signal => challengeSecondStep(auth(), { ticket }, { signal })}
        send={async (proof, signal) => {
          props.onProved((await finishSignIn(auth(), { ticket, proof }, { signal })).auth);
        }}
        onCancel={props.onCancel}
      />
      <p className={panelCss.note}>
        {words.lost} <SupportLink />
      </p>
    </Dialog>
  );
}
