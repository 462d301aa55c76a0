/** The statements of values to query by, in DuckDB's SQL. */
import { flag } from '../../../events/store/columns.ts';
import { COMMON, LOOKED_AT, NAME, PERSONAL } from '../../../features/usage/queries/keys.ts';
import { kindNumber, ofKind } from '../../../features/usage/queries/kinds.ts';
import type { UsageStatements } from '../../../features/usage/queries/statements.ts';
import { whereHours, whereRows } from './where.ts';

export const counted: UsageStatements['counted'] = (who, hours) => {
  const none = who.sample === 'without';
  const where = whereHours({ ...who, sample: none ? 'without' : 'only' }, hours);
  return {
    sql: `select (select value from meta where name = 'rows_from') as rows_from,
             ${none ? 'false' : `exists (select 1 from hourly where ${where.sql})`} as sample`,
    values: none ? {} : where.values,
  };
};

export const scope: UsageStatements['scope'] = () => ({
  sql: `select coalesce(sum(events), 0) as events, min(hour) as first, max(hour) as last,
           coalesce(bool_or((flags & ${flag.sample}) <> 0), false) as sample
    from hourly where events > 0`,
  values: {},
});

export const platforms: UsageStatements['platforms'] = limit => ({
  sql: `select platform from hourly where platform <> '' group by platform having sum(events) > 0
    order by sum(events) desc, platform limit ${limit}`,
  values: {},
});

export const products: UsageStatements['products'] = (search, after, limit) => ({
  sql: `select product from hourly where starts_with(product, $search) and product > $after
    group by product having sum(events) > 0 order by product limit $limit`,
  values: { search, after, limit },
});

export const keys: UsageStatements['keys'] = (params, period) => {
  const where = whereHours(params, period).and(ofKind(params.kind));
  if (params.search !== undefined) {
    where.and('contains(lower(key), lower($search))', { search: params.search });
    if (params.masked) where.and('not regexp_matches(key, $personal)', { personal: PERSONAL });
  }
  return {
    sql: `select kind, key, sum(events) as events, sum(timed) as timed, max(hour) as last from hourly
      where ${where.sql} group by kind, key having sum(events) > 0 order by events desc, kind, key limit $top`,
    values: { ...where.values, top: params.top },
  };
};

export const properties: UsageStatements['properties'] = (params, period) => {
  const { sql, values } = whereRows(params, period).and(`kind = ${kindNumber(params.kind)} and key = $key`, {
    key: params.key,
  });
  return {
    sql: `with looked as materialized (
        select case when json_valid(data) then data end as data from events where ${sql} order by time desc limit ${LOOKED_AT}
      ), fields as (
        select field.key as name, left(field.value ->> '$', ${NAME}) as value
        from looked, json_each(data) as field where data is not null
      ), counts as (
        select name, value, count(*) as events from fields group by name, value
      )
      select null as name, count(*) as events, 0 as values, []::varchar[] as common from looked
      union all
      select name, sum(events) as events, count(value) as values,
             coalesce(list(value order by events desc, value) filter (value is not null), [])[1:${COMMON}] as common
      from counts group by name order by events desc, name`,
    values,
  };
};
