/** The statements about people, in ClickHouse's SQL. */
import type { Values } from '../../../events/store/query-client.ts';
import { HOUR } from '../../../events/store/counting.ts';
import type { Axis, Period } from '../../../features/usage/queries/period.ts';
import type { Span, UsageStatements, Who } from '../../../features/usage/queries/statements.ts';
import { pointsOfPeople } from './active.ts';
import { pointOf } from './point.ts';
import { nullOfWhole, withWhole } from './point-set.ts';

/**
 * A relation of the persons who were seen in a span that begins with the period: the points at which they were; `start`, the
 * point of their first time ever, and `fresh`, whether that was within the period, and at a point where they were seen. A platform narrows what
 * is seen, not what was first.
 */
const seenPeople = (
  who: Who,
  { from, to }: Period,
  axis: Axis,
  { span, last }: { readonly span: Span; readonly last: number },
): { readonly sql: string; readonly values: Values } => {
  const { sql, values } = pointsOfPeople(who, span, axis, { last, firsts: true });
  return {
    sql: `
      SELECT points, first >= ${from} AND first < ${to} AS within,
             if(within, ${pointOf(axis, `intDiv(first, ${HOUR})`)}, ${axis.first}) AS start, within AND has(points, start) AS fresh
      FROM (${sql})`,
    values,
  };
};

export const users: UsageStatements['users'] = (params, period, axis) => {
  const { sql, values } = seenPeople(params, period, axis, { span: period, last: axis.last });
  return {
    sql: `SELECT ${nullOfWhole('at')} AS point, count() AS people, countIf(fresh AND (at = start OR point IS NULL)) AS newcomers
      FROM (${sql}) ARRAY JOIN ${withWhole('points')} AS at GROUP BY at`,
    values,
  };
};

export const retention: UsageStatements['retention'] = (params, period, axis, until) => {
  // Of the last point's people those are seen who come until as many points later.
  const { sql, values } = seenPeople(params, period, axis, {
    span: { from: period.from, to: until },
    last: axis.last + params.length + 1,
  });
  return {
    sql: `SELECT start AS point, seen - start AS after, count() AS people
      FROM (SELECT points, start FROM (${sql}) WHERE fresh) ARRAY JOIN points AS seen
      WHERE seen BETWEEN start AND start + ${params.length} GROUP BY point, after`,
    values,
  };
};
