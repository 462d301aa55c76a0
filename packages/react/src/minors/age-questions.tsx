/** Asks for the year of birth and, where the person needs one, for a guardian, until nothing is asked any more. */
import { TaskButton } from '@rollcall/ui';
import { createElement, type ReactNode, useContext, useEffect, useId, useRef, useState } from 'react';
import fieldsCss from '../fields/fields.module.css';
import { PhoneInput } from '../fields/phone-input.tsx';
import { Select } from '../fields/select.tsx';
import { FlowForm } from '../forms/flow-form.tsx';
import { dateFormat } from '../phrases/date-format.ts';
import { localeOf } from '../phrases/locale.ts';
import { FormError } from '../problem/form-error.tsx';
import { useWords } from '../provider/use-words.ts';
import { useRollcall } from '../provider/provider.tsx';
import buttonsCss from '../task/buttons.module.css';
import { SupportLink } from '../problem/support-link.tsx';
import { SlowNotice } from '../task/slow-notice.tsx';
import { HeadingLevel } from './heading-level.ts';
import css from './minors.module.css';
import { type AgeFlow, isSettled, useAge } from './use-age.ts';
import { minorsWords } from './words.ts';

/** The button that had the focus is gone. */
const focused = (shown: HTMLElement | null): void => shown?.focus();

/** Years that are offered. */
const YEARS = 100;

export interface AgeQuestionsProps {
  /** Called once, when nothing is asked any more. */
  readonly onDone: () => void;
  /** Called once, when the person needs a guardian's consent: stop recording how they use the pages. */
  readonly onWaiting?: (() => void) | undefined;
}

/**
 * Asks the year of birth and, under 14, for a guardian. For a page of its own. The forms that sign in ask by
 * themselves, in a dialog, unless their provider has `asksAge={false}`.
 *
 * @example <AgeQuestions onDone={() => location.assign('/')} />
 * @see `docs/minors.md`
 */
export function AgeQuestions({ onDone, onWaiting }: AgeQuestionsProps) {
  const words = useWords('minors', minorsWords);
  const flow = useAge(onDone);
  const { age, loading, withdrawn } = flow;
  const [another, setAnother] = useState(false);
  const waits = age?.guardian?.consented === false;
  useEffect(() => {
    if (waits) onWaiting?.();
  }, [waits, onWaiting]);
  if (withdrawn) return <Step title={words.wait.gone} />;
  if (!age)
    return (
      <Step title={words.title}>
        <FormError problem={loading.problem} retry={loading.retry} />
        <SlowNotice phase={loading.phase} />
      </Step>
    );
  if (isSettled(age)) return <Step title={words.done} />;
  if (age.asks) return <YearQuestion flow={flow} />;
  if (age.guardian?.withdrawn) return <Withdrawn flow={flow} guardian={age.guardian} />;
  if (age.guardian?.code && !another)
    return <Waiting flow={flow} guardian={age.guardian} onAnother={() => setAnother(true)} />;
  return <GuardianQuestion flow={flow} onBack={() => setAnother(false)} />;
}

/** A step's heading, which gets the focus: what had it is gone. */
function Step({ title, children }: { title: string; children?: ReactNode }) {
  const level = useContext(HeadingLevel);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
  }, []);
  return (
    <section className={css.step}>
      {createElement(level, { ref: heading, tabIndex: -1, 'data-first': '', className: css.heading }, title)}
      {children}
    </section>
  );
}

function YearQuestion({ flow }: { flow: AgeFlow }) {
  const { age: words } = useWords('minors', minorsWords);
  const [year, setYear] = useState('');
  const [missing, setMissing] = useState(false);
  const select = useRef<HTMLSelectElement>(null);
  const problem = missing ? words.missing : flow.saidBefore ? words.saidBefore : undefined;
  const id = useId();
  const [now] = useState(() => new Date().getFullYear());
  return (
    <Step title={words.title}>
      <form
        onSubmit={event => {
          event.preventDefault();
          setMissing(year === '');
          if (year === '') select.current?.focus();
          else flow.sayYear(Number(year));
        }}
        noValidate
      >
        <p>{words.lead}</p>
        <FormError problem={flow.saving.problem} retry={flow.saving.retry} />
        <div className={css.field}>
          <label className={css.label} htmlFor={id}>
            {words.year}
          </label>
          <Select
            id={id}
            name="birth_year"
            value={year}
            required
            ref={select}
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? `${id}problem` : undefined}
            onChange={event => {
              setYear(event.target.value);
              setMissing(false);
            }}
          >
            <option value="">{words.choose}</option>
            {Array.from({ length: YEARS }, (_, past) => (
              <option key={past}>{now - past}</option>
            ))}
          </Select>
          {problem ? (
            <p key={problem} id={`${id}problem`} role="alert" className={css.problem}>
              <span>{problem}</span> {missing ? null : <SupportLink />}
            </p>
          ) : null}
        </div>
        <div className={css.acts}>
          <TaskButton
            type="submit"
            className={buttonsCss.primary}
            phase={flow.saving.phase}
            label={year === '' ? words.next : words.sure(year)}
            busy={words.sending}
          />
        </div>
      </form>
    </Step>
  );
}

function GuardianQuestion({ flow, onBack }: { flow: AgeFlow; onBack: () => void }) {
  const { ask: words } = useWords('minors', minorsWords);
  const { ask, age, notTaken } = flow;
  const id = useId();
  const { phase } = ask.task;
  const sent = useRef(false);
  useEffect(() => {
    if (phase !== 'idle') sent.current = true;
    else if (sent.current && !ask.problem && !notTaken) onBack();
  }, [phase, ask.problem, notTaken, onBack]);
  return (
    <Step title={words.title}>
      <p>{words.lead}</p>
      {age?.guardian?.refused ? <p>{words.refused}</p> : null}
      <FlowForm form={ask} label={words.title} submitLabel={words.send} busyLabel={words.sending}>
        <div className={css.field}>
          <PhoneInput id={`${id}phone`} label={words.phone} {...ask.inputProps('phone_number')} />
          {notTaken ? (
            <p role="alert" className={css.problem}>
              {words[notTaken]}
            </p>
          ) : null}
        </div>
      </FlowForm>
      {age?.guardian?.code ? (
        <button type="button" className={buttonsCss.link} onClick={onBack}>
          {words.back}
        </button>
      ) : null}
    </Step>
  );
}

type Guardian = NonNullable<NonNullable<AgeFlow['age']>['guardian']>;

/** Only the same guardian can consent again: the number stands there, masked, and can't be changed. */
function Withdrawn({ flow, guardian }: { flow: AgeFlow; guardian: Guardian }) {
  const words = useWords('minors', minorsWords);
  const { title, lead, due, erases, phone, ask } = words.withdrawn;
  const { phrases } = useRollcall();
  const id = useId();
  const time = dateFormat(localeOf(phrases), { dateStyle: 'long', timeStyle: 'short' });
  const { asking } = flow;
  return (
    <Step title={title}>
      <p>{lead(guardian.phone_number ?? '')}</p>
      {guardian.erase_at === null ? (
        <>
          {guardian.due_at === null ? null : <p>{due(time.format(guardian.due_at))}</p>}
          <FormError problem={asking.problem} retry={asking.retry} />
          <div className={css.field}>
            <label className={css.label} htmlFor={id}>
              {phone}
            </label>
            <div className={fieldsCss.control}>
              <input
                id={id}
                className={fieldsCss.input}
                readOnly
                value={guardian.phone_number ?? ''}
                data-figures=""
              />
            </div>
          </div>
          <div className={css.acts}>
            {guardian.next_at === null ? (
              <TaskButton
                className={buttonsCss.primary}
                phase={asking.phase}
                label={ask}
                busy={words.ask.sending}
                onClick={flow.askAgain}
              />
            ) : (
              <p className={css.quiet}>{words.wait.later(time.format(guardian.next_at))}</p>
            )}
          </div>
        </>
      ) : (
        <p>{erases(time.format(guardian.erase_at))}</p>
      )}
    </Step>
  );
}

function Waiting(props: { flow: AgeFlow; guardian: Guardian; onAnother: () => void }) {
  const { flow, guardian, onAnother } = props;
  const { wait: words } = useWords('minors', minorsWords);
  const { phrases } = useRollcall();
  const [sure, setSure] = useState(false);
  const time = dateFormat(localeOf(phrases), { dateStyle: 'long', timeStyle: 'short' });
  const { withdrawing } = flow;
  return (
    <Step title={words.title}>
      <p>{words.lead(guardian.phone_number ?? '')}</p>
      <output className={css.code} aria-label={guardian.code?.split('').join(' ')}>
        {guardian.code}
      </output>
      <p>{words.tell}</p>
      {guardian.due_at === null ? null : (
        <p className={css.quiet}>{words.due(time.format(guardian.due_at))}</p>
      )}
      <div className={css.acts}>
        {guardian.next_at === null ? (
          <button type="button" className={buttonsCss.secondary} onClick={onAnother}>
            {words.again}
          </button>
        ) : (
          <p className={css.quiet}>{words.later(time.format(guardian.next_at))}</p>
        )}
        {sure ? (
          <section aria-label={words.withdraw} className={css.sure}>
            <p ref={focused} tabIndex={-1}>
              {words.withdrawSure}
            </p>
            <FormError problem={withdrawing.problem} retry={withdrawing.retry} />
            <button type="button" className={buttonsCss.secondary} onClick={() => setSure(false)}>
              {words.keep}
            </button>
            <TaskButton
              className={buttonsCss.danger}
              phase={withdrawing.phase}
              label={words.withdrawYes}
              busy={words.withdrawing}
              onClick={flow.withdraw}
            />
          </section>
        ) : (
          <button type="button" className={buttonsCss.link} onClick={() => setSure(true)}>
            {words.withdraw}
          </button>
        )}
      </div>
    </Step>
  );
}
