/**
 * Queries of the event store about reports. A report stands for `weight` reports of its kind (10 for a sampled success), so
 * counts are sums of weights and percentiles are weighted.
 */
import type { AnswerOf } from '@rollcall/contract';
import {
  type AbsenceKind,
  type AlertKind,
  type MonitorConsoleCalls,
  type Rating,
  vitalThresholds,
} from '@rollcall/contract/console';
import type { QueryClient, QueryOptions } from '../../events/store/query-client.ts';
import { flag } from '../../events/store/tables.ts';

type Answer<Name extends keyof MonitorConsoleCalls> = AnswerOf<MonitorConsoleCalls[Name]>;

export interface Range {
  readonly product: string;
  /** Milliseconds since 1970, the second exclusive. */
  readonly from: number;
  readonly to: number;
  readonly release?: string | undefined;
}

export const ABORTED = 603;
/** Maximum numbers of rows in an answer; `groups`: of groups found by page, `pages`: of the pages of a group. */
export const most = {
  calls: 500,
  statuses: 5_000,
  vitals: 2_000,
  resources: 500,
  groups: 10_000,
  pages: 20,
} as const;
/** Maximum number of points in a series. */
const POINTS = 120;

const condition = ({ product, from, to, release }: Range) => ({
  where: `product = $product and received >= $from and received < $to${release === undefined ? '' : ' and release = $release'}`,
  values: { product, from, to, ...(release === undefined ? {} : { release }) },
});

/** A weighted percentile over rows with `upto` (cumulative weight) and `total`. */
const percentile = (share: string): string => `min(value) filter (upto >= ${share} * total)`;

/** `options.signal` cancels the query. */
export interface MonitorQueries {
  calls(range: Range, options?: QueryOptions): Promise<Answer<'getCallHealth'>>;
  vitals(range: Range, options?: QueryOptions): Promise<Answer<'getVitals'>>;
  resources(range: Range, options?: QueryOptions): Promise<Answer<'getResourceFailures'>>;
  /** The product with the most reports from `from` to `to` (exclusive); undefined if there are none. */
  busiest(from: number, to: number, options?: QueryOptions): Promise<string | undefined>;
  /** Occurrences of a group over time, and by page. */
  group(
    id: string,
    from: number,
    to: number,
    options?: QueryOptions,
  ): Promise<Pick<Answer<'getErrorGroup'>, 'step' | 'counts' | 'pages'>>;
  /** Ids of error groups that occurred on pages whose path contains a word (case-insensitive); at most 10,000. */
  groupsOnPages(word: string, range: Range, options?: QueryOptions): Promise<string[]>;
  /**
   * When the server received the last event of a product, not counting sample data; undefined if there was none from `from` to `to`.
   * @param key an event's key, or `*` for all
   */
  lastEvent(product: string, key: string, from: number, to: number): Promise<number | undefined>;
  /** Measures an alert rule without sample data. `value` is null without samples. */
  measure(rule: MeasuredRule, range: Range): Promise<{ value: number | null; samples: number }>;
}

export interface MeasuredRule {
  readonly kind: Exclude<AlertKind, AbsenceKind>;
  readonly target: string;
  readonly percentile: number;
}

/** The queries in DuckDB's SQL. */
export const createMonitorQueries = (client: QueryClient): MonitorQueries => ({
  calls: async (range, options) => {
    const { where, values } = condition(range);
    const rows = `from reports where kind = 'call' and ${where}`;
    const [totals, statuses] = await Promise.all([
      client.query<CallRow>(
        `with totals as (
           select name, sum(weight) as total,
             coalesce(sum(weight) filter (status < 400), 0) as succeeded,
             coalesce(sum(weight) filter (status between 400 and 499), 0) as business,
             coalesce(sum(weight) filter (status >= 500 and status <> ${ABORTED}), 0) as failed,
             coalesce(sum(weight) filter (status = ${ABORTED}), 0) as aborted
           ${rows} group by name order by total desc, name limit ${most.calls}
         ), ranked as (
           select name, value, sum(weight) over (partition by name order by value) as upto,
             sum(weight) over (partition by name) as total
           ${rows} and status < 600 and value is not null
         ), latency as (
           select name, ${percentile('0.5')} as p50, ${percentile('0.75')} as p75,
             ${percentile('0.95')} as p95, ${percentile('0.99')} as p99
           from ranked group by name
         )
         select totals.*, p50, p75, p95, p99 from totals left join latency using (name) order by total desc, name`,
        values,
        options,
      ),
      client.query<StatusRow>(
        `select name, status, sum(weight) as count ${rows} group by name, status order by count desc, status limit ${most.statuses}`,
        values,
        options,
      ),
    ]);
    return callsAnswer(totals, statuses);
  },

  vitals: async (range, options) => {
    const { where, values } = condition(range);
    const good = thresholdSql(0);
    const poor = thresholdSql(1);
    const rows = await client.query<VitalRow>(
      `select page, release, name as metric, sum(weight) as samples, quantile_cont(value, 0.75) as p75,
         coalesce(sum(weight) filter (value <= ${good}), 0) as good,
         coalesce(sum(weight) filter (value > ${good} and value <= ${poor}), 0) as needs_improvement,
         coalesce(sum(weight) filter (value > ${poor}), 0) as poor
       from reports where kind = 'performance' and value is not null and ${where}
       group by page, release, name order by samples desc, page, release, metric limit ${most.vitals}`,
      values,
      options,
    );
    return vitalsAnswer(rows);
  },

  resources: async (range, options) => {
    const { where, values } = condition(range);
    const field = (name: string) => `coalesce(json_extract_string(data, '$.${name}'), '')`;
    const rows = await client.query<Answer<'getResourceFailures'>['resources'][number]>(
      `select ${field('element')} as element, name as address, ${field('chunk')} as chunk, sum(weight) as count,
         coalesce(sum(weight) filter (${field('reason')} = 'timeout'), 0) as timeouts,
         list_slice(list_sort(list(distinct page)), 1, 10) as pages,
         list_slice(list_sort(list(distinct release)), 1, 10) as releases, max(received) as last_seen
       from reports where kind = 'resource' and ${where}
       group by all order by count desc, address limit ${most.resources}`,
      values,
      options,
    );
    return { resources: [...rows] };
  },

  busiest: async (from, to, options) => {
    const [row] = await client.query<{ product: string }>(
      `select product from reports where received >= $from and received < $to
       group by product order by count(*) desc, product limit 1`,
      { from, to },
      options,
    );
    return row?.product;
  },

  group: async (id, from, to, options) => {
    const step = stepOf(to - from);
    const values = { id, from, to };
    const where = "kind = 'error' and name = $id and received >= $from and received < $to";
    const [counts, pages] = await Promise.all([
      client.query<{ at: number; count: number }>(
        `select received // ${step} * ${step} as at, sum(weight) as count from reports where ${where} group by 1 order by 1`,
        values,
        options,
      ),
      client.query<{ page: string; count: number }>(
        `select page, sum(weight) as count from reports where ${where} group by page order by count desc, page limit ${most.pages}`,
        values,
        options,
      ),
    ]);
    return { step, counts: [...counts], pages: [...pages] };
  },

  groupsOnPages: async (word, range, options) => {
    const { where, values } = condition(range);
    const rows = await client.query<{ name: string }>(
      `select distinct name from reports where kind = 'error' and ${where} and contains(lower(page), $word)
       order by name limit ${most.groups}`,
      { ...values, word: word.toLowerCase() },
      options,
    );
    return rows.map(({ name }) => name);
  },

  lastEvent: async (product, key, from, to) => {
    const all = key === '*';
    const [row] = await client.query<{ at: number | null }>(
      `select max(received) as at from events
       where product = $product and received >= $from and received <= $to and flags & ${flag.sample} = 0${all ? '' : ' and key = $key'}`,
      { product, from, to, ...(all ? {} : { key }) },
    );
    return row?.at ?? undefined;
  },

  measure: async ({ kind, target, percentile: share }, range) => {
    const { where, values } = condition(range);
    const all = target === '*';
    const rows = `from reports where kind = '${reportKind[kind]}' and ${where} and sample is not true${all ? '' : ' and name = $target'}`;
    const parameters = all ? values : { ...values, target };
    const ranked = (more: string) =>
      `with ranked as (select value, sum(weight) over (order by value) as upto, sum(weight) over () as total
         ${rows} and value is not null ${more})
       select ${percentile(String(share))} as value, max(total) as samples from ranked`;
    const statement = {
      'error-rate': `select sum(weight) / ${(range.to - range.from) / 60_000} as value, sum(weight) as samples ${rows}`,
      'failed-share': `select sum(weight) filter (status >= 500) / nullif(sum(weight), 0) as value, sum(weight) as samples
         ${rows} and status <> ${ABORTED}`,
      vital: ranked(''),
      'call-latency': ranked('and status < 600'),
    }[kind];
    const [row] = await client.query<{ value: number | null; samples: number | null }>(statement, parameters);
    const samples = row?.samples ?? 0;
    return measured(kind, row?.value ?? null, samples);
  },
});

/** A status of a call, and how often it had it. */
export interface StatusRow {
  readonly [column: string]: unknown;
  readonly name: string;
  readonly status: number;
  readonly count: number;
}

export const callsAnswer = (
  totals: readonly CallRow[],
  statuses: readonly StatusRow[],
): Answer<'getCallHealth'> => {
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

export const vitalsAnswer = (rows: readonly VitalRow[]): Answer<'getVitals'> => ({
  vitals: rows.map(row => ({ ...row, rating: ratingOf(row.metric, row.p75) })),
});

/** No failure among the calls, or no error at all, is a measurement, too. */
export const measured = (
  kind: AlertKind,
  value: number | null,
  samples: number,
): { value: number | null; samples: number } => {
  const none = kind === 'error-rate' || (kind === 'failed-share' && samples > 0) ? 0 : null;
  return { value: value ?? none, samples };
};

export interface CallRow {
  readonly [column: string]: unknown;
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
export type VitalRow = Omit<Answer<'getVitals'>['vitals'][number], 'rating'>;

export const reportKind = {
  'error-rate': 'error',
  'failed-share': 'call',
  vital: 'performance',
  'call-latency': 'call',
} as const satisfies Record<MeasuredRule['kind'], string>;

/** The threshold of a row's metric; null, which no value exceeds, if it has none. */
const thresholdSql = (which: 0 | 1): string =>
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

/** Milliseconds between two points, chosen from usual intervals of time. */
export const stepOf = (span: number): number => {
  const minute = 60_000;
  const steps = [1, 5, 15, 60, 180, 360, 720, 1440].map(minutes => minutes * minute);
  return steps.find(step => span / step <= POINTS) ?? 1440 * minute;
};
