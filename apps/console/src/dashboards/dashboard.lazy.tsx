/** The page of `/console/dashboards/$id`, loaded when it is opened. */
import type { Dashboard, DashboardTile } from '@rollcall/contract/console';
import { createLazyRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { FilterChips } from '../ask/filter-chips.tsx';
import { offered, periodText, readPeriod } from '../ask/period.ts';
import { askWords } from '../ask/words.ts';
import { useCommonWords, useConsoleContext, useWords } from '../console-context.ts';
import { useMutate } from '../mutate.ts';
import { Combobox } from '../parts/combobox.tsx';
import { SecondaryButton } from '../parts/buttons.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { ErrorMessage } from '../parts/error-message.tsx';
import { PageHeader } from '../parts/page.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { useTask } from '../parts/task.ts';
import { shellRoute } from '../shell/route.ts';
import css from './dashboard.module.css';
import { DashboardDialog } from './dashboard-dialog.tsx';
import { Grid } from './grid.tsx';
import { Subscriptions } from './subscriptions.tsx';
import { useTileName } from './tile.tsx';
import { bodyOf } from './tiles.ts';
import { dashboardWords } from './words.ts';

export const route = createLazyRoute('/shell/usage/console/dashboards/$id')({ component: DashboardPage });

function DashboardPage() {
  const { dashboard: kept, cohorts, sending } = route.useLoaderData();
  const { product } = route.useSearch();
  const { operator } = shellRoute.useRouteContext();
  const { client } = useConsoleContext();
  const words = useWords(dashboardWords);
  const ask = useWords(askWords);
  const common = useCommonWords();
  const mutate = useMutate();
  const task = useTask();
  const nameOf = useTileName();
  const textOf = (item: Pick<DashboardTile, 'name' | 'template' | 'question'>) =>
    item.question === null ? `SQL · ${item.name}` : nameOf(item);
  const [arranging, setArranging] = useState(false);
  const [changing, setChanging] = useState(false);
  /** What an operator looks at: changes are kept by admins alone, and by “Save”. */
  const [own, setOwn] = useState<Dashboard>();
  const dashboard = own && own.revision === kept.revision && own.id === kept.id ? own : kept;
  const change = (more: Partial<Dashboard>) => setOwn({ ...dashboard, ...more });
  const admin = operator.role === 'admin';
  const { period } = dashboard;
  const text = period === null ? '' : periodText(period);
  const save = () =>
    task.run(async signal => {
      await mutate('changeDashboard', { body: bodyOf(dashboard) }, signal);
      setArranging(false);
    });
  return (
    <>
      <PageHeader title={nameOf(dashboard)} lead={dashboard.about}>
        {admin ? (
          <>
            {dashboard === kept ? null : (
              <SecondaryButton onClick={save} aria-disabled={task.phase !== 'idle' || undefined}>
                {common.save}
              </SecondaryButton>
            )}
            <span data-arrange="">
              <SecondaryButton aria-pressed={arranging} onClick={() => setArranging(!arranging)}>
                {arranging ? words.done : words.edit}
              </SecondaryButton>
            </span>
            <SecondaryButton onClick={() => setChanging(true)}>{words.change}</SecondaryButton>
          </>
        ) : null}
      </PageHeader>
      {task.problem ? <ErrorMessage problem={task.problem} /> : null}
      <div className={css.filters}>
        <SelectField
          label={words.period}
          value={text}
          options={[
            ['', words.ownPeriods] as const,
            ...offered.map(each => [periodText(each), ask.lastOf(each.last, each.unit)] as const),
            ...(period === null || readPeriod(text) ? [] : [[text, text] as const]),
          ]}
          onSelect={chosen => change({ period: readPeriod(chosen) ?? null })}
        />
        <FilterChips
          label={words.filter}
          filter={dashboard.filter ?? undefined}
          event={null}
          population={{ sample: 'with', bots: 'without', dev: 'with', trusted: 'with' }}
          cohorts={new Map(cohorts.map(({ id, name }) => [id, name]))}
          onChange={filter => change({ filter: filter ?? null })}
        />
      </div>
      {arranging ? (
        <Combobox
          label={words.add}
          value=""
          load={async (search, signal) => {
            const [questions, statements] = await Promise.all([
              client.call('listSavedQuestions', {}, signal),
              client.call('listSavedSql', {}, signal),
            ]);
            const all = [
              ...questions.items.map(item => ({ ...item, sql: null })),
              ...statements.items.map(item => ({ ...item, template: null, question: null })),
            ];
            return all.filter(item => textOf(item).toLowerCase().includes(search.toLowerCase()));
          }}
          idOf={item => item.id}
          textOf={textOf}
          onSelect={({ id, name, template, question, sql }) =>
            change({ tiles: [...dashboard.tiles, { id, name, template, question, sql, width: 2 }] })
          }
        />
      ) : null}
      {dashboard.tiles.length === 0 ? (
        <EmptyState what={words.empty} how={words.emptyHow} />
      ) : (
        <Grid
          dashboard={{ ...dashboard, product }}
          {...(arranging
            ? { onChange: (tiles: readonly DashboardTile[]) => change({ tiles: [...tiles] }) }
            : {})}
        />
      )}
      {sending ? <Subscriptions dashboard={kept.id} {...sending} /> : null}
      {changing ? (
        <DashboardDialog
          dashboard={dashboard}
          onClose={() => setChanging(false)}
          onDone={() => setChanging(false)}
        />
      ) : null}
    </>
  );
}
