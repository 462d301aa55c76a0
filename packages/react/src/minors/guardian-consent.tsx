/** The consent that a guardian is asked for: the first, and that to agreements that came into force since. */
import type { Agreement } from '@rollcall/contract';
import { TaskButton } from '@rollcall/ui';
import { type ReactNode, useId, useState } from 'react';
import { AgreementTick } from '../agreements/agreement-tick.tsx';
import { useAccepted } from '../agreements/use-agreements.ts';
import { useWords } from '../provider/use-words.ts';
import buttonsCss from '../task/buttons.module.css';
import { type ChildProps, Sure } from './guardian-sure.tsx';
import css from './minors.module.css';
import { minorsWords } from './words.ts';

const noTask = { phase: 'idle', problem: undefined, retry: () => {} } as const;

export function ConsentRequest(props: ChildProps) {
  const { child } = props;
  const { guardian: words } = useWords('minors', minorsWords);
  return (
    <>
      <div>
        <h3>{words.notice}</h3>
        <ul className={css.notice}>
          {words.noticeText.map(line => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
      <Consent {...props} agreements={child.agreements} label={words.consent}>
        {child.known ? null : (
          <Sure {...props} decision="refuse" label={words.refuse} sure={words.refuseSure} />
        )}
      </Consent>
    </>
  );
}

/** Versions that came into force since the consent. */
export function NewAgreements(props: ChildProps) {
  const { guardian: words } = useWords('minors', minorsWords);
  const id = useId();
  return (
    <section aria-labelledby={id} className={css.asked}>
      <h3 id={id}>{words.newTitle}</h3>
      <p>{words.newLead}</p>
      <Consent {...props} agreements={props.child.new_agreements} label={words.newConsent} />
    </section>
  );
}

/** @param props.agreements those that are shown; the consent names every one in force */
function Consent(
  props: ChildProps & { agreements: readonly Agreement[]; label: string; children?: ReactNode },
) {
  const { child, flow, task, agreements: list, label, children } = props;
  const { guardian: words } = useWords('minors', minorsWords);
  const [accepted, accept] = useState(false);
  const ids = child.agreements.map(({ id }) => id);
  const { agreements, problem, submit } = useAccepted(
    { list, task: { ...task, ...noTask }, accepted, accept, reload: noTask.retry },
    () => task.run(signal => flow.decide(child, 'consent', signal, { agreements: ids })),
  );
  return (
    <>
      <AgreementTick id={useId()} agreements={agreements} problem={problem} />
      <div className={css.acts}>
        <TaskButton
          className={props.main ? buttonsCss.primary : buttonsCss.secondary}
          phase={task.phase}
          label={label}
          busy={words.consenting}
          onClick={submit}
        />
        {children}
      </div>
    </>
  );
}
