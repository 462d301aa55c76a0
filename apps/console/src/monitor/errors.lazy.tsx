/** The page of `/console/monitor/errors`, loaded when it is opened. */
import { COUNTED_DAYS, type GroupOrder, groupStatuses } from '@rollcall/contract/console';
import { createLazyRoute, Link } from '@tanstack/react-router';
import { saveFile, toCsv } from '../charts/tabular.ts';
import { TextButton, SecondaryButton } from '../parts/buttons.tsx';
import chartViewCss from '../charts/chart-view.module.css';
import chipsCss from '../parts/chips.module.css';
import filterBarCss from '../parts/filter-bar.module.css';
import textCss from '../parts/text.module.css';
import { TextField, textIn } from '../parts/text-field.tsx';
import { labelled, SelectField } from '../parts/select-field.tsx';
import { DateTime } from '../parts/date-time.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { PageHeader } from '../parts/page.tsx';
import { Pager } from '../parts/pager.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { SampleBadge } from '../parts/sample-badge.tsx';
import { SearchForm } from '../parts/search-form.tsx';
import { useCommonWords, useWords } from '../console-context.ts';
import { useLateCall } from '../use-late-call.ts';
import own from './monitor.module.css';
import { UnknownProduct, useFormats } from './filters.tsx';
import { GroupStatusBadge, NewBadge } from './group-status.tsx';
import { PageViews } from './page-views.tsx';
import { type GroupRow, tableOfGroups } from './tables.ts';
import { countsByGroup, countsQuery, Trend } from './trend.tsx';
import { monitorWords } from './words.ts';

export const route = createLazyRoute('/shell/monitor/console/monitor/errors')({ component: Errors });

function Errors() {
  const state = route.useSearch();
  const { product, known, sampled, items, next, newest_release: newest } = route.useLoaderData();
  const navigate = route.useNavigate();
  const words = useWords(monitorWords);
  const common = useCommonWords();
  const formats = useFormats();
  const ids = items.map(({ id }) => id);
  const { answer } = useLateCall('getErrorCounts', countsQuery(product, ids));
  const counts = answer && countsByGroup(answer);
  const update = (change: Partial<typeof state>) =>
    void navigate({ search: now => ({ ...now, cursor: '', ...change }) });
  const searching = state.only === 'new' || state.q.trim() !== '' || state.cursor !== '';
  const columns: Column<GroupRow, GroupOrder>[] = [
    {
      key: 'error',
      head: words.error,
      wide: true,
      line: 'title',
      render: row => (
        <span className={own.error}>
          <Link to="/console/monitor/errors/$id" params={{ id: row.id }}>
            {row.name}: {row.message}
          </Link>
          {row.note ? (
            <small className={own.noted}>
              {common.titled(words.note, row.note.text.split('\n', 1)[0] ?? '')}
            </small>
          ) : null}
          <small>{row.culprit}</small>
          <NewBadge group={row} newest={newest} />
        </span>
      ),
    },
    {
      key: 'count',
      head: words.count,
      numeric: true,
      sort: 'count',
      line: 2,
      render: row => formats.whole(row.count),
    },
    {
      key: 'trend',
      head: words.lastDays(COUNTED_DAYS),
      line: 2,
      render: row => <Trend id={row.id} found={counts} />,
    },
    {
      key: 'pages',
      head: words.pageViews,
      numeric: true,
      line: 'more',
      render: row => <PageViews of={row} />,
    },
    {
      key: 'last_seen',
      head: words.lastSeen,
      sort: 'last_seen',
      line: 2,
      render: row => <DateTime at={row.last_seen} />,
    },
    {
      key: 'first_seen',
      head: words.firstSeen,
      sort: 'first_seen',
      line: 'more',
      render: row => <DateTime at={row.first_seen} />,
    },
    {
      key: 'release',
      head: words.lastRelease,
      line: 'more',
      render: row => <code className={textCss.code}>{row.last_release}</code>,
    },
    {
      key: 'status',
      head: words.status,
      line: 'more',
      render: row => <GroupStatusBadge group={row} />,
    },
  ];
  return (
    <>
      <PageHeader title={words.errors} lead={words.errorsLead} />
      <search>
        <SearchForm shown={[state.q]} onSubmit={data => update({ q: textIn(data, 'q') })}>
          <div className={filterBarCss.most}>
            <TextField
              label={words.find}
              rule={words.findRule}
              type="search"
              name="q"
              defaultValue={state.q}
              maxLength={200}
              spellCheck={false}
            />
          </div>
          <SelectField
            label={words.status}
            value={state.status}
            options={[...labelled(groupStatuses, words.statusNames), ['all', common.all] as const]}
            onSelect={status => update({ status })}
          />
          <SecondaryButton type="submit">{common.search}</SecondaryButton>
        </SearchForm>
      </search>
      {newest ? (
        <div className={chipsCss.chips}>
          <button
            type="button"
            aria-pressed={state.only === 'new'}
            onClick={() => update({ only: state.only === 'new' ? 'all' : 'new' })}
          >
            {words.onlyNew(newest)}
          </button>
        </div>
      ) : null}
      {items.length > 0 ? (
        <div className={chartViewCss.chartView}>
          <header>
            <SampleBadge sampled={sampled} />
            <span>
              <TextButton
                onClick={() =>
                  saveFile(
                    'errors.csv',
                    toCsv(
                      tableOfGroups(
                        items,
                        [
                          words.error,
                          words.message,
                          words.culprit,
                          words.status,
                          words.count,
                          words.pageViews,
                          words.pageViewsSince,
                          words.firstSeen,
                          words.lastSeen,
                          words.firstRelease,
                          words.lastRelease,
                          words.note,
                          words.id,
                        ],
                        words.statusNames,
                        at => new Date(at).toISOString(),
                      ),
                    ),
                  )
                }
              >
                {common.download}
              </TextButton>
            </span>
          </header>
        </div>
      ) : null}
      <Table
        label={words.errors}
        columns={columns}
        rows={items}
        rowKey={row => row.id}
        nameOf={row => row.name}
        sorted={{ by: state.sort, descending: state.order === 'descending' }}
        onSort={({ by, descending }) => update({ sort: by, order: descending ? 'descending' : 'ascending' })}
        empty={
          searching ? (
            <EmptyState what={common.nothingFound} how={words.noneFoundHow} />
          ) : (
            <UnknownProduct
              product={product}
              known={known}
              otherwise={<EmptyState what={words.noErrors} how={words.noErrorsHow} />}
            />
          )
        }
      />
      <Pager count={items.length} cursor={state.cursor} next={next} />
    </>
  );
}
