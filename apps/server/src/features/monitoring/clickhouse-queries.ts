/** The queries about reports in ClickHouse's SQL; see `queries.ts`. */
import { vitalThresholds } from '@rollcall/contract/console';
import { flag } from '../../events/store/tables.ts';
import type { QueryClient } from '../../events/store/query-client.ts';
import {
  ABORTED,
  type CallRow,
  callsAnswer,
  measured,
  type MonitorQueries,
  most,
  type Range,
  reportKind,
  type StatusRow,
  stepOf,
  vitalsAnswer,
  type VitalRow,
} from './queries.ts';

const condition = ({ product, from, to, release }: Range) => ({
  where: `product = {product:String} AND received >= {from:Int64} AND received < {to:Int64}${
    release === undefined ? '' : ' AND release = {release:String}'
  }`,
  values: { product, from, to, ...(release === undefined ? {} : { release }) },
});

/** A weighted percentile over rows of `r` with `upto` (cumulative weight) and `total`. */
const percentile = (share: number): string => `minIf(r.value, r.upto >= ${share} * r.total)`;

/** The threshold of a row's metric; null, which no value exceeds, if it has none. */
const threshold = (which: 0 | 1): string =>
  `multiIf(${Object.entries(vitalThresholds)
    .map(([name, thresholds]) => `name = '${name}', ${thresholds[which]}`)
    .join(', ')}, NULL)`;

const field = (name: string): string => `JSONExtractString(ifNull(data, ''), '${name}')`;
const firstTen = (column: string): string => `arraySlice(arraySort(groupUniqArray(${column})), 1, 10)`;

export const clickHouseMonitorQueries = (client: QueryClient): MonitorQueries => ({
  calls: async (range, options) => {
    const { where, values } = condition(range);
    const rows = `FROM reports WHERE kind = 'call' AND ${where}`;
    const [totals, statuses] = await Promise.all([
      client.query<CallRow>(
        `SELECT t.*, l.p50 AS p50, l.p75 AS p75, l.p95 AS p95, l.p99 AS p99
         FROM (
           SELECT name, sum(weight) AS total, sumIf(weight, status < 400) AS succeeded,
                  sumIf(weight, status BETWEEN 400 AND 499) AS business,
                  sumIf(weight, status >= 500 AND status != ${ABORTED}) AS failed,
                  sumIf(weight, status = ${ABORTED}) AS aborted
           ${rows} GROUP BY name ORDER BY total DESC, name LIMIT ${most.calls}
         ) AS t
         LEFT JOIN (
           SELECT r.name AS name, ${percentile(0.5)} AS p50, ${percentile(0.75)} AS p75, ${percentile(0.95)} AS p95,
                  ${percentile(0.99)} AS p99
           FROM (
             SELECT name, value, sum(weight) OVER (PARTITION BY name ORDER BY value) AS upto,
                    sum(weight) OVER (PARTITION BY name) AS total
             ${rows} AND status < 600 AND value IS NOT NULL
           ) AS r GROUP BY name
         ) AS l ON t.name = l.name
         ORDER BY total DESC, name`,
        values,
        options,
      ),
      client.query<StatusRow>(
        `SELECT name, status, sum(weight) AS count ${rows} GROUP BY name, status
         ORDER BY count DESC, status LIMIT ${most.statuses}`,
        values,
        options,
      ),
    ]);
    return callsAnswer(totals, statuses);
  },

  vitals: async (range, options) => {
    const { where, values } = condition(range);
    const good = threshold(0);
    const poor = threshold(1);
    const rows = await client.query<VitalRow>(
      `SELECT page, release, name AS metric, sum(weight) AS samples, quantileExactInclusive(0.75)(value) AS p75,
              sumIf(weight, value <= ${good}) AS good,
              sumIf(weight, value > ${good} AND value <= ${poor}) AS needs_improvement,
              sumIf(weight, value > ${poor}) AS poor
       FROM reports WHERE kind = 'performance' AND value IS NOT NULL AND ${where}
       GROUP BY page, release, name ORDER BY samples DESC, page, release, metric LIMIT ${most.vitals}`,
      values,
      options,
    );
    return vitalsAnswer(rows);
  },

  resources: async (range, options) => {
    const { where, values } = condition(range);
    const rows = await client.query<Awaited<ReturnType<MonitorQueries['resources']>>['resources'][number]>(
      `SELECT ${field('element')} AS element, name AS address, ${field('chunk')} AS chunk, sum(weight) AS count,
              sumIf(weight, ${field('reason')} = 'timeout') AS timeouts,
              ${firstTen('page')} AS pages, ${firstTen('release')} AS releases, max(received) AS last_seen
       FROM reports WHERE kind = 'resource' AND ${where}
       GROUP BY element, address, chunk ORDER BY count DESC, address LIMIT ${most.resources}`,
      values,
      options,
    );
    return { resources: [...rows] };
  },

  busiest: async (from, to, options) => {
    const [row] = await client.query<{ product: string }>(
      `SELECT product FROM reports WHERE received >= {from:Int64} AND received < {to:Int64}
       GROUP BY product ORDER BY count() DESC, product LIMIT 1`,
      { from, to },
      options,
    );
    return row?.product;
  },

  group: async (id, from, to, options) => {
    const step = stepOf(to - from);
    const values = { id, from, to };
    const where =
      "kind = 'error' AND name = {id:String} AND received >= {from:Int64} AND received < {to:Int64}";
    const [counts, pages] = await Promise.all([
      client.query<{ at: number; count: number }>(
        `SELECT intDiv(received, ${step}) * ${step} AS at, sum(weight) AS count FROM reports WHERE ${where}
         GROUP BY at ORDER BY at`,
        values,
        options,
      ),
      client.query<{ page: string; count: number }>(
        `SELECT page, sum(weight) AS count FROM reports WHERE ${where} GROUP BY page
         ORDER BY count DESC, page LIMIT ${most.pages}`,
        values,
        options,
      ),
    ]);
    return { step, counts: [...counts], pages: [...pages] };
  },

  groupsOnPages: async (word, range, options) => {
    const { where, values } = condition(range);
    const rows = await client.query<{ name: string }>(
      `SELECT DISTINCT name FROM reports
       WHERE kind = 'error' AND ${where} AND position(lowerUTF8(page), {word:String}) > 0
       ORDER BY name LIMIT ${most.groups}`,
      { ...values, word: word.toLowerCase() },
      options,
    );
    return rows.map(({ name }) => name);
  },

  lastEvent: async (product, key, from, to) => {
    const all = key === '*';
    const [row] = await client.query<{ at: number | null }>(
      `SELECT maxOrNull(received) AS at FROM events
       WHERE product = {product:String} AND received >= {from:Int64} AND received <= {to:Int64} AND bitAnd(flags, ${flag.sample}) = 0${
         all ? '' : ' AND key = {key:String}'
       }`,
      { product, from, to, ...(all ? {} : { key }) },
    );
    return row?.at ?? undefined;
  },

  measure: async ({ kind, target, percentile: share }, range) => {
    const { where, values } = condition(range);
    const all = target === '*';
    const rows = `FROM reports WHERE kind = '${reportKind[kind]}' AND ${where} AND NOT ifNull(sample, false)${
      all ? '' : ' AND name = {target:String}'
    }`;
    const parameters = all ? values : { ...values, target };
    const ranked = (more: string) =>
      `SELECT ${percentile(share)} AS value, max(r.total) AS samples
       FROM (SELECT value, sum(weight) OVER (ORDER BY value) AS upto, sum(weight) OVER () AS total
             ${rows} AND value IS NOT NULL ${more}) AS r`;
    const statement = {
      'error-rate': `SELECT sum(weight) / ${(range.to - range.from) / 60_000} AS value, sum(weight) AS samples ${rows}`,
      'failed-share': `SELECT sumIf(weight, status >= 500) / nullIf(sum(weight), 0) AS value, sum(weight) AS samples
         ${rows} AND status != ${ABORTED}`,
      vital: ranked(''),
      'call-latency': ranked('AND status < 600'),
    }[kind];
    const [row] = await client.query<{ value: number | null; samples: number }>(statement, parameters);
    return measured(kind, row?.value ?? null, row?.samples ?? 0);
  },
});
