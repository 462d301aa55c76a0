/** `/console/monitor/errors`: groups of the same script error, found and ordered by the server; the question is the address. */
import { type GroupOrder, groupOrders, groupStatuses } from '@rollcall/contract/console';
import { createRoute, Link } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { addressOf, oneOf, text } from '../address/codec.ts';
import { saveFile, toCsv } from '../charts/tabular.ts';
import { Plain, Quiet } from '../parts/buttons.tsx';
import css from '../parts/console-parts.module.css';
import { Choice, Field } from '../parts/field.tsx';
import { Empty, PageHead, When } from '../parts/page.tsx';
import { Pager } from '../parts/pager.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { useCommon, useWords } from '../surroundings.ts';
import own from './console-monitor.module.css';
import { ProductField, SampleMark, UnknownProduct, useFigures } from './filters.tsx';
import { StatusMark } from './group-status.tsx';
import { monitorParams } from './period.ts';
import { askedProduct, monitorRoute } from './route.ts';
import { type GroupRow, tableOfGroups } from './tables.ts';
import { monitorWords } from './words.ts';

const address = addressOf({
  product: monitorParams.product,
  status: oneOf(['all', ...groupStatuses], 'open'),
  q: text('', 200),
  sort: oneOf(groupOrders, 'last_seen'),
  order: oneOf(['descending', 'ascending'], 'descending'),
  cursor: text('', 600),
});

export const errorsRoute = createRoute({
  getParentRoute: () => monitorRoute,
  path: '/console/monitor/errors',
  ...address.route,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { client }, deps, parentMatchPromise, abortController: { signal } }) => {
    const asked = await askedProduct(client, deps.product, parentMatchPromise, signal);
    const { status, q, sort, order, cursor } = deps;
    const query = {
      product: asked.product,
      sort,
      order,
      ...(status === 'all' ? {} : { status }),
      ...(q.trim() === '' ? {} : { q: q.trim() }),
      ...(cursor === '' ? {} : { cursor }),
    };
    return { ...asked, ...(await client.ask('listErrorGroups', { query }, signal)) };
  },
  component: Errors,
});

function Errors() {
  const state = errorsRoute.useSearch();
  const { product, sampled, items, next } = errorsRoute.useLoaderData();
  const navigate = errorsRoute.useNavigate();
  const words = useWords(monitorWords);
  const common = useCommon();
  const figures = useFigures();
  const ask = (change: Partial<typeof state>) =>
    void navigate({ search: now => ({ ...now, cursor: '', ...change }) });
  const searching = state.q.trim() !== '' || state.cursor !== '';
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    ask({ q: String(new FormData(event.currentTarget).get('q') ?? '').trim() });
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
    { key: 'count', head: words.count, figure: true, sort: 'count', render: row => figures.whole(row.count) },
    {
      key: 'last_seen',
      head: words.lastSeen,
      sort: 'last_seen',
      render: row => <When at={row.last_seen} />,
    },
    {
      key: 'first_seen',
      head: words.firstSeen,
      sort: 'first_seen',
      render: row => <When at={row.first_seen} />,
    },
    {
      key: 'release',
      head: words.lastRelease,
      render: row => <code className={css.figuresFont}>{row.last_release}</code>,
    },
    { key: 'status', head: words.status, render: row => <StatusMark group={row} /> },
  ];
  return (
    <>
      <PageHead title={words.errors} lead={words.errorsLead} />
      <search>
        <form key={state.q} className={css.bar} onSubmit={submit}>
          <div className={css.first}>
            <Field label={words.find} rule={words.findRule}>
              {control => (
                <input
                  {...control}
                  type="search"
                  name="q"
                  defaultValue={state.q}
                  maxLength={200}
                  spellCheck={false}
                />
              )}
            </Field>
          </div>
          <Quiet type="submit">{common.search}</Quiet>
          <Choice
            label={words.status}
            value={state.status}
            options={[
              ...groupStatuses.map(name => [name, words.statusNames[name]] as const),
              ['all', common.all] as const,
            ]}
            onChoose={status => ask({ status })}
          />
          <ProductField product={product} onChoose={code => ask({ product: code })} />
        </form>
      </search>
      {items.length > 0 ? (
        <div className={css.figure}>
          <header>
            <SampleMark sampled={sampled} />
            <span>
              <Plain
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
                          words.firstSeen,
                          words.lastSeen,
                          words.firstRelease,
                          words.lastRelease,
                          words.id,
                        ],
                        at => new Date(at).toISOString(),
                      ),
                    ),
                  )
                }
              >
                {common.download}
              </Plain>
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
        onSort={({ by, descending }) => ask({ sort: by, order: descending ? 'descending' : 'ascending' })}
        empty={
          searching ? (
            <Empty what={words.noneFound} how={words.noneFoundHow} />
          ) : (
            <UnknownProduct
              product={product}
              otherwise={<Empty what={words.noErrors} how={words.noErrorsHow} />}
            />
          )
        }
      />
      <Pager count={items.length} cursor={state.cursor} next={next} />
    </>
  );
}
