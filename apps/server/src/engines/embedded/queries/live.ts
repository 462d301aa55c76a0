/** The statements of the last half hour, in DuckDB's SQL. */
import { fewPeopleOf } from '../store/joins.ts';
import { PERSONAL } from '../../../features/usage/queries/keys.ts';
import { MINUTE } from '../../../features/usage/queries/live.ts';
import type { UsageStatements } from '../../../features/usage/queries/statements.ts';
import { whereRows } from './where.ts';

export const live: UsageStatements['live'] = (who, span, { active, keys }) => {
  const { sql, values } = whereRows(who, span).and('kind <= 2');
  return {
    // People are made distinct by a group of their own: that takes half as long as `count(distinct)`.
    sql: `with happened as materialized (
        select (time - ${span.from}) // ${MINUTE} as minute, kind, key, time, person, identified from events where ${sql}
      ), acts as materialized (
        select minute, kind, key, person from ${fewPeopleOf('happened')}
      ), by_key as (
        select kind, key, sum(events) as events, count(person) as people
        from (select kind, key, person, count(*) as events from acts group by all) group by kind, key
        order by events desc, kind, key limit ${keys}
      )
      select * from (
        select minute, null as kind, null as key, sum(events) as events, count(person) as people
        from (select minute, person, count(*) as events from acts group by all) group by minute
        union all select null, * from by_key
        union all select null, null, null, count(*), count(distinct person) from acts where minute >= ${active}
      )
      order by events desc, kind, key`,
    values,
  };
};

export const latest: UsageStatements['latest'] = (who, span, { since, kind, search, masked, limit }) => {
  const where = whereRows(who, span).and(`received >= ${since}`);
  if (kind !== undefined) where.and(`kind = ${kind}`);
  if (search !== undefined) {
    where.and('contains(key, $search)', { search });
    if (masked) where.and('not regexp_matches(key, $personal)', { personal: PERSONAL });
  }
  return {
    sql: `select id::varchar as id, received, time, product, kind, key, data, platform, browser, system, user_id, flags
      from events where ${where.sql} order by received desc, events.id desc limit ${limit}`,
    values: where.values,
  };
};
