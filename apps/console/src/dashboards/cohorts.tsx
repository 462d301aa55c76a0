/** The cohorts: renamed, deleted, and their conditions changed by an admin. */
import type { Cohort, CohortDefinition, QuestionFilter } from '@rollcall/contract/console';
import { pressed } from '@rollcall/ui';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import askCss from '../ask/ask.module.css';
import { FilterChips } from '../ask/filter-chips.tsx';
import { NamedDialog } from '../ask/named-dialog.tsx';
import { CohortDialog } from '../ask/save-dialogs.tsx';
import { askWords } from '../ask/words.ts';
import { useCommonWords, useConsoleContext, useWords } from '../console-context.ts';
import { useMutate, useReload } from '../mutate.ts';
import { SecondaryButton, TextButton } from '../parts/buttons.tsx';
import { DeleteDialog } from '../parts/confirm-dialog.tsx';
import { DateTime } from '../parts/date-time.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { ErrorMessage } from '../parts/error-message.tsx';
import { useNumberFormat } from '../parts/number-format.ts';
import { Section } from '../parts/page.tsx';
import { Noted } from '../parts/noted.tsx';
import { type Columns, RowAction, RowActions, Table } from '../parts/table.tsx';
import { useTask } from '../parts/task.ts';
import css from './dashboard.module.css';
import { dashboardWords } from './words.ts';

type OpenDialog =
  | { readonly what: 'create'; readonly definition: CohortDefinition }
  | { readonly what: 'rename' | 'delete'; readonly cohort: Cohort };

/** The conditions that are being edited; without a cohort those of a new one. */
interface Edited {
  readonly cohort?: Cohort;
  readonly filter: QuestionFilter | undefined;
}

const everybody = { sample: 'with', bots: 'without', dev: 'with', trusted: 'with' } as const;

/** Has the focus when it opens, and gives it back to what opened it. */
function Conditions({ title, children }: { title: string; children: ReactNode }) {
  const [opener] = useState(pressed);
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    section.current?.focus();
    return () => opener?.focus();
  }, [opener]);
  return (
    <section ref={section} className={css.conditions} tabIndex={-1} aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

export function Cohorts({ cohorts, admin }: { cohorts: readonly Cohort[]; admin: boolean }) {
  const { client } = useConsoleContext();
  const words = useWords(dashboardWords);
  const ask = useWords(askWords);
  const common = useCommonWords();
  const { whole } = useNumberFormat();
  const mutate = useMutate();
  const reload = useReload();
  const task = useTask();
  const [dialog, setDialog] = useState<OpenDialog>();
  const [edited, setEdited] = useState<Edited>();
  const close = () => setDialog(undefined);
  const busy = task.phase !== 'idle';
  const read = (cohort: Cohort, then: (definition: CohortDefinition) => void) =>
    task.run(async signal =>
      then((await client.call('getCohort', { query: { id: cohort.id } }, signal)).definition),
    );
  const keep = ({ cohort, filter }: Edited) => {
    // Conditions of people and of what they did alone are offered, which a cohort takes.
    const definition = (filter ?? { all: [] }) as CohortDefinition;
    if (!cohort) {
      setDialog({ what: 'create', definition });
      return;
    }
    task.run(async signal => {
      const { id, revision, name, about } = cohort;
      await mutate('changeCohort', { body: { id, revision, name, about, definition } }, signal);
      setEdited(undefined);
    });
  };
  const columns: Columns<Cohort> = [
    {
      key: 'name',
      head: words.name,
      wide: true,
      written: true,
      render: row => <Noted note={row.about}>{row.name}</Noted>,
    },
    {
      key: 'members',
      head: words.members,
      render: row => (row.accounts === null ? words.computed : words.listOf(whole(row.accounts))),
    },
    { key: 'owner', head: words.owner, render: row => row.owner ?? words.builtIn },
    { key: 'changed', head: words.changed, render: row => <DateTime at={row.changed_at} /> },
    admin && {
      key: 'actions',
      head: common.actions,
      render: row => (
        <RowActions>
          <RowAction
            label={ask.rename}
            of={row.name}
            onClick={() => setDialog({ what: 'rename', cohort: row })}
          />
          {row.accounts === null ? (
            <TextButton
              aria-label={words.conditionsOf(row.name)}
              aria-disabled={busy || undefined}
              onClick={() =>
                read(row, definition => setEdited({ cohort: row, filter: definition as QuestionFilter }))
              }
            >
              {words.conditions}
            </TextButton>
          ) : null}
          <RowAction
            label={common.delete}
            of={row.name}
            onClick={() => setDialog({ what: 'delete', cohort: row })}
          />
        </RowActions>
      ),
    },
  ];
  const title = edited && (edited.cohort ? words.conditionsOf(edited.cohort.name) : words.newCohort);
  return (
    <Section
      title={words.cohorts}
      lead={words.cohortsLead}
      action={
        admin ? (
          <SecondaryButton onClick={() => setEdited({ filter: undefined })}>
            {words.newCohort}
          </SecondaryButton>
        ) : null
      }
    >
      {task.problem ? <ErrorMessage problem={task.problem} /> : null}
      {edited && title !== undefined ? (
        <Conditions key={title} title={title}>
          <FilterChips
            label={title}
            filter={edited.filter}
            event={null}
            population={everybody}
            cohorts={new Map()}
            people
            onChange={filter => setEdited({ ...edited, filter })}
          />
          <div className={askCss.panelFoot}>
            <SecondaryButton
              disabled={edited.filter === undefined}
              aria-disabled={busy || undefined}
              onClick={() => keep(edited)}
            >
              {common.save}
            </SecondaryButton>
            <SecondaryButton onClick={() => setEdited(undefined)}>{common.cancel}</SecondaryButton>
          </div>
        </Conditions>
      ) : null}
      <Table
        label={words.cohorts}
        columns={columns}
        rows={cohorts}
        rowKey={row => row.id}
        empty={<EmptyState what={words.noCohorts} how={words.noCohortsHow} />}
      />
      {dialog?.what === 'create' ? (
        <CohortDialog
          definition={dialog.definition}
          onClose={close}
          onDone={() => {
            close();
            setEdited(undefined);
            void reload();
          }}
        />
      ) : dialog?.what === 'rename' ? (
        <NamedDialog
          title={common.titled(ask.rename, dialog.cohort.name)}
          given={dialog.cohort}
          sharing={false}
          onClose={close}
          onConfirm={async ({ name, about }, _, signal) => {
            const { id, revision } = dialog.cohort;
            await mutate('changeCohort', { body: { id, revision, name, about } }, signal);
          }}
        />
      ) : dialog?.what === 'delete' ? (
        <DeleteDialog
          of={dialog.cohort.name}
          text={words.deleteCohortText}
          onClose={close}
          onConfirm={async (_, signal) => {
            const { id, revision } = dialog.cohort;
            await mutate('deleteCohort', { body: { id, revision } }, signal);
          }}
        />
      ) : null}
    </Section>
  );
}
