/** The statement of a trend, in DuckDB's SQL. */
import { peopleOf } from '../store/joins.ts';
import type { Values } from '../../../events/store/query-client.ts';
import { HOUR } from '../../../events/store/counting.ts';
import { ofKind } from '../../../features/usage/queries/kinds.ts';
import type { Axis, Period } from '../../../features/usage/queries/period.ts';
import type { Statement, TrendRow, UsageStatements } from '../../../features/usage/queries/statements.ts';
import { NAME } from '../../../features/usage/queries/trend.ts';
import type { Where } from '../../../features/usage/queries/where.ts';
import { PointSets, MOST_POINTS } from './point-sets.ts';
import { pointOf } from './point.ts';
import { whereHours, whereRows } from './where.ts';

type Trend = Parameters<UsageStatements['trend']>[0];

/** The source of the figures: a relation with `point`, `name` and the columns that `value` aggregates. */
interface Source {
  readonly sql: string;
  readonly values: Values;
  readonly value: string;
  /** As `value`, of a point and name: a person is one row of those. @default as `value` */
  readonly ofPoint?: string;
}

/** Of distinct persons of each point and name. */
const people = { value: 'count(distinct person)', ofPoint: 'count(*)' };

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

/** The events of a trend. */
const whereEvents = (params: Trend, period: Period): Where => {
  const where = whereRows(params, period).and(ofKind(params.kind));
  return params.key === undefined ? where : where.and('key = $key', { key: params.key });
};

/** Reads rollups where they have the requested dimension, else the events. */
const sourceOf = (params: Trend, period: Period, axis: Axis): Source => {
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
      sql: `select distinct ${pointOf(axis, 'hour')} as point, ${name.sql} as name, person
            from ${peopleOf(`(select * from active_persons where ${where.sql})`, 'first_at')} where person is not null`,
      values: where.values,
      ...people,
    };
  }
  if (measure !== 'people' && (by === undefined || by === 'platform' || by === 'key')) {
    const where = whereHours(params, period).and(ofKind(kind));
    if (key !== undefined) where.and('key = $key', { key });
    return {
      sql: `select ${pointOf(axis, 'hour')} as point, ${name.sql} as name, sum(${measure})::double as amount
            from hourly where ${where.sql} group by all`,
      values: where.values,
      value: 'sum(amount)',
    };
  }
  const where = whereEvents(params, period);
  const at = pointOf(axis, `(time // ${HOUR})`);
  const values = { ...where.values, ...name.values };
  return measure === 'people'
    ? {
        sql: `select distinct ${at} as point, ${name.sql} as name, person
              from ${peopleOf(`(select * from events where ${where.sql})`)} where person is not null`,
        values,
        ...people,
      }
    : {
        sql: `select ${at} as point, ${name.sql} as name,
                     ${measure === 'events' ? 'count(*)' : 'coalesce(sum(duration), 0)::double'} as amount
              from events where ${where.sql} group by all`,
        values,
        value: 'sum(amount)',
      };
};

/** The people of all events, or of some, without names. */
const peopleTrend = (params: Trend, period: Period, axis: Axis): Statement<TrendRow> => {
  const pointSets = new PointSets(axis);
  const { kind, key } = params;
  const ofAll = kind === undefined && key === undefined;
  const where = ofAll ? whereHours(params, period) : whereEvents(params, period);
  return {
    sql: `with people as materialized (
        select person, ${pointSets.merged} from (${ofAll ? pointSets.rowsOfHours(where) : pointSets.rowsOfEvents(where)})
        where person is not null group by person
      )
      select place + ${axis.first} as point, 1 as rank, '' as name, people as value from (${pointSets.counts('people')})
      union all
      select null, 1, '', count(*) from people`,
    values: where.values,
  };
};

export const trend: UsageStatements['trend'] = (params, period, axis) => {
  const { measure, by } = params;
  if (measure === 'people' && by === undefined && axis.names.length <= MOST_POINTS)
    return peopleTrend(params, period, axis);
  const source = sourceOf(params, period, axis);
  const { value, ofPoint = value } = source;
  const isRanked = 'figures.name is not distinct from ranked.name';
  return {
    sql: `with figures as materialized (${source.sql}),
      ranked as (
        select name, ${value} as total, row_number() over (order by ${value} desc, name nulls last) as rank
        from figures group by name order by rank limit $top
      )
      select point, rank, ranked.name, ${ofPoint} as value from figures join ranked on ${isRanked} group by all
      union all
      select null, rank, name, total from ranked
      union all
      select point, null, null, ${value} from figures left join ranked on ${isRanked} where rank is null
      group by grouping sets ((point), ()) having count(*) > 0`,
    values: { ...source.values, top: params.by === undefined ? 1 : params.top },
  };
};
