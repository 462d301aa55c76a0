/** The statements of the last half hour, in ClickHouse's SQL. */
import { fewRowsOfPeople } from '../../../../events/store/clickhouse/people.ts';
import { MINUTE } from '../live.ts';
import type { Span, UsageStatements, Who } from '../statements.ts';
import { whereRows } from './where.ts';

const activity = (who: Who, span: Span) => {
  const { sql, values } = whereRows(who, span).and('kind <= 2');
  return { rows: fewRowsOfPeople('time, kind, key', sql), values };
};

export const liveMinutes: UsageStatements['liveMinutes'] = (who, span) => {
  const { rows, values } = activity(who, span);
  return {
    sql: `SELECT intDiv(time - ${span.from}, ${MINUTE}) AS minute, count() AS events, uniqExact(person) AS people
      FROM ${rows} GROUP BY minute`,
    values,
  };
};

export const liveKeys: UsageStatements['liveKeys'] = (who, span, limit) => {
  const { rows, values } = activity(who, span);
  return {
    sql: `SELECT kind, key, count() AS events, uniqExact(person) AS people
      FROM ${rows} GROUP BY kind, key ORDER BY events DESC, kind, key LIMIT ${limit}`,
    values,
  };
};

export const liveActive: UsageStatements['liveActive'] = (who, span) => {
  const { rows, values } = activity(who, span);
  return { sql: `SELECT uniqExact(person) AS people FROM ${rows}`, values };
};
