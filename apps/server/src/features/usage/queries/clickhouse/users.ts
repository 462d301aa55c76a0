/** The statements about people, in ClickHouse's SQL. */
import type { Values } from '../../../../events/store/protocol.ts';
import { HOUR } from '../../../../events/store/tables.ts';
import type { Axis, Period } from '../period.ts';
import type { UsageStatements, Who } from '../statements.ts';
import { activePeople, firstTimes } from './active.ts';
import { pointOf } from './point.ts';

/** Above any time, for a relation that knows none. */
const LATER = Number.MAX_SAFE_INTEGER;

/**
 * A relation of the persons who were seen from the period's beginning to `until`: `points`, at which they were; `start`, the point of their
 * first time ever; `fresh`, whether that was within the period, and at a point where they were seen. A platform narrows what is seen, not
 * what was first.
 */
const seenPeople = (
  who: Who,
  period: Period,
  axis: Axis,
  until: number,
): { readonly sql: string; readonly values: Values } => {
  const seen = activePeople(who, { from: period.from, to: until });
  const first = firstTimes(who);
  return {
    sql: `
      SELECT points, ${pointOf(axis, 'first_hour')} AS start,
             first_hour >= ${period.from / HOUR} AND first_hour < ${period.to / HOUR} AND has(points, start) AS fresh
      FROM (
        SELECT intDiv(min(first), ${HOUR}) AS first_hour, groupArrayArray(seen) AS points
        FROM (
          SELECT person, time AS first, emptyArrayInt64() AS seen FROM ${first.sql}
          UNION ALL
          SELECT person, ${LATER} AS first, groupUniqArray(toInt64(${pointOf(axis, 'hour')})) AS seen FROM ${seen.sql} GROUP BY person
        )
        WHERE person IS NOT NULL GROUP BY person
      )
      WHERE notEmpty(points)`,
    values: { ...first.values, ...seen.values },
  };
};

export const users: UsageStatements['users'] = (params, period, axis) => {
  const { sql, values } = seenPeople(params, period, axis, period.to);
  return {
    // A null among the points counts each person once.
    sql: `SELECT point, count() AS people, countIf(fresh AND ifNull(point = start, true)) AS newcomers
      FROM (${sql}) ARRAY JOIN arrayConcat([NULL], points) AS point GROUP BY point`,
    values,
  };
};

export const retention: UsageStatements['retention'] = (params, period, axis, until) => {
  const { sql, values } = seenPeople(params, period, axis, until);
  return {
    sql: `SELECT start AS point, seen - start AS after, count() AS people
      FROM (${sql}) ARRAY JOIN points AS seen
      WHERE fresh AND seen BETWEEN start AND start + ${params.length} GROUP BY point, after`,
    values,
  };
};
