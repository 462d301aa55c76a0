/** The page of `/console/data`, loaded when it is opened. */
import type { UsageDataJob } from '@rollcall/contract/console';
import { createLazyRoute, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { TextButton, SecondaryButton } from '../parts/buttons.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import filterBarCss from '../parts/filter-bar.module.css';
import textCss from '../parts/text.module.css';
import { TextField, textIn } from '../parts/text-field.tsx';
import { DateTime } from '../parts/date-time.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { useNumberFormat } from '../parts/number-format.ts';
import { PageHeader } from '../parts/page.tsx';
import { StatusBadge } from '../parts/status-badge.tsx';
import { Pager } from '../parts/pager.tsx';
import { type Columns, Table } from '../parts/table.tsx';
import { ErrorMessage } from '../parts/error-message.tsx';
import { SearchForm } from '../parts/search-form.tsx';
import { useTask } from '../parts/task.ts';
import { hasRole } from '../session/current-operator.ts';
import { useCommonWords, useConsoleContext, useWords } from '../console-context.ts';
import { useMutate } from '../mutate.ts';
import { timeFormat } from '../zone.ts';
import { DataRequestDialog } from './request.tsx';
import { usageDataWords } from './words.ts';

/** Milliseconds between two refreshes while a job is running. */
const REFRESH_MS = 2_000;

export const route = createLazyRoute('/shell/console/data')({ component: Data });

const open = (job: UsageDataJob): boolean => job.state === 'waiting' || job.state === 'running';

/** What an erasure left on the disk, in words; undefined for other jobs. */
function useDisk({ kind, state, clear_by: by, cleared_at: at }: UsageDataJob): string | undefined {
  const words = useWords(usageDataWords);
  const { language } = useConsoleContext();
  const [now] = useState(Date.now);
  if (kind !== 'erasure' || state !== 'done' || by === null) return undefined;
  const when = timeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  if (at !== null) return words.clearedAt(when.format(at));
  return by > now ? words.clearBy(when.format(by)) : words.overdue;
}

function State({ job }: { job: UsageDataJob }) {
  const words = useWords(usageDataWords);
  const { percent } = useNumberFormat();
  const label = words.states[job.state];
  const disk = useDisk(job);
  if (job.state !== 'running')
    return (
      <>
        <StatusBadge tone={job.state === 'done' ? 'good' : job.state === 'waiting' ? 'warning' : 'neutral'}>
          {label}
        </StatusBadge>
        {disk === undefined ? null : <span className={textCss.line}>{disk}</span>}
      </>
    );
  return (
    <>
      <progress aria-label={label} max={1} value={job.share} /> {percent(job.share)}
    </>
  );
}

/** Requests a link to the file and opens it. */
function Download({ job }: { job: UsageDataJob }) {
  const { client, language } = useConsoleContext();
  const words = useWords(usageDataWords);
  const work = useTask();
  const until = timeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <>
      <TextButton
        aria-disabled={work.phase !== 'idle' || undefined}
        title={job.expires_at === null ? undefined : words.until(until.format(job.expires_at))}
        onClick={() =>
          work.run(async signal => {
            const { link } = await client.call('linkUsageData', { body: { id: job.id } }, signal);
            location.assign(link);
          })
        }
      >
        {words.download}
      </TextButton>
      {work.problem ? <ErrorMessage problem={work.problem} /> : null}
    </>
  );
}

function Data() {
  const { operator } = route.useRouteContext();
  const state = route.useSearch();
  const page = route.useLoaderData();
  const navigate = route.useNavigate();
  const mutate = useMutate();
  const router = useRouter();
  const words = useWords(usageDataWords);
  const common = useCommonWords();
  const { whole } = useNumberFormat();
  const [dialog, setDialog] = useState<'new' | UsageDataJob>();
  const admin = hasRole(operator.role, 'admin');
  const working = page.items.some(open);
  useEffect(() => {
    if (!working) return;
    const timer = setInterval(() => {
      // a hidden tab does not refresh
      if (document.visibilityState === 'visible')
        void router.invalidate({ filter: match => match.routeId === '/shell/console/data' });
    }, REFRESH_MS);
    return () => clearInterval(timer);
  }, [router, working]);
  const close = () => setDialog(undefined);
  const find = (data: FormData) =>
    void navigate({ search: { subject: textIn(data, 'subject'), cursor: '' } });
  const columns: Columns<UsageDataJob> = [
    { key: 'requested', head: words.requested, render: row => <DateTime at={row.created_at} /> },
    { key: 'what', head: words.what, render: row => words.kinds[row.kind] },
    { key: 'whose', head: words.whose, render: row => words.subjects[row.subject_kind] },
    {
      key: 'subject',
      head: words.subject,
      wide: true,
      render: row => <span className={textCss.code}>{row.subject}</span>,
    },
    { key: 'by', head: words.by, render: row => words.askers[row.asked_by] },
    { key: 'state', head: words.state, render: row => <State job={row} /> },
    { key: 'events', head: words.events, numeric: true, render: row => whole(row.events) },
    admin && {
      key: 'actions',
      head: common.actions,
      render: row =>
        open(row) ? (
          <TextButton onClick={() => setDialog(row)}>{common.cancel}</TextButton>
        ) : row.kind === 'export' && row.state === 'done' ? (
          <Download job={row} />
        ) : null,
    },
  ];
  return (
    <>
      <PageHeader title={words.title} lead={words.lead}>
        {admin ? <SecondaryButton onClick={() => setDialog('new')}>{words.begin}</SecondaryButton> : null}
      </PageHeader>
      <search>
        <SearchForm shown={[state.subject]} onSubmit={find}>
          <div className={filterBarCss.wide}>
            <TextField
              label={words.find}
              type="search"
              name="subject"
              defaultValue={state.subject}
              maxLength={128}
            />
          </div>
          <SecondaryButton type="submit">{common.search}</SecondaryButton>
        </SearchForm>
      </search>
      <Table
        label={words.title}
        columns={columns}
        rows={page.items}
        rowKey={row => row.id}
        empty={
          state.subject === '' ? (
            <EmptyState what={words.empty} how={words.emptyHow} />
          ) : (
            <EmptyState what={words.emptyFound} />
          )
        }
      />
      <Pager count={page.items.length} cursor={state.cursor} next={page.next} />
      {dialog === 'new' ? (
        <DataRequestDialog
          subject={state.subject}
          onClose={close}
          onDone={subject => {
            close();
            void navigate({ search: { subject, cursor: '' } });
            void router.invalidate();
          }}
        />
      ) : dialog ? (
        <ConfirmDialog
          text={dialog.kind === 'erasure' ? words.cancelText : undefined}
          label={common.cancel}
          busy={words.cancelling}
          onClose={close}
          onConfirm={(_, signal) => mutate('cancelUsageData', { body: { id: dialog.id } }, signal)}
        />
      ) : null}
    </>
  );
}
