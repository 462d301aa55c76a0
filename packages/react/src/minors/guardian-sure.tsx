/** A guardian's decision that says what it does, and is made on a second press. */
import type { Child } from '@rollcall/contract';
import { TaskButton } from '@rollcall/ui';
import { useState } from 'react';
import { useWords } from '../provider/use-words.ts';
import buttonsCss from '../task/buttons.module.css';
import type { Task } from '../task/use-task.ts';
import css from './minors.module.css';
import type { Decision, GuardianFlow } from './use-guardian.ts';
import { minorsWords } from './words.ts';

export interface ChildProps {
  readonly child: Child;
  readonly flow: GuardianFlow;
  /** The task of this pupil's decisions. */
  readonly task: Task;
  /** Whether the page's one primary button is this pupil's. */
  readonly main: boolean;
}

/** What had the focus is gone. */
const focused = (shown: HTMLElement | null): void => shown?.focus();

export function Sure(
  props: ChildProps & { decision: Decision; label: string; sure: string; danger?: boolean },
) {
  const { child, flow, task, decision, label, sure, danger } = props;
  const { guardian: words } = useWords('minors', minorsWords);
  const [requested, setRequested] = useState(false);
  if (!requested)
    return (
      <button
        type="button"
        className={danger ? buttonsCss.danger : buttonsCss.link}
        onClick={() => setRequested(true)}
      >
        {label}
      </button>
    );
  return (
    <section aria-label={label} className={css.sure}>
      <p ref={focused} tabIndex={-1}>
        {sure}
      </p>
      <button type="button" className={buttonsCss.secondary} onClick={() => setRequested(false)}>
        {words.no}
      </button>
      <TaskButton
        className={buttonsCss.danger}
        phase={task.phase}
        label={words.yes}
        busy={words.working}
        onClick={() => task.run(signal => flow.decide(child, decision, signal))}
      />
    </section>
  );
}
