/** The second step of a sign-in by code where the number has no account: its person agrees, and is enrolled. Loaded late. */
import { AuthError, enrolByPhone } from '@rollcall/account';
import { phoneNumberFrom } from '@rollcall/contract';
import { Dialog } from '@rollcall/ui';
import { useId } from 'react';
import { AgreementTick } from '../agreements/agreement-tick.tsx';
import {
  agreementChecks,
  agreementIds,
  type AgreementPlace,
  agreementsIn,
  orReload,
} from '../agreements/form-agreements.ts';
import { useAgreements } from '../agreements/use-agreements.ts';
import { maskAddress } from '../fields/mask-address.ts';
import { PasswordInput } from '../fields/password-input.tsx';
import { readIdentifier } from '../forms/draft.ts';
import { FlowForm } from '../forms/flow-form.tsx';
import { newPassword } from '../forms/rules.ts';
import { useForm } from '../forms/use-form.ts';
import css from '../proof/proof.module.css';
import { useAuth } from '../provider/provider.tsx';
import type { DialogProps } from '../provider/use-dialog.tsx';
import { useWords } from '../provider/use-words.ts';
import type { Entered } from '../session/entered.ts';
import { problemOf } from '../problem/problem.ts';
import buttonsCss from '../task/buttons.module.css';
import { enrolWords } from './enrol-words.ts';

const RULES = {
  password: {
    ...newPassword,
    check: (value: string) => (value === '' ? undefined : newPassword.check?.(value, {})),
  },
};

/** What the refusal of the sign-in carries. */
const ticketOf = (refused: unknown): string => {
  const { data } = ((refused instanceof AuthError ? refused.body : undefined) ?? {}) as {
    data?: { ticket?: string };
  };
  return data?.ticket ?? '';
};

/** Open for as long as it is rendered. The password may be left out. */
export function EnrolDialog({ refused, onProved, onCancel, onFailed }: DialogProps<Entered>) {
  const auth = useAuth();
  const words = useWords('enrol', enrolWords);
  const agreements = useAgreements('in-force');
  const id = useId();
  const phone = phoneNumberFrom(readIdentifier() ?? '');
  const form = useForm<'password', AgreementPlace>({
    rules: RULES,
    checks: agreementChecks(agreements),
    submit: async ({ password }, signal) => {
      const agreed = { ticket: ticketOf(refused), agreement_ids: agreementIds(agreements) };
      const fields = password === '' ? agreed : { ...agreed, password };
      try {
        onProved((await orReload(agreements, enrolByPhone(auth(), fields, { signal }))).auth);
      } catch (thrown) {
        if (problemOf(thrown).name !== 'SecondFactorRequired') throw thrown;
        // one dialog is open at a time: the sign-in opens the next one
        onFailed(thrown as Error);
      }
    },
  });
  return (
    <Dialog title={words.title} busy={form.task.phase !== 'idle'} onClose={onCancel} classes={css}>
      {/* read first, whenever the agreements come */}
      <p data-first="" tabIndex={-1}>
        {words.lead(maskAddress(phone))}
      </p>
      <FlowForm
        form={form}
        label={words.title}
        submitLabel={words.submit}
        busyLabel={words.submitting}
        aside={
          <button type="button" className={buttonsCss.link} onClick={onCancel}>
            {words.back}
          </button>
        }
      >
        <AgreementTick
          id={`${id}agreements`}
          agreements={agreementsIn(form, agreements)}
          {...form.controlProps('agreement_ids')}
        />
        <PasswordInput
          id={`${id}password`}
          use="new"
          {...form.inputProps('password')}
          value={form.fields.values.password}
          about={[phone]}
        />
      </FlowForm>
    </Dialog>
  );
}
