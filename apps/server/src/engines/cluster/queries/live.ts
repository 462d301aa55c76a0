/** The statements of the last half hour, in ClickHouse's SQL. */
import { fewRowsOfPeople } from '../store/people.ts';
import { PERSONAL } from '../../../features/usage/queries/keys.ts';
import { MINUTE } from '../../../features/usage/queries/live.ts';
import type { UsageStatements } from '../../../features/usage/queries/statements.ts';
import { whereRows } from './where.ts';

export const live: UsageStatements['live'] = (who, span, { active, keys }) => {
  const { sql, values } = whereRows(who, span).and('kind <= 2');
  const acts = fewRowsOfPeople(`time, intDiv(time - ${span.from}, ${MINUTE}) AS at, kind, key`, sql);
  return {
    sql: `SELECT if(of = 'minute', at, NULL) AS minute, if(of = 'key', kind, NULL) AS kind, if(of = 'key', key, NULL) AS key, events,
        if(of = 'all', lately, people) AS people
      FROM (
        SELECT multiIf(grouping(at) = 0, 'minute', grouping(kind) = 0, 'key', 'all') AS of, at, kind, key, count() AS events,
               uniqExact(person) AS people, uniqExactIf(person, at >= ${active}) AS lately
        FROM ${acts} GROUP BY GROUPING SETS ((at), (kind, key), ())
      )
      QUALIFY of != 'key' OR row_number() OVER (PARTITION BY of ORDER BY events DESC, kind, key) <= ${keys}
      ORDER BY events DESC, kind, key`,
    values,
  };
};

export const latest: UsageStatements['latest'] = (who, span, { since, kind, search, masked, limit }) => {
  const where = whereRows(who, span).and(`received >= ${since}`);
  if (kind !== undefined) where.and(`kind = ${kind}`);
  if (search !== undefined) {
    where.and('position(key, {search:String}) > 0', { search });
    if (masked) where.and('NOT match(key, {personal:String})', { personal: PERSONAL });
  }
  return {
    sql: `SELECT toString(events.id) AS id, received, time, product, kind, key, data, platform, browser, system, user_id, flags
      FROM events WHERE ${where.sql} ORDER BY received DESC, events.id DESC LIMIT ${limit}`,
    values: where.values,
  };
};
