/** Asks a signed-in person to accept new agreements; draws nothing where there are none. */
import { TaskButton } from '@rollcall/ui';
import { useId } from 'react';
import buttonsCss from '../task/buttons.module.css';
import { FormError } from '../problem/form-error.tsx';
import { SlowNotice } from '../task/slow-notice.tsx';
import { useWords } from '../provider/use-words.ts';
import { gateWords } from './gate-words.ts';
import { AgreementTick } from './agreement-tick.tsx';
import css from './agreements.module.css';
import { useAgreementGate } from './use-agreements.ts';

const focus = (element: HTMLElement | null): void => element?.focus();

/**
 * Asks the signed-in person to accept new versions of the agreements.
 * @example <AgreementGate />
 * @see `docs/react.md`
 */
export function AgreementGate() {
  const words = useWords('gate', gateWords);
  const { agreements, task, signed, sign, problem } = useAgreementGate();
  const id = useId();
  if (signed)
    return (
      // the button that had the focus is gone
      <p ref={focus} tabIndex={-1} aria-live="polite" className={css.signed}>
        {words.signed}
      </p>
    );
  if (!agreements.list?.length) return null;
  return (
    <section className={css.gate} aria-label={words.news}>
      <p>{words.news}</p>
      <AgreementTick id={id} agreements={agreements} problem={problem} />
      <FormError problem={task.problem} retry={task.retry} />
      <TaskButton
        className={buttonsCss.secondary}
        phase={task.phase}
        label={words.sign}
        busy={words.sign}
        onClick={sign}
      />
      <SlowNotice phase={task.phase} />
    </section>
  );
}
