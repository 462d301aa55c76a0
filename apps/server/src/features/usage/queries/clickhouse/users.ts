/** The statements about people, in ClickHouse's SQL. */
import { peopleOf } from '../../../../events/store/clickhouse/people.ts';
import type { Values } from '../../../../events/store/protocol.ts';
import { HOUR } from '../../../../events/store/tables.ts';
import type { Axis, Period } from '../period.ts';
import type { UsageStatements, Who } from '../statements.ts';
import { pointOf } from './point.ts';
import { whereWho } from './where.ts';

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
  const { sql, values } = whereWho(who, { platform: false });
  const from = period.from / HOUR;
  const seen = `hour >= ${from}${who.platform === undefined ? '' : ' AND platform = {platform:String}'}`;
  // Who is seen before `until` was there for the first time before it, too.
  const rows = `(SELECT hour, platform, person, first_at FROM active_persons WHERE ${sql} AND hour < ${until / HOUR})`;
  return {
    sql: `
      SELECT points, ${pointOf(axis, 'first_hour')} AS start,
             first_hour >= ${from} AND first_hour < ${period.to / HOUR} AND has(points, start) AS fresh
      FROM (
        SELECT intDiv(min(first_at), ${HOUR}) AS first_hour, groupUniqArrayIf(${pointOf(axis, 'hour')}, ${seen}) AS points
        FROM ${peopleOf(rows, 'first_at')} WHERE person IS NOT NULL GROUP BY person
      )
      WHERE notEmpty(points)`,
    values: { ...values, ...(who.platform === undefined ? {} : { platform: who.platform }) },
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
