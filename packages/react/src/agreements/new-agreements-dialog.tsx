/** Asks a person who has just signed in to accept the agreements that are new to them. Loaded late. */
import { AuthError, signAgreements } from '@rollcall/account';
import type { Agreement } from '@rollcall/contract';
import { Dialog } from '@rollcall/ui';
import { useEffect, useId, useState } from 'react';
import { FlowForm } from '../forms/flow-form.tsx';
import { useForm } from '../forms/use-form.ts';
import { FormError } from '../problem/form-error.tsx';
import css from '../proof/proof.module.css';
import { useAuth } from '../provider/provider.tsx';
import type { DialogProps } from '../provider/use-dialog.tsx';
import { useWords } from '../provider/use-words.ts';
import type { Entered } from '../session/entered.ts';
import { useSignOut } from '../session/use-sign-out.ts';
import buttonsCss from '../task/buttons.module.css';
import { useTask } from '../task/use-task.ts';
import { AgreementTick } from './agreement-tick.tsx';
import { agreementChecks, agreementIds, type AgreementPlace, agreementsIn } from './form-agreements.ts';
import { gateWords } from './gate-words.ts';

/** @param props.refused the agreements; declining them signs out */
export function NewAgreementsDialog({ refused, onProved, onFailed }: DialogProps<Entered>) {
  const auth = useAuth();
  const words = useWords('gate', gateWords);
  const task = useTask();
  const leaving = useSignOut();
  const [accepted, accept] = useState(false);
  const id = useId();
  const agreements = { list: refused as readonly Agreement[], task, accepted, accept, reload: () => {} };
  const form = useForm<never, AgreementPlace>({
    rules: {},
    checks: agreementChecks(agreements),
    submit: async (_, signal) => {
      await signAgreements(auth(), { agreement_ids: agreementIds(agreements) }, { signal });
      onProved({ created: false });
    },
  });
  const { done, signOut } = leaving;
  useEffect(() => {
    if (done) onFailed(new AuthError('EmptyAgreementIds', 'The agreements were declined.'));
  }, [done, onFailed]);
  const busy = [form.task, leaving.task].some(({ phase }) => phase !== 'idle');
  return (
    <Dialog title={words.title} busy={busy} onClose={signOut} classes={css}>
      <p data-first="" tabIndex={-1}>
        {words.news}
      </p>
      <FlowForm
        form={form}
        label={words.title}
        submitLabel={words.agree}
        busyLabel={words.agreeing}
        aside={
          <button
            type="button"
            className={buttonsCss.link}
            aria-disabled={busy || undefined}
            onClick={() => {
              if (!busy) signOut();
            }}
          >
            {words.decline}
          </button>
        }
      >
        <AgreementTick
          id={`${id}agreements`}
          agreements={agreementsIn(form, agreements)}
          {...form.controlProps('agreement_ids')}
        />
      </FlowForm>
      <FormError problem={leaving.task.problem} retry={leaving.task.retry} />
    </Dialog>
  );
}
