/** Trend: how often, by how many people or for how long, over time. */
import { usageDays } from '@rollcall/contract/console';
import type { QueryOptions } from '../../../events/store/query-client.ts';
import { peopleOf } from '../../../events/store/joins.ts';
import type { ResultRow, Values } from '../../../events/store/protocol.ts';
import { HOUR } from '../../../events/store/tables.ts';
import type { Answer, QueryParams } from './params.ts';
import { ofKind } from './kinds.ts';
import { axisOf, periodOf } from './period.ts';
import { type QueryContext, counted, whereHours, whereRows } from './scope.ts';

/** Characters of a value that names a series. */
const NAME = 128;

interface TrendRow extends ResultRow {
  readonly point: number | null;
  readonly rank: number | null;
  readonly name: string | null;
  readonly value: number;
}

/** The source of the figures: a relation with `point`, `name` and the columns that `value` aggregates. */
interface Source {
  readonly sql: string;
  readonly values: Values;
  readonly value: string;
}

type Trend = QueryParams<'getUsageTrend'>;

const nameSql = (by: string | undefined): { readonly sql: string; readonly values: Values } => {
  if (by === undefined) return { sql: "''", values: {} };
  if (!by.startsWith('data.')) return { sql: `nullif(${by}, '')`, values: {} };
  // A JSON pointer, in which ~ and / are escaped.
  const field = by.slice('data.'.length).replaceAll('~', '~0').replaceAll('/', '~1');
  return {
    sql: `left(json_extract_string(case when json_valid(data) then data end, $field), ${NAME})`,
    values: { field: `/${field}` },
  };
};

/** Reads rollups where they have the requested dimension, else the events. */
const sourceOf = (
  params: Trend,
  period: { from: number; to: number },
  point: (hour: string) => string,
): Source => {
  const { measure, by, kind, key } = params;
  const name = nameSql(by);
  if (
    measure === 'people' &&
    kind === undefined &&
    key === undefined &&
    (by === undefined || by === 'platform')
  ) {
    const where = whereHours(params, period);
    return {
      sql: `select distinct ${point('hour')} as point, ${name.sql} as name, person
            from ${peopleOf(`(select * from active_persons where ${where.sql})`, 'first_at')} where person is not null`,
      values: where.values,
      value: 'count(distinct person)',
    };
  }
  if (measure !== 'people' && (by === undefined || by === 'platform' || by === 'key')) {
    const where = whereHours(params, period).and(ofKind(kind));
    if (key !== undefined) where.and('key = $key', { key });
    return {
      sql: `select ${point('hour')} as point, ${name.sql} as name, sum(${measure})::double as amount
            from hourly where ${where.sql} group by all`,
      values: where.values,
      value: 'sum(amount)',
    };
  }
  const where = whereRows(params, period).and(ofKind(kind));
  if (key !== undefined) where.and('key = $key', { key });
  const at = point(`(time // ${HOUR})`);
  const values = { ...where.values, ...name.values };
  return measure === 'people'
    ? {
        sql: `select distinct ${at} as point, ${name.sql} as name, person
              from ${peopleOf(`(select * from events where ${where.sql})`)} where person is not null`,
        values,
        value: 'count(distinct person)',
      }
    : {
        sql: `select ${at} as point, ${name.sql} as name,
                     ${measure === 'events' ? 'count(*)' : 'coalesce(sum(duration), 0)::double'} as amount
              from events where ${where.sql} group by all`,
        values,
        value: 'sum(amount)',
      };
};

/** @throws Refusal InvalidRequest by field */
export const trend = async (
  context: QueryContext,
  params: Trend,
  options: QueryOptions = {},
): Promise<Answer<'getUsageTrend'>> => {
  const period = periodOf(params, context.now(), usageDays[params.step]);
  const axis = axisOf(period, params.step);
  const source = sourceOf(params, period, axis.point);
  const [notes, rows] = await Promise.all([
    counted(context, params, period, options),
    context.client.query<TrendRow>(
      `with figures as materialized (${source.sql}),
       ranked as (
         select name, ${source.value} as total, row_number() over (order by ${source.value} desc, name nulls last) as rank
         from figures group by name order by rank limit $top
       )
       select point, rank, ranked.name, ${source.value} as value
       from figures left join ranked on figures.name is not distinct from ranked.name
       group by grouping sets ((point, rank, ranked.name), (rank, ranked.name))`,
      { ...source.values, top: params.by === undefined ? 1 : params.top },
      options,
    ),
  ]);
  const length = axis.names.length;
  const line = () => ({ total: 0, values: Array.from({ length }, () => 0) });
  const series = new Map<number, { name: string | null; total: number; values: number[] }>();
  let others: { total: number; values: number[] } | null = null;
  for (const { point, rank, name, value } of rows) {
    let into: { total: number; values: number[] };
    if (rank === null) into = others ??= line();
    else {
      const known = series.get(rank) ?? { name, ...line() };
      series.set(rank, known);
      into = known;
    }
    if (point === null) into.total = value;
    else into.values[point - axis.first] = value;
  }
  const ordered = [...series].sort(([one], [other]) => one - other).map(([, each]) => each);
  if (params.by === undefined && ordered.length === 0) ordered.push({ name: '', ...line() });
  return { ...notes, points: [...axis.names], series: ordered, others };
};
