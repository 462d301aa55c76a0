/** `/console/monitor/errors`: groups of the same script error, searched, sorted and paged by the server. */
import { type GroupOrder, groupOrders, groupStatuses } from '@rollcall/contract/console';
import { createRoute, Link } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { searchParams, oneOf, text } from '../search-params/search-params.ts';
import { saveFile, toCsv } from '../charts/tabular.ts';
import { TextButton, SecondaryButton } from '../parts/buttons.tsx';
import chartViewCss from '../charts/chart-view.module.css';
import filterBarCss from '../parts/filter-bar.module.css';
import textCss from '../parts/text.module.css';
import { SearchField } from '../parts/search-field.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { DateTime } from '../parts/date-time.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { PageHeader } from '../parts/page.tsx';
import { Pager } from '../parts/pager.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { SampleBadge } from '../parts/sample-badge.tsx';
import { useCommonWords, useWords } from '../console-context.ts';
import own from './monitor.module.css';
import { ProductField, UnknownProduct, useFormats } from './filters.tsx';
import { GroupStatusBadge } from './group-status.tsx';
import { PageViews } from './page-views.tsx';
import { monitorParams } from './period.ts';
import { resolveProduct, monitorRoute } from './route.ts';
import { type GroupRow, tableOfGroups } from './tables.ts';
import { monitorWords } from './words.ts';
import { view } from './errors.view.ts';

const searchSchema = searchParams({
  product: monitorParams.product,
  status: oneOf(['all', ...groupStatuses], 'open'),
  q: text('', 200),
  sort: oneOf(groupOrders, 'last_seen'),
  order: oneOf(['descending', 'ascending'], 'descending'),
  cursor: text('', 600),
});

export const errorsRoute = createRoute({
  getParentRoute: () => monitorRoute,
  path: view.path,
  staticData: { view },
  ...searchSchema.route,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { client }, deps, parentMatchPromise, abortController: { signal } }) => {
    const resolved = await resolveProduct(client, deps.product, parentMatchPromise, signal);
    const { status, q, sort, order, cursor } = deps;
    const query = {
      product: resolved.product,
      sort,
      order,
      ...(status === 'all' ? {} : { status }),
      ...(q.trim() === '' ? {} : { q: q.trim() }),
      ...(cursor === '' ? {} : { cursor }),
    };
    return { ...resolved, ...(await client.call('listErrorGroups', { query }, signal)) };
  },
  component: Errors,
});

function Errors() {
  const state = errorsRoute.useSearch();
  const { product, known, sampled, items, next } = errorsRoute.useLoaderData();
  const navigate = errorsRoute.useNavigate();
  const words = useWords(monitorWords);
  const common = useCommonWords();
  const formats = useFormats();
  const update = (change: Partial<typeof state>) =>
    void navigate({ search: now => ({ ...now, cursor: '', ...change }) });
  const searching = state.q.trim() !== '' || state.cursor !== '';
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    update({ q: String(new FormData(event.currentTarget).get('q') ?? '').trim() });
  };
  const columns: Column<GroupRow, GroupOrder>[] = [
    {
      key: 'error',
      head: words.error,
      wide: true,
      render: row => (
        <span className={own.error}>
          <Link to="/console/monitor/errors/$id" params={{ id: row.id }}>
            {row.name}: {row.message}
          </Link>
          <small>{row.culprit}</small>
        </span>
      ),
    },
    {
      key: 'count',
      head: words.count,
      numeric: true,
      sort: 'count',
      render: row => formats.whole(row.count),
    },
    {
      key: 'pages',
      head: words.pageViews,
      numeric: true,
      render: row => <PageViews of={row} />,
    },
    {
      key: 'last_seen',
      head: words.lastSeen,
      sort: 'last_seen',
      render: row => <DateTime at={row.last_seen} />,
    },
    {
      key: 'first_seen',
      head: words.firstSeen,
      sort: 'first_seen',
      render: row => <DateTime at={row.first_seen} />,
    },
    {
      key: 'release',
      head: words.lastRelease,
      render: row => <code className={textCss.code}>{row.last_release}</code>,
    },
    { key: 'status', head: words.status, render: row => <GroupStatusBadge group={row} /> },
  ];
  return (
    <>
      <PageHeader title={words.errors} lead={words.errorsLead} />
      <search>
        <form key={state.q} className={filterBarCss.bar} onSubmit={submit}>
          <div className={filterBarCss.first}>
            <SearchField label={words.find} rule={words.findRule} name="q" value={state.q} maxLength={200} />
          </div>
          <SecondaryButton type="submit">{common.search}</SecondaryButton>
          <SelectField
            label={words.status}
            value={state.status}
            options={[
              ...groupStatuses.map(name => [name, words.statusNames[name]] as const),
              ['all', common.all] as const,
            ]}
            onSelect={status => update({ status })}
          />
          <ProductField product={product} onSelect={code => update({ product: code })} />
        </form>
      </search>
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
        sorted={{ by: state.sort, descending: state.order === 'descending' }}
        onSort={({ by, descending }) => update({ sort: by, order: descending ? 'descending' : 'ascending' })}
        empty={
          searching ? (
            <EmptyState what={words.noneFound} how={words.noneFoundHow} />
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
