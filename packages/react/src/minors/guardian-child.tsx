/** One pupil of a guardian: the consent that is asked for, or what the guardian can see and do. */
import type { Child } from '@rollcall/contract';
import { useEffect, useId, useRef } from 'react';
import { dateFormat } from '../phrases/date-format.ts';
import { gapOf, localeOf } from '../phrases/locale.ts';
import { schoolDay } from '../phrases/school-day.ts';
import { FormError } from '../problem/form-error.tsx';
import { useWords } from '../provider/use-words.ts';
import { useRollcall } from '../provider/provider.tsx';
import { useTask } from '../task/use-task.ts';
import { ConsentRequest, NewAgreements } from './guardian-consent.tsx';
import { KnownChild } from './guardian-known.tsx';
import css from './minors.module.css';
import type { GuardianFlow } from './use-guardian.ts';
import { minorsWords } from './words.ts';

export function GuardianChild({
  child,
  flow,
  main,
}: {
  readonly child: Child;
  readonly flow: GuardianFlow;
  /** Whether the page's one primary button is this pupil's. */
  readonly main: boolean;
}) {
  const task = useTask();
  const { decided } = flow;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // the pressed button is gone
    if (decided?.account_id === child.account_id) heading.current?.focus();
  }, [decided, child.account_id]);
  const { guardian: words } = useWords('minors', minorsWords);
  const { auth, phrases } = useRollcall();
  const id = useId();
  const locale = localeOf(phrases);
  const date = dateFormat(locale, { dateStyle: 'long' });
  // a birthday is a day, the same everywhere
  const day = dateFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  const consented = child.consented_at !== null;
  return (
    <section className={css.child} aria-labelledby={id}>
      <h2 ref={heading} id={id} tabIndex={-1}>
        <bdi>{child.fullname ?? child.nickname}</bdi>
      </h2>
      <p>
        {child.consented_at === null ? words.waiting : words.agreed(date.format(child.consented_at))}
        {gapOf(phrases)}
        {consented ? words.until(schoolDay(locale).format(child.child_until)) : null}
      </p>
      <dl>
        {child.pid === auth?.params.pid ? null : (
          <>
            <dt>{words.site}</dt>
            <dd>{child.pid}</dd>
          </>
        )}
        <dt>{child.birthday === null ? words.born : words.birthday}</dt>
        <dd>{child.birthday === null ? child.birth_year : day.format(child.birthday * 1000)}</dd>
        <dt>{words.since}</dt>
        <dd>{date.format(child.created_at)}</dd>
      </dl>
      {child.deletion_due_at === null ? null : <p>{words.erasing(date.format(child.deletion_due_at))}</p>}
      <FormError problem={task.problem} retry={task.retry} />
      {consented ? null : <ConsentRequest {...{ child, flow, task, main }} />}
      {child.new_agreements.length > 0 ? <NewAgreements {...{ child, flow, task, main }} /> : null}
      {child.known ? <KnownChild {...{ child, flow, task, main }} /> : null}
    </section>
  );
}
