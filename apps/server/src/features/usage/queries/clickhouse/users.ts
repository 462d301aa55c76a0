/** The statements about people, in ClickHouse's SQL. */
import type { Values } from '../../../../events/store/protocol.ts';
import { HOUR } from '../../../../events/store/tables.ts';
import type { Axis, Period } from '../period.ts';
import type { UsageStatements, Who } from '../statements.ts';
import { activePeopleAndFirsts, NOWHERE } from './active.ts';
import { pointOf } from './point.ts';
import { nullOfWhole, type PointSet, pointSet } from './point-set.ts';

/**
 * A relation of the persons who were seen from the period's beginning to `until`: the set of the points at which they were; `start`, the
 * point of their first time ever, and `fresh`, whether that was within the period, and at a point where they were seen. A platform narrows what
 * is seen, not what was first.
 */
const seenPeople = (
  who: Who,
  period: Period,
  axis: Axis,
  { until, points }: { readonly until: number; readonly points: PointSet },
): { readonly sql: string; readonly values: Values } => {
  const { sql, values } = activePeopleAndFirsts(who, { from: period.from, to: until }, axis);
  return {
    sql: `
      SELECT ${points.names}, first_hour >= ${period.from / HOUR} AND first_hour < ${period.to / HOUR} AS within,
             if(within, ${pointOf(axis, 'first_hour')}, ${axis.first}) AS start, within AND ${points.has('start')} AS fresh
      FROM (
        SELECT intDiv(min(first), ${HOUR}) AS first_hour, ${points.union('point', `point != ${NOWHERE}`)}
        FROM ${sql} GROUP BY person
      )
      WHERE ${points.some}`,
    values,
  };
};

export const users: UsageStatements['users'] = (params, period, axis) => {
  const points = pointSet(axis.first, axis.last);
  const { sql, values } = seenPeople(params, period, axis, { until: period.to, points });
  return {
    sql: `SELECT ${nullOfWhole('at')} AS point, count() AS people, countIf(fresh AND (at = start OR point IS NULL)) AS newcomers
      FROM (${sql}) ARRAY JOIN ${points.listAndWhole} AS at GROUP BY at`,
    values,
  };
};

export const retention: UsageStatements['retention'] = (params, period, axis, until) => {
  // Of the last point's people those are seen who come until as many points later.
  const points = pointSet(axis.first, axis.last + params.length + 1);
  const { sql, values } = seenPeople(params, period, axis, { until, points });
  return {
    sql: `SELECT start AS point, seen - start AS after, count() AS people
      FROM (${sql}) ARRAY JOIN ${points.list} AS seen
      WHERE fresh AND seen BETWEEN start AND start + ${params.length} GROUP BY point, after`,
    values,
  };
};
