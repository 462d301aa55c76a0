/** The statements of the last half hour, in DuckDB's SQL. */
import { peopleOf } from '../../../../events/store/joins.ts';
import { MINUTE } from '../live.ts';
import type { Span, UsageStatements, Who } from '../statements.ts';
import { whereRows } from './where.ts';

const activity = (who: Who, span: Span) => {
  const { sql, values } = whereRows(who, span).and('kind <= 2');
  return { rows: peopleOf(`(select time, kind, key, person from events where ${sql})`), values };
};

export const liveMinutes: UsageStatements['liveMinutes'] = (who, span) => {
  const { rows, values } = activity(who, span);
  return {
    sql: `select (time - ${span.from}) // ${MINUTE} as minute, count(*) as events, count(distinct person) as people
      from ${rows} group by minute`,
    values,
  };
};

export const liveKeys: UsageStatements['liveKeys'] = (who, span, limit) => {
  const { rows, values } = activity(who, span);
  return {
    sql: `select kind, key, count(*) as events, count(distinct person) as people
      from ${rows} group by kind, key order by events desc, kind, key limit ${limit}`,
    values,
  };
};

export const liveActive: UsageStatements['liveActive'] = (who, span) => {
  const { rows, values } = activity(who, span);
  return { sql: `select count(distinct person) as people from ${rows}`, values };
};
