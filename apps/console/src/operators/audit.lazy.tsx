/** The page of `/console/audit`, loaded when it is opened. */
import type { AuditEntry, AuditOrder } from '@rollcall/contract/console';
import { createLazyRoute, Link } from '@tanstack/react-router';
import { dayEnd, dayStart } from '../zone.ts';
import { SecondaryButton } from '../parts/buttons.tsx';
import filterBarCss from '../parts/filter-bar.module.css';
import textCss from '../parts/text.module.css';
import { TextField, textIn } from '../parts/text-field.tsx';
import { type FilterChip, FilterForm } from '../parts/filter-form.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { DateTime } from '../parts/date-time.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { PageHeader } from '../parts/page.tsx';
import { Pager } from '../parts/pager.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { useTask } from '../parts/task.ts';
import { ErrorMessage } from '../parts/error-message.tsx';
import { useCommonWords, useConsoleContext, useWords } from '../console-context.ts';
import { verificationWords } from '../human-verification/words.ts';
import { Change } from './change.tsx';
import { operatorsWords } from './words.ts';

export const route = createLazyRoute('/shell/console/audit')({ component: Audit });

/** Requests a link to the entries of the days that are shown, and opens it. */
function Export({ from, to }: { from: number | undefined; to: number | undefined }) {
  const { client } = useConsoleContext();
  const words = useWords(operatorsWords);
  const work = useTask();
  return (
    <>
      <SecondaryButton
        aria-disabled={work.phase !== 'idle' || undefined}
        onClick={() =>
          work.run(async signal => {
            const body = { from: from ?? null, to: to ?? null };
            const { link } = await client.call('exportAudit', { body }, signal);
            location.assign(link);
          })
        }
      >
        {words.exportAudit}
      </SecondaryButton>
      {work.problem ? <ErrorMessage problem={work.problem} /> : null}
    </>
  );
}

const ID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/;

function Audit() {
  const state = route.useSearch();
  const { page, callers } = route.useLoaderData();
  const navigate = route.useNavigate();
  const words = useWords(operatorsWords);
  const { scenes } = useWords(verificationWords);
  const common = useCommonWords();
  const update = (change: Partial<typeof state>) =>
    void navigate({ search: now => ({ ...now, cursor: '', ...change }) });
  const submit = (data: FormData) =>
    update({ subject: textIn(data, 'subject'), from: textIn(data, 'from'), to: textIn(data, 'to') });
  const texts: readonly FilterChip[] = (['subject', 'from', 'to'] as const).map(key => ({
    name: words[key],
    value: state[key],
    onRemove: () => update({ [key]: '' }),
  }));
  const acts = new Map([...Object.entries(words.actGroups), ...Object.entries(words.acts)]);
  const chips = [
    {
      name: words.act,
      value: acts.get(state.act) ?? state.act,
      onRemove: () => update({ act: '' }),
    },
    {
      name: words.who,
      value: callers.find(({ id }) => id === state.by)?.name ?? state.by,
      onRemove: () => update({ by: '' }),
    },
    ...texts,
  ].filter(({ value }) => value !== '');
  const actOf = ({ act }: AuditEntry) => words.acts[act] ?? act;
  const columns: Column<AuditEntry, AuditOrder>[] = [
    { key: 'at', head: words.when, sort: 'at', line: 1, render: row => <DateTime at={row.at} /> },
    { key: 'who', head: words.who, line: 2, render: row => row.operator_name ?? '—' },
    { key: 'act', head: words.act, sort: 'act', line: 'title', render: row => actOf(row) },
    {
      key: 'subject',
      head: words.subject,
      line: 2,
      render: row =>
        row.subject === null ? (
          '—'
        ) : row.person !== null && row.act.startsWith('people.') ? (
          <>
            {row.person}{' '}
            <Link className={textCss.code} to="/console/people/$id" params={{ id: row.subject }}>
              {row.subject.slice(0, 8)}…
            </Link>
          </>
        ) : row.act.startsWith('human-verification.') ? (
          (scenes[row.subject] ?? row.subject)
        ) : row.act.startsWith('people.') && ID.test(row.subject) ? (
          <Link className={textCss.code} to="/console/people/$id" params={{ id: row.subject }}>
            {row.subject.slice(0, 8)}…
          </Link>
        ) : (
          <span className={textCss.code}>
            {ID.test(row.subject) ? `${row.subject.slice(0, 8)}…` : row.subject}
          </span>
        ),
    },
    { key: 'change', head: words.change, wide: true, line: 'more', render: row => <Change entry={row} /> },
    { key: 'address', head: words.address, line: 'more', render: row => row.address },
    {
      key: 'request',
      head: words.request,
      line: 'more',
      render: row => (
        <span className={textCss.code} title={row.request_id}>
          {row.request_id.slice(0, 8)}…
        </span>
      ),
    },
  ];
  return (
    <>
      <PageHeader title={words.audit} lead={words.auditLead}>
        <Export from={dayStart(state.from)} to={dayEnd(state.to)} />
      </PageHeader>
      <FilterForm shown={[state.subject, state.from, state.to]} chips={chips} onSubmit={submit}>
        <SelectField
          label={words.act}
          value={state.act}
          options={[
            ['', words.allActs],
            ...Object.entries(words.actGroups),
            ...Object.entries(words.acts).map(([act, name]) => [act, `· ${name}`] as const),
          ]}
          onSelect={act => update({ act })}
        />
        <SelectField
          label={words.who}
          value={state.by}
          options={[['', words.anybody], ...callers.map(({ id, name }) => [id, name] as const)]}
          onSelect={by => update({ by })}
        />
        <div className={filterBarCss.wide}>
          <TextField label={words.subject} name="subject" defaultValue={state.subject} maxLength={200} />
        </div>
        <TextField label={words.from} type="date" name="from" defaultValue={state.from} />
        <TextField label={words.to} type="date" name="to" defaultValue={state.to} />
        <SecondaryButton type="submit">{common.search}</SecondaryButton>
      </FilterForm>
      <Table
        label={words.audit}
        columns={columns}
        rows={page.items}
        rowKey={row => String(row.id)}
        nameOf={actOf}
        sorted={{ by: state.sort, descending: state.order === 'descending' }}
        onSort={({ by, descending }) => update({ sort: by, order: descending ? 'descending' : 'ascending' })}
        empty={<EmptyState what={words.emptyAudit} how={words.emptyAuditHow} />}
      />
      <Pager count={page.items.length} cursor={state.cursor} next={page.next} />
    </>
  );
}
