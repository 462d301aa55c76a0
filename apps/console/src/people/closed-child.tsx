/** Asks an operator why they look at a person under 14, and opens the person to them. */
import { CHILD_OPEN_MINUTES } from '@rollcall/contract/console';
import { type FormEvent, useState } from 'react';
import { Refused } from '../client/refused.ts';
import { useWords } from '../console-context.ts';
import { useMutate } from '../mutate.ts';
import { SubmitButton } from '../parts/buttons.tsx';
import { ErrorMessage } from '../parts/error-message.tsx';
import { TextArea, textIn } from '../parts/text-field.tsx';
import formCss from '../parts/form.module.css';
import { PageHeader } from '../parts/page.tsx';
import { useTask } from '../parts/task.ts';
import { childrenWords } from './children-words.ts';

/** A person who is under 14 and was not opened yet. */
export interface Closed {
  readonly closed: string;
}

/** For a route's loader: the answer of a call, or that a reason is required first. */
export const orClosed = <T,>(answer: Promise<T>): Promise<T | Closed> =>
  answer.catch((thrown: unknown) => {
    const id = thrown instanceof Refused && thrown.name === 'ReasonRequired' ? idOf(thrown.data) : undefined;
    if (id === undefined) throw thrown;
    return { closed: id };
  });

const idOf = (data: unknown): string | undefined =>
  typeof data === 'object' && data !== null && 'id' in data && typeof data.id === 'string'
    ? data.id
    : undefined;

export const isClosed = (answer: object): answer is Closed => 'closed' in answer;

export function ClosedChild({ id }: { id: string }) {
  const words = useWords(childrenWords);
  const mutate = useMutate();
  const task = useTask();
  const [missing, setMissing] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const reason = textIn(new FormData(form), 'reason');
    setMissing(reason === '');
    if (reason === '') return form.querySelector('textarea')?.focus();
    task.run(async signal => {
      await mutate('openChild', { body: { id, reason } }, signal);
    });
  };
  return (
    <>
      <PageHeader title={words.closed} lead={words.closedLead(CHILD_OPEN_MINUTES)} />
      <form className={formCss.form} onSubmit={submit} noValidate>
        <TextArea
          label={words.closedReason}
          rule={words.closedRule}
          error={missing ? words.closedMissing : undefined}
          name="reason"
          maxLength={500}
          onInput={() => setMissing(false)}
        />
        {task.problem ? <ErrorMessage problem={task.problem} /> : null}
        <div className={formCss.foot}>
          <SubmitButton task={task} label={words.open} busy={words.opening} />
        </div>
      </form>
    </>
  );
}
