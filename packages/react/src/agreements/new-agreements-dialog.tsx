/** Asks a signed-in person to accept the agreements that are new to them. Loaded late. */
import { AuthError, signAgreements } from '@rollcall/account';
import type { Agreement } from '@rollcall/contract';
import { Dialog } from '@rollcall/ui';
import { useEffect } from 'react';
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
import { AgreementLinks } from './agreement-links.tsx';
import { gateWords } from './gate-words.ts';

/** What is asked for, after a sentence about what the person has just done; undefined: none. */
export interface NewAgreements {
  readonly agreements: readonly Agreement[];
  readonly notice?: string | undefined;
}

/** @param props.refused what is asked for; declining signs out */
export function NewAgreementsDialog({ refused, onProved, onFailed }: DialogProps<Entered>) {
  const { agreements, notice } = refused as NewAgreements;
  const auth = useAuth();
  const words = useWords('gate', gateWords);
  const leaving = useSignOut();
  const form = useForm<never>({
    rules: {},
    submit: async (_, signal) => {
      await signAgreements(auth(), { agreement_ids: agreements.map(({ id }) => id) }, { signal });
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
      <div data-first="" tabIndex={-1} className={css.lead}>
        {notice ? <p>{notice}</p> : null}
        <AgreementLinks list={agreements}>
          <span>{words.read}</span>
        </AgreementLinks>
      </div>
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
        {null}
      </FlowForm>
      <FormError problem={leaving.task.problem} retry={leaving.task.retry} />
    </Dialog>
  );
}
