/** The page of `/console/sql`, loaded when it is opened. */
import { type SavedSql, sqlLimits } from '@rollcall/contract/console';
import { createLazyRoute, Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useCommonWords, useWords } from '../console-context.ts';
import { useMutate } from '../mutate.ts';
import { PrimaryButton, SecondaryButton } from '../parts/buttons.tsx';
import { DeleteDialog } from '../parts/confirm-dialog.tsx';
import { DateTime } from '../parts/date-time.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { TextArea } from '../parts/text-field.tsx';
import { PageHeader, Section } from '../parts/page.tsx';
import { RowAction, Table } from '../parts/table.tsx';
import { Result, Trouble } from './result.tsx';
import { SaveDialog } from './save-dialog.tsx';
import css from './sql.module.css';
import { useRun } from './use-run.ts';
import { sqlWords } from './words.ts';

export const route = createLazyRoute('/shell/usage/console/sql')({ component: Sql });

/** In the SQL of either database. */
const usual = `select day, count(*) as events, count(distinct person) as people
from events
where day >= current_date - 28
group by day
order by day`;

function Sql() {
  const { status } = route.useLoaderData();
  const words = useWords(sqlWords);
  return (
    <>
      <PageHeader title={words.title} lead={words.lead(status.dialect)} />
      {status.off === null ? (
        <Editor />
      ) : (
        <EmptyState
          what={words.off}
          how={
            status.off === 'folder'
              ? words.folder('ROLLCALL_USAGE_EXPORT_FOLDER')
              : status.off === 'user'
                ? words.user('ROLLCALL_CLICKHOUSE_SQL_URL', status.why ?? '')
                : words.files
          }
        />
      )}
    </>
  );
}

function Editor() {
  const state = route.useSearch();
  const { status, saved } = route.useLoaderData();
  const navigate = route.useNavigate();
  const words = useWords(sqlWords);
  const common = useCommonWords();
  const asked = useRun();
  const kept = saved.find(({ id }) => id === state.saved);
  const [sql, setSql] = useState(state.q || kept?.sql || usual);
  const [saving, setSaving] = useState(false);
  const running = asked.state.phase === 'running';
  const run = (event?: FormEvent) => {
    event?.preventDefault();
    if (sql.trim() === '' || running) return;
    asked.run(sql);
    void navigate({ search: now => ({ ...now, q: sql }), replace: true, resetScroll: false });
  };
  return (
    <>
      <p>{status.until === null ? words.untilNow : words.until(status.until)}</p>
      <form className={css.editor} onSubmit={run}>
        <TextArea
          label={words.statement}
          rule={words.keys}
          name="sql"
          rows={6}
          maxLength={sqlLimits.text}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          aria-keyshortcuts="Control+Enter"
          value={sql}
          onChange={event => setSql(event.target.value)}
          onKeyDown={event => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
              event.preventDefault();
              run();
            }
          }}
        />
        <div className={css.actions}>
          <PrimaryButton type="submit" aria-disabled={running || undefined}>
            {running ? words.running : words.run}
          </PrimaryButton>
          {running ? <SecondaryButton onClick={asked.stop}>{words.stop}</SecondaryButton> : null}
          <SecondaryButton onClick={() => setSaving(true)} disabled={sql.trim() === ''}>
            {common.save}
          </SecondaryButton>
        </div>
      </form>
      {asked.state.phase === 'stopped' ? <output>{words.stopped}</output> : null}
      {asked.state.phase === 'refused' ? <Trouble problem={asked.state.problem} onRetry={run} /> : null}
      {'result' in asked.state && asked.state.result ? (
        <div data-old={running ? '' : undefined} className={css.last}>
          <Result result={asked.state.result} name={kept?.name ?? 'sql'} />
        </div>
      ) : null}
      <Tables />
      <Saved
        onOpen={row => {
          setSql(row.sql);
          void navigate({ search: now => ({ ...now, q: '', saved: row.id }) });
        }}
      />
      {saving ? (
        <SaveDialog
          sql={sql}
          saved={saved}
          name={kept?.name ?? ''}
          onClose={() => setSaving(false)}
          onSaved={id => {
            setSaving(false);
            void navigate({ search: now => ({ ...now, saved: id }) });
          }}
        />
      ) : null}
    </>
  );
}

function Tables() {
  const { status } = route.useLoaderData();
  const words = useWords(sqlWords);
  return (
    <details className={css.details}>
      <summary>{words.tables}</summary>
      <dl className={css.tables}>
        {status.tables.map(({ name, columns }) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>
              {words.about[name]}
              <br />
              <code>{columns.map(column => `${column.name} ${column.type}`).join(', ')}</code>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function Saved({ onOpen }: { onOpen: (row: SavedSql) => void }) {
  const { saved } = route.useLoaderData();
  const words = useWords(sqlWords);
  const common = useCommonWords();
  const mutate = useMutate();
  const [leaving, setLeaving] = useState<SavedSql>();
  return (
    <Section title={words.saved}>
      <Table
        label={words.saved}
        rows={saved}
        rowKey={row => row.id}
        columns={[
          {
            key: 'name',
            head: words.name,
            wide: true,
            written: true,
            render: row => (
              <Link
                to="/console/sql"
                search={{ saved: row.id }}
                onClick={event => {
                  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                  event.preventDefault();
                  onOpen(row);
                }}
              >
                {row.name}
              </Link>
            ),
          },
          { key: 'owner', head: words.owner, render: row => row.owner },
          { key: 'changed', head: words.changed, render: row => <DateTime at={row.changed_at} /> },
          {
            key: 'actions',
            head: common.actions,
            render: row => <RowAction label={common.delete} of={row.name} onClick={() => setLeaving(row)} />,
          },
        ]}
        empty={<EmptyState what={words.savedNone} />}
      />
      {leaving ? (
        <DeleteDialog
          of={leaving.name}
          text={words.deleteText}
          onClose={() => setLeaving(undefined)}
          onConfirm={async (_, signal) => {
            const { id, revision } = leaving;
            await mutate('deleteSavedSql', { body: { id, revision } }, signal);
          }}
        />
      ) : null}
    </Section>
  );
}
