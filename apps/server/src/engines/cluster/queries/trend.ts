/** The statement of a trend, in ClickHouse's SQL. */
import { type NamedColumns, peopleWith } from '../store/people.ts';
import type { Values } from '../../../events/store/query-client.ts';
import { ofKind } from '../../../features/usage/queries/kinds.ts';
import type { Axis, Period } from '../../../features/usage/queries/period.ts';
import type { UsageStatements } from '../../../features/usage/queries/statements.ts';
import { NAME } from '../../../features/usage/queries/trend.ts';
import { activePeople, pointsOfPeople, pointsOfRows } from './active.ts';
import { jsonFieldText } from './json.ts';
import { pointOf } from './point.ts';
import { nullOfWhole, pointSet, withWhole } from './point-set.ts';
import { whereHours, whereRows } from './where.ts';

type Trend = Parameters<UsageStatements['trend']>[0];

/** The figures: a relation with `point`, `name` and `states`, of which `merge` makes the value of several. */
interface Source {
  readonly sql: string;
  readonly values: Values;
  readonly merge: 'uniqExact' | 'sum';
}

const nameSql = (by: string | undefined): { readonly sql: string; readonly values: Values } => {
  if (by === undefined) return { sql: "toNullable('')", values: {} };
  if (!by.startsWith('data.')) return { sql: `CAST(nullIf(${by}, ''), 'Nullable(String)')`, values: {} };
  const field = by.slice('data.'.length);
  return { sql: `substringUTF8(${jsonFieldText('data', field)}, 1, ${NAME})`, values: { field } };
};

/** Reads sums of hours where they have the requested dimension, else the events. */
const sourceOf = (params: Trend, period: Period, axis: Axis): Source => {
  const { measure, by, kind, key } = params;
  const name = nameSql(by);
  const sums = (at: string, amount: string, rows: string, values: Values): Source => ({
    sql: `SELECT ${at} AS point, ${name.sql} AS name, sumState(toFloat64(${amount})) AS states
      FROM ${rows} GROUP BY point, name`,
    values,
    merge: 'sum',
  });
  if (measure === 'people') {
    const { sql, values } = peopleOfTrend(params, period, axis, [{ sql: name.sql, as: 'name' }]);
    return {
      sql: `SELECT point, name, uniqExactState(person) AS states FROM ${sql} GROUP BY point, name`,
      values: { ...values, ...name.values },
      merge: 'uniqExact',
    };
  }
  if (by === undefined || by === 'platform' || by === 'key') {
    const where = whereHours(params, period).and(ofKind(kind));
    if (key !== undefined) where.and('key = {key:String}', { key });
    return sums(pointOf(axis, 'hour'), measure, `hourly WHERE ${where.sql}`, where.values);
  }
  const where = whereEvents(params, period);
  const values = { ...where.values, ...name.values };
  return sums(
    pointOf(axis, 'hour'),
    measure === 'events' ? '1' : 'ifNull(duration, 0)',
    `events WHERE ${where.sql}`,
    values,
  );
};

/** Whether every event counts that is activity. */
const isOfAll = ({ kind, key }: Trend): boolean => kind === undefined && key === undefined;

/** The events of a trend. */
const whereEvents = (params: Trend, period: Period) => {
  const where = whereRows(params, period).and(ofKind(params.kind));
  return params.key === undefined ? where : where.and('key = {key:String}', { key: params.key });
};

/** A relation of points, names and persons. */
const peopleOfTrend = (params: Trend, period: Period, axis: Axis, names: NamedColumns) => {
  if (isOfAll(params) && params.by === 'platform') return activePeople(params, period, axis, names);
  const { sql, values } = whereEvents(params, period);
  return {
    sql: peopleWith([{ sql: pointOf(axis, 'hour'), as: 'point' }, ...names], sql),
    values,
  };
};

/** The trend of all people: the points of each, and how often each point comes. */
const allPeople = (params: Trend, period: Period, axis: Axis): ReturnType<UsageStatements['trend']> => {
  const { sql, values } = pointsOfTrend(params, period, axis);
  return {
    sql: `SELECT ${nullOfWhole('at')} AS point, 1 AS rank, '' AS name, count() AS value
      FROM (${sql}) ARRAY JOIN ${withWhole('points')} AS at GROUP BY at`,
    values,
  };
};

const pointsOfTrend = (params: Trend, period: Period, axis: Axis) => {
  const { last } = axis;
  if (isOfAll(params)) return pointsOfPeople(params, period, axis, { last, firsts: false });
  const { sql, values } = peopleOfTrend(params, period, axis, []);
  return { sql: pointsOfRows(sql, pointSet(axis.first, last)), values };
};

/** The total of a series is one more point of it, so that the source is read once. */
export const trend: UsageStatements['trend'] = (params, period, axis) => {
  if (params.measure === 'people' && params.by === undefined) return allPeople(params, period, axis);
  const { sql, values, merge } = sourceOf(params, period, axis);
  return {
    sql: `
      SELECT at AS point, if(place <= {top:UInt32}, place, NULL) AS rank, if(place <= {top:UInt32}, named, NULL) AS name,
             ${merge}Merge(state) AS value
      FROM (
        SELECT name AS named, row_number() OVER (ORDER BY finalizeAggregation(whole) DESC, name ASC NULLS LAST) AS place,
               arrayConcat([NULL], points) AS points_and_all, arrayConcat([whole], parts) AS parts_and_all
        FROM (
          SELECT name, ${merge}MergeState(states) AS whole, groupArray(point) AS points, groupArray(states) AS parts
          FROM (${sql}) GROUP BY name
        )
      )
      ARRAY JOIN points_and_all AS at, parts_and_all AS state
      GROUP BY point, rank, name`,
    values: { ...values, top: params.by === undefined ? 1 : params.top },
  };
};
