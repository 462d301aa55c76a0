/** One pupil of a guardian: the consent that is asked for, or what the guardian can see and do. */
import type { Agreement, Child } from '@rollcall/contract';
import { TaskButton } from '@rollcall/ui';
import { useEffect, useId, useRef, useState } from 'react';
import { AgreementTick } from '../agreements/agreement-tick.tsx';
import { dataFile } from '../my-data/data-file.ts';
import { MyDataDocument } from '../my-data/document.tsx';
import { localeOf } from '../phrases/locale.ts';
import { schoolDay } from '../phrases/school-day.ts';
import { files } from '../privacy/files.ts';
import { FormError } from '../problem/form-error.tsx';
import { useWords } from '../provider/use-words.ts';
import { useRollcall } from '../provider/provider.tsx';
import buttonsCss from '../task/buttons.module.css';
import { type Task, useTask } from '../task/use-task.ts';
import { GuardianCorrection } from './guardian-correction.tsx';
import { GuardianUsage } from './guardian-usage.tsx';
import css from './minors.module.css';
import type { ChildData, Decision, GuardianFlow } from './use-guardian.ts';
import { minorsWords } from './words.ts';

interface Props {
  readonly child: Child;
  readonly flow: GuardianFlow;
  /** The task of this pupil's decisions. */
  readonly task: Task;
}

/** What had the focus is gone. */
const focused = (shown: HTMLElement | null): void => shown?.focus();

export function GuardianChild({ child, flow }: Omit<Props, 'task'>) {
  const task = useTask();
  const { decided } = flow;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // the pressed button is gone
    if (decided?.account_id === child.account_id) heading.current?.focus();
  }, [decided, child.account_id]);
  const { guardian: words } = useWords('minors', minorsWords);
  const { phrases } = useRollcall();
  const id = useId();
  const locale = localeOf(phrases);
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long' });
  // a birthday is a day, the same everywhere
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  const consented = child.consented_at !== null;
  return (
    <section className={css.child} aria-labelledby={id}>
      <h2 ref={heading} id={id} tabIndex={-1}>
        <bdi>{child.fullname ?? child.nickname}</bdi>
      </h2>
      <p>
        {child.consented_at === null ? words.waiting : words.agreed(date.format(child.consented_at))}{' '}
        {consented ? words.until(schoolDay(locale).format(child.child_until)) : null}
      </p>
      <dl>
        <dt>{words.site}</dt>
        <dd>{child.pid}</dd>
        <dt>{child.birthday === null ? words.born : words.birthday}</dt>
        <dd>{child.birthday === null ? child.birth_year : day.format(child.birthday * 1000)}</dd>
        <dt>{words.since}</dt>
        <dd>{date.format(child.created_at)}</dd>
      </dl>
      {child.deletion_due_at === null ? null : <p>{words.erasing(date.format(child.deletion_due_at))}</p>}
      <FormError problem={task.problem} retry={task.retry} />
      {consented ? null : <ConsentRequest {...{ child, flow, task }} />}
      {child.new_agreements.length > 0 ? <NewAgreements {...{ child, flow, task }} /> : null}
      {child.known ? <Known {...{ child, flow, task }} /> : null}
    </section>
  );
}

const noTask = { phase: 'idle', problem: undefined, retry: () => {} } as const;

function ConsentRequest({ child, flow, task }: Props) {
  const { guardian: words } = useWords('minors', minorsWords);
  const [accepted, accept] = useState(false);
  const id = useId();
  const list: readonly Agreement[] = child.agreements;
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
      <AgreementTick
        id={id}
        agreements={{ list, task: { ...task, ...noTask }, accepted, accept, reload: noTask.retry }}
      />
      <div className={css.acts}>
        <TaskButton
          className={buttonsCss.primary}
          phase={task.phase}
          label={words.consent}
          busy={words.consenting}
          disabled={!accepted && list.length > 0}
          onClick={() =>
            task.run(signal =>
              flow.decide(child, 'consent', signal, { agreements: list.map(({ id }) => id) }),
            )
          }
        />
        {child.known ? null : (
          <Sure {...{ child, flow, task }} decision="refuse" label={words.refuse} sure={words.refuseSure} />
        )}
      </div>
    </>
  );
}

/** Versions that came into force since the consent. */
function NewAgreements({ child, flow, task }: Props) {
  const { guardian: words } = useWords('minors', minorsWords);
  const [accepted, accept] = useState(false);
  const id = useId();
  const list = child.new_agreements;
  return (
    <section aria-labelledby={`${id}title`}>
      <h3 id={`${id}title`}>{words.newTitle}</h3>
      <p>{words.newLead}</p>
      <AgreementTick
        id={id}
        agreements={{ list, task: { ...task, ...noTask }, accepted, accept, reload: noTask.retry }}
      />
      <div className={css.acts}>
        <TaskButton
          className={buttonsCss.primary}
          phase={task.phase}
          label={words.newConsent}
          busy={words.consenting}
          disabled={!accepted}
          onClick={() =>
            task.run(signal =>
              flow.decide(child, 'consent', signal, { agreements: child.agreements.map(({ id }) => id) }),
            )
          }
        />
      </div>
    </section>
  );
}

/** What a guardian who consented once can see and do. */
function Known({ child, flow, task }: Props) {
  const { guardian: words } = useWords('minors', minorsWords);
  const [data, setData] = useState<ChildData>();
  const save = () => {
    if (!data) return;
    task.run(async () => files.save(await dataFile(data), `rollcall-${child.nickname}.json`));
  };
  return (
    <>
      {data ? (
        <>
          <div className={css.acts}>
            <button type="button" className={buttonsCss.secondary} onClick={save}>
              {words.file}
            </button>
            <button type="button" className={buttonsCss.secondary} onClick={() => window.print()}>
              {words.print}
            </button>
          </div>
          <MyDataDocument data={data} />
        </>
      ) : (
        <div className={css.acts}>
          <TaskButton
            className={buttonsCss.secondary}
            phase={task.phase}
            label={words.see}
            busy={words.seeing}
            onClick={() => task.run(async signal => setData(await flow.read(child, signal)))}
          />
        </div>
      )}
      {child.consented_at === null ? null : (
        <>
          <GuardianUsage {...{ child, flow, task }} />
          <GuardianCorrection child={child} flow={flow} />
        </>
      )}
      <div className={css.acts}>
        {child.erase_at === null ? (
          <Sure {...{ child, flow, task }} decision="erase" label={words.erase} sure={words.eraseSure} />
        ) : (
          <TaskButton
            className={buttonsCss.secondary}
            phase={task.phase}
            label={words.keep}
            busy={words.working}
            onClick={() => task.run(signal => flow.decide(child, 'keep', signal))}
          />
        )}
        {child.consented_at === null ? null : (
          <Sure
            {...{ child, flow, task }}
            decision="withdraw"
            label={words.withdraw}
            sure={words.withdrawSure}
          />
        )}
      </div>
    </>
  );
}

/** A decision that says what it does, and is made on a second press. */
function Sure(props: Props & { decision: Decision; label: string; sure: string }) {
  const { child, flow, task, decision, label, sure } = props;
  const { guardian: words } = useWords('minors', minorsWords);
  const [requested, setRequested] = useState(false);
  if (!requested)
    return (
      <button type="button" className={buttonsCss.link} onClick={() => setRequested(true)}>
        {label}
      </button>
    );
  return (
    <section aria-label={label} className={css.sure}>
      <p ref={focused} tabIndex={-1}>
        {sure}
      </p>
      <TaskButton
        className={buttonsCss.secondary}
        phase={task.phase}
        label={words.yes}
        busy={words.working}
        onClick={() => task.run(signal => flow.decide(child, decision, signal))}
      />
      <button type="button" className={buttonsCss.link} onClick={() => setRequested(false)}>
        {words.no}
      </button>
    </section>
  );
}
