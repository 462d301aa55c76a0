/**
 * Queries of the event store about reports. A report stands for `weight` reports of its kind (10 for a sampled success), so
 * counts are sums of weights and percentiles are weighted.
 */
import type { AnswerOf } from '@rollcall/contract';
import { type MonitorConsoleCalls, type Rating, vitalThresholds } from '@rollcall/contract/console';
import type { Dialect } from '../../events/store/dialect.ts';
import type { Values, QueryClient, QueryOptions } from '../../events/store/query-client.ts';

type Answer<Name extends keyof MonitorConsoleCalls> = AnswerOf<MonitorConsoleCalls[Name]>;
type Row<Columns> = Columns & { readonly [column: string]: unknown };

/** The event store, and how its SQL is written. */
export interface QueryContext {
  readonly client: QueryClient;
  readonly dialect: Dialect;
}

export interface Range {
  readonly product: string;
  /** Milliseconds since 1970, the second exclusive. */
  readonly from: number;
  readonly to: number;
  readonly release?: string | undefined;
  readonly page?: string | undefined;
  /** Of performance reports; `unknown`: those that have none. */
  readonly device?: string | undefined;
  readonly network?: string | undefined;
}

export const ABORTED = 603;
/** Maximum numbers of rows in an answer; `groups`: of groups found by page, `pages`: of the pages of a group. */
const most = {
  calls: 500,
  statuses: 5_000,
  vitals: 2_000,
  resources: 500,
  groups: 10_000,
  pages: 20,
} as const;
/** Maximum number of points in a series. */
const POINTS = 120;

/** Performance reports that have none of it have an empty text there. */
const orNone = (value: string | undefined): string | undefined => (value === 'unknown' ? '' : value);

/** Reports of a kind that were received within a range. */
export const reportsOf = (
  { text, integer, jsonText }: Dialect,
  kind: string,
  { product, from, to, release, page, device, network }: Range,
): { readonly sql: string; readonly values: Values } => {
  const narrowed = (
    [
      ['release', 'release', release],
      ['page', 'page', page],
      ['device', jsonText('data', 'device'), orNone(device)],
      ['network', jsonText('data', 'network'), orNone(network)],
    ] as const
  ).flatMap(([name, column, value]) => (value === undefined ? [] : [{ name, column, value }]));
  return {
    sql: `from reports where kind = '${kind}' and product = ${text('product')}
    and received >= ${integer('from')} and received < ${integer('to')}${narrowed
      .map(({ name, column }) => ` and ${column} = ${text(name)}`)
      .join('')}`,
    values: {
      product,
      from,
      to,
      ...Object.fromEntries(narrowed.map(({ name, value }) => [name, value])),
    },
  };
};

/** A weighted percentile over rows of `ranked`, with `upto` (cumulative weight) and `total`. */
export const percentile = (share: number): string =>
  `min(ranked.value) filter (where ranked.upto >= ${share} * ranked.total)`;

interface CallRow {
  readonly name: string;
  readonly total: number;
  readonly succeeded: number;
  readonly business: number;
  readonly failed: number;
  readonly aborted: number;
  readonly p50: number | null;
  readonly p75: number | null;
  readonly p95: number | null;
  readonly p99: number | null;
}
interface StatusRow {
  readonly name: string;
  readonly status: number;
  readonly count: number;
}

export const calls = async (
  { client, dialect }: QueryContext,
  range: Range,
  options?: QueryOptions,
): Promise<Answer<'getCallHealth'>> => {
  const { sql, values } = reportsOf(dialect, 'call', range);
  const [totals, statuses] = await Promise.all([
    client.query<Row<CallRow>>(
      `with totals as (
         select name, sum(weight) as total,
           coalesce(sum(weight) filter (where status < 400), 0) as succeeded,
           coalesce(sum(weight) filter (where status between 400 and 499), 0) as business,
           coalesce(sum(weight) filter (where status >= 500 and status <> ${ABORTED}), 0) as failed,
           coalesce(sum(weight) filter (where status = ${ABORTED}), 0) as aborted
         ${sql} group by name order by total desc, name limit ${most.calls}
       ), ranked as (
         select name, value, sum(weight) over (partition by name order by value) as upto,
           sum(weight) over (partition by name) as total
         ${sql} and status < 600 and value is not null
       ), latency as (
         select name, ${percentile(0.5)} as p50, ${percentile(0.75)} as p75,
           ${percentile(0.95)} as p95, ${percentile(0.99)} as p99
         from ranked group by name
       )
       select totals.*, p50, p75, p95, p99 from totals left join latency using (name) order by total desc, name`,
      values,
      options,
    ),
    client.query<Row<StatusRow>>(
      `select name, status, sum(weight) as count ${sql} group by name, status order by count desc, status limit ${most.statuses}`,
      values,
      options,
    ),
  ]);
  const byName = new Map<string, { status: number; count: number }[]>();
  for (const { name, status, count } of statuses) {
    const list = byName.get(name) ?? [];
    byName.set(name, list);
    list.push({ status, count });
  }
  return {
    calls: totals.map(({ name, ...row }) => ({
      call: name,
      ...row,
      success_share: row.total > row.aborted ? row.succeeded / (row.total - row.aborted) : null,
      statuses: byName.get(name) ?? [],
    })),
  };
};

/** The threshold of a row's metric; null, which no value exceeds, if it has none. */
const threshold = (which: 0 | 1): string =>
  `(case name ${Object.entries(vitalThresholds)
    .map(([name, thresholds]) => `when '${name}' then ${thresholds[which]}`)
    .join(' ')} end)`;

/** By the thresholds of web-vitals; null for a metric without. */
export const ratingOf = (metric: string, value: number): Rating | null => {
  const found = Object.entries(vitalThresholds).find(([name]) => name === metric)?.[1];
  if (!found) return null;
  const [good, poor] = found;
  return value <= good ? 'good' : value <= poor ? 'needs-improvement' : 'poor';
};

export const vitals = async (
  { client, dialect }: QueryContext,
  range: Range,
  options?: QueryOptions,
): Promise<Answer<'getVitals'>> => {
  const { sql, values } = reportsOf(dialect, 'performance', range);
  const good = threshold(0);
  const poor = threshold(1);
  const rows = await client.query<Row<Omit<Answer<'getVitals'>['vitals'][number], 'rating'>>>(
    `select page, release, name as metric, sum(weight) as samples, ${dialect.quantile('value', 0.75)} as p75,
       coalesce(sum(weight) filter (where value <= ${good}), 0) as good,
       coalesce(sum(weight) filter (where value > ${good} and value <= ${poor}), 0) as needs_improvement,
       coalesce(sum(weight) filter (where value > ${poor}), 0) as poor
     ${sql} and value is not null
     group by page, release, name order by samples desc, page, release, metric limit ${most.vitals}`,
    values,
    options,
  );
  return { vitals: rows.map(row => ({ ...row, rating: ratingOf(row.metric, row.p75) })) };
};

export const resources = async (
  { client, dialect }: QueryContext,
  range: Range,
  options?: QueryOptions,
): Promise<Answer<'getResourceFailures'>> => {
  const { sql, values } = reportsOf(dialect, 'resource', range);
  const field = (name: string) => dialect.jsonText('data', name);
  const rows = await client.query<Row<Answer<'getResourceFailures'>['resources'][number]>>(
    `select ${field('element')} as element, name as address, ${field('chunk')} as chunk, sum(weight) as count,
       coalesce(sum(weight) filter (where ${field('reason')} = 'timeout'), 0) as timeouts,
       ${dialect.firstDistinct('page', 10)} as pages,
       ${dialect.firstDistinct('release', 10)} as releases, max(received) as last_seen
     ${sql} group by element, address, chunk order by count desc, address limit ${most.resources}`,
    values,
    options,
  );
  return { resources: [...rows] };
};

/** @returns the product with the most reports from `from` to `to` (exclusive); undefined if there are none */
export const busiest = async (
  { client, dialect: { integer } }: QueryContext,
  { from, to }: Pick<Range, 'from' | 'to'>,
  options?: QueryOptions,
): Promise<string | undefined> => {
  const [row] = await client.query<{ product: string }>(
    `select product from reports where received >= ${integer('from')} and received < ${integer('to')}
     group by product order by count(*) desc, product limit 1`,
    { from, to },
    options,
  );
  return row?.product;
};

/** Milliseconds between two points, chosen from usual intervals of time. */
export const stepOf = (span: number): number => {
  const minute = 60_000;
  const steps = [1, 5, 15, 60, 180, 360, 720, 1440].map(minutes => minutes * minute);
  return steps.find(step => span / step <= POINTS) ?? 1440 * minute;
};

/** Occurrences of a group over time, and by page. */
export const group = async (
  { client, dialect: { text, integer } }: QueryContext,
  { id, from, to }: Pick<Range, 'from' | 'to'> & { readonly id: string },
  options?: QueryOptions,
): Promise<Pick<Answer<'getErrorGroup'>, 'step' | 'counts' | 'pages'>> => {
  const step = stepOf(to - from);
  const values = { id, from, to };
  const sql = `from reports where kind = 'error' and name = ${text('id')}
    and received >= ${integer('from')} and received < ${integer('to')}`;
  const [counts, pages] = await Promise.all([
    client.query<{ at: number; count: number }>(
      `select received - received % ${step} as "at", sum(weight) as count ${sql} group by "at" order by "at"`,
      values,
      options,
    ),
    client.query<{ page: string; count: number }>(
      `select page, sum(weight) as count ${sql} group by page order by count desc, page limit ${most.pages}`,
      values,
      options,
    ),
  ]);
  return { step, counts: [...counts], pages: [...pages] };
};

/** @returns ids of error groups that occurred on pages whose path contains a word (case-insensitive); at most 10,000 */
export const groupsOnPages = async (
  { client, dialect }: QueryContext,
  { word, ...range }: Range & { readonly word: string },
  options?: QueryOptions,
): Promise<string[]> => {
  const { sql, values } = reportsOf(dialect, 'error', range);
  const rows = await client.query<{ name: string }>(
    `select distinct name ${sql} and position(${dialect.text('word')} in ${dialect.lower('page')}) > 0
     order by name limit ${most.groups}`,
    { ...values, word: word.toLowerCase() },
    options,
  );
  return rows.map(({ name }) => name);
};
