/** The export of the recorded usage and its erasure, each with its progress and its result. */
import type { UsageJob } from '@rollcall/contract';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Panel } from '../forms/panel.tsx';
import panelCss from '../forms/panel.module.css';
import { Progress } from '../account/progress.tsx';
import buttonsCss from '../task/buttons.module.css';
import type { Task } from '../task/use-task.ts';
import { FormError } from '../problem/form-error.tsx';
import { SlowNotice } from '../task/slow-notice.tsx';
import { dateFormat } from '../phrases/date-format.ts';
import { gapOf, localeOf } from '../phrases/locale.ts';
import { useRollcall } from '../provider/provider.tsx';
import css from './privacy.module.css';
import { sizeOf } from './size.ts';
import { underWay, type UsageDataFlow } from './use-usage-data.ts';
import type { PrivacyWords } from './words.ts';

interface PartProps {
  readonly flow: UsageDataFlow;
  readonly words: PrivacyWords;
}

/** The name of a job, its description, its result, and its buttons. */
function Job(props: { title: string; lead: string; task: Task; status: ReactNode; children: ReactNode }) {
  return (
    <div className={css.job}>
      <h4>{props.title}</h4>
      <p className={panelCss.note}>{props.lead}</p>
      <div aria-live="polite" className={css.status}>
        {props.status}
      </div>
      <FormError problem={props.task.problem} retry={props.task.retry} />
      {props.children}
      <SlowNotice phase={props.task.phase} />
    </div>
  );
}

/** The progress of a job, with a button that stops it. */
function Running({ job, doing, flow, words }: PartProps & { job: UsageJob; doing: string }) {
  const stopping = flow.requesting[job.kind].phase !== 'idle';
  const locale = localeOf(useRollcall().phrases);
  const parts = [
    `${doing} ${words.percent(Math.round(job.share * 100))}`,
    ...(job.events > 0 ? [words.events(job.events.toLocaleString(locale))] : []),
  ];
  return (
    <Progress
      label={job.state === 'waiting' ? words.waiting : parts.join(' · ')}
      share={job.state === 'waiting' || job.share === 0 ? undefined : job.share}
      cancel={stopping ? words.stopping : words.stop}
      onCancel={() => flow.cancel(job)}
    />
  );
}

export function Export({ flow, words }: PartProps) {
  const { phrases } = useRollcall();
  const locale = localeOf(phrases);
  const gap = gapOf(phrases);
  const { export: job } = flow.jobs;
  const task = flow.requesting.export;
  const until = dateFormat(locale, { dateStyle: 'long' });
  const here = useRef<HTMLButtonElement>(null);
  const followed = useRef(false);
  const open = job !== undefined && underWay(job);
  useEffect(() => {
    // when the job ends, the button that is next to be pressed gets the focus
    if (followed.current && !open) here.current?.focus({ preventScroll: true });
    followed.current = open;
  }, [open]);
  const done = job?.state === 'done' ? job : undefined;
  /** One without events holds nothing to read. */
  const file = done && done.events > 0 ? done : undefined;
  const { share } = flow;
  return (
    <Job
      title={words.export}
      lead={words.exportLead}
      task={task}
      status={
        flow.gone ? (
          <p>
            <strong>{words.gone.what}</strong>
            {gap}
            {words.gone.next}
          </p>
        ) : done?.events === 0 ? (
          <p>{words.readyNone}</p>
        ) : done ? (
          <p>
            {words.ready(done.events.toLocaleString(locale), until.format(done.expires_at ?? 0))}
            {gap}
            {words.format}
          </p>
        ) : job?.state === 'cancelled' ? (
          <p>{words.cancelledExport}</p>
        ) : job?.state === 'expired' ? (
          <p>{words.expired}</p>
        ) : null
      }
    >
      <FormError problem={flow.downloading.problem} retry={flow.downloading.retry} />
      {job && open ? (
        <Running job={job} doing={words.exporting} flow={flow} words={words} />
      ) : (
        <div className={css.ways}>
          {file ? (
            <button
              ref={here}
              type="button"
              className={buttonsCss.secondary}
              aria-disabled={share !== undefined || undefined}
              data-working={share === undefined ? undefined : ''}
              onClick={() => flow.download(file)}
            >
              {share === undefined
                ? words.download(sizeOf(file.bytes, locale))
                : words.downloading(Math.round(share * 100))}
            </button>
          ) : null}
          <button
            ref={file ? undefined : here}
            type="button"
            className={file ? buttonsCss.link : buttonsCss.secondary}
            aria-disabled={task.phase !== 'idle' || undefined}
            data-working={task.phase === 'idle' ? undefined : ''}
            onClick={() => flow.begin('export')}
          >
            {task.phase !== 'idle' ? words.requesting : file ? words.exportAgain : words.export}
          </button>
        </div>
      )}
    </Job>
  );
}

export function Erasure({ flow, words }: PartProps) {
  const { phrases } = useRollcall();
  const locale = localeOf(phrases);
  const gap = gapOf(phrases);
  const { erasure: job } = flow.jobs;
  const task = flow.requesting.erasure;
  const [now] = useState(Date.now);
  const [sure, setSure] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const wasBusy = useRef(false);
  const open = job !== undefined && underWay(job);
  const busy = sure || open;
  useEffect(() => {
    if (wasBusy.current && !busy) opener.current?.focus({ preventScroll: true });
    wasBusy.current = busy;
  }, [busy]);
  const when = dateFormat(locale, { dateStyle: 'long', timeStyle: 'short' });
  return (
    <Job
      title={words.erase}
      lead={words.eraseLead}
      // the form shows the task's problem while it is open
      task={task}
      status={
        job?.state === 'done' && !sure ? (
          <p>
            {job.events === 0 ? (
              words.erasedNone
            ) : (
              <>
                {words.erased(job.events.toLocaleString(locale), when.format(job.finished_at ?? 0))}
                {gap}
                {typeof job.cleared_at === 'number'
                  ? words.clearedOn(when.format(job.cleared_at))
                  : typeof job.clear_by === 'number' && job.clear_by > now
                    ? words.clearedBy(when.format(job.clear_by))
                    : words.clearing}
              </>
            )}
          </p>
        ) : job?.state === 'cancelled' && !sure ? (
          <p>{words.cancelledErasure}</p>
        ) : null
      }
    >
      {job && open ? (
        <Running job={job} doing={words.erasing} flow={flow} words={words} />
      ) : sure ? (
        <Panel
          label={words.eraseSubmit}
          busy={words.requesting}
          danger
          task={task}
          problem={undefined}
          onSubmit={() => flow.begin('erasure', () => setSure(false))}
          onCancel={() => setSure(false)}
        >
          <ul className={css.means}>
            {words.eraseMeans.map(line => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </Panel>
      ) : (
        <button
          ref={opener}
          type="button"
          className={buttonsCss.danger}
          aria-expanded={false}
          onClick={() => setSure(true)}
        >
          {words.erase}
        </button>
      )}
    </Job>
  );
}
