/** Asks a signed-in person to accept what is new; draws nothing where there is nothing. */
import { useId } from 'react';
import fieldsCss from '../fields/fields.module.css';
import { FormError } from '../problem/form-error.tsx';
import { SlowNotice } from '../task/slow-notice.tsx';
import { useRollcall } from '../provider/provider.tsx';
import { AgreementTick } from './agreement-tick.tsx';
import css from './agreements.module.css';
import { useAgreementGate } from './use-agreements.ts';

const focus = (said: HTMLElement | null): void => said?.focus();

export function AgreementGate() {
  const { phrases } = useRollcall();
  const { agreements, task, signed, sign } = useAgreementGate();
  const id = useId();
  if (signed)
    return (
      // the button that was pressed is gone: its answer takes the focus over
      <p ref={focus} tabIndex={-1} aria-live="polite" className={css.signed}>
        {phrases.agreements.signed}
      </p>
    );
  if (!agreements.list?.length) return null;
  return (
    <section className={css.gate} aria-label={phrases.agreements.news}>
      <p>{phrases.agreements.news}</p>
      <AgreementTick id={id} agreements={agreements} />
      <FormError problem={task.problem} retry={task.retry} />
      <button
        type="button"
        className={fieldsCss.secondary}
        disabled={!agreements.accepted}
        aria-disabled={task.phase !== 'idle' || undefined}
        data-working={task.phase !== 'idle' ? '' : undefined}
        onClick={sign}
      >
        {phrases.agreements.sign}
      </button>
      <SlowNotice phase={task.phase} />
    </section>
  );
}
