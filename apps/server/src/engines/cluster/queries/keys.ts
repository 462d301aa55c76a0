/** The statements of values to query by, in ClickHouse's SQL. */
import { archivedTo } from '../store/tables.ts';
import { flag } from '../../../events/store/columns.ts';
import { COMMON, LOOKED_AT, NAME, PERSONAL } from '../../../features/usage/queries/keys.ts';
import { kindNumber, ofKind } from '../../../features/usage/queries/kinds.ts';
import type { UsageStatements } from '../../../features/usage/queries/statements.ts';
import { jsonText } from './json.ts';
import { whereHours, whereRows } from './where.ts';

/** The flags of all hours are read, since `hourly` would put each hour together from its parts. */
export const counted: UsageStatements['counted'] = (who, hours) => {
  const none = who.sample === 'without';
  const where = whereHours({ ...who, sample: 'with' }, hours);
  const flagsOf = (table: string, which: string) =>
    `SELECT flags FROM ${table} WHERE ${where.sql} AND hour ${which} ${archivedTo} GROUP BY flags`;
  const sample = `(
    SELECT toBool(countIf(bitAnd(flags, ${flag.sample}) != 0) > 0)
    FROM (${flagsOf('events', '>=')} UNION ALL ${flagsOf('hourly_archive', '<')}))`;
  return {
    sql: `SELECT (SELECT max(value) FROM meta WHERE name = 'rows_from') AS rows_from, ${none ? 'false' : sample} AS sample`,
    values: none ? {} : where.values,
  };
};

export const scope: UsageStatements['scope'] = () => ({
  sql: `SELECT sum(h.events) AS events, minOrNull(h.hour) AS first, maxOrNull(h.hour) AS last,
           toBool(countIf(bitAnd(h.flags, ${flag.sample}) != 0) > 0) AS sample
    FROM hourly AS h`,
  values: {},
});

export const platforms: UsageStatements['platforms'] = limit => ({
  sql: `SELECT platform FROM hourly WHERE platform != '' GROUP BY platform
    ORDER BY sum(events) DESC, platform LIMIT ${limit}`,
  values: {},
});

export const products: UsageStatements['products'] = (search, after, limit) => ({
  sql: `SELECT product FROM hourly WHERE startsWith(product, {search:String}) AND product > {after:String}
    GROUP BY product ORDER BY product LIMIT {limit:UInt32}`,
  values: { search, after, limit },
});

export const keys: UsageStatements['keys'] = (params, period) => {
  const where = whereHours(params, period).and(ofKind(params.kind));
  if (params.search !== undefined) {
    where.and('position(lowerUTF8(key), lowerUTF8({search:String})) > 0', { search: params.search });
    if (params.masked) where.and('NOT match(key, {personal:String})', { personal: PERSONAL });
  }
  return {
    sql: `SELECT kind, key, sum(h.events) AS events, sum(h.timed) AS timed, max(h.hour) AS last FROM hourly AS h
      WHERE ${where.sql} GROUP BY kind, key ORDER BY events DESC, kind, key LIMIT {top:UInt32}`,
    values: { ...where.values, top: params.top },
  };
};

export const properties: UsageStatements['properties'] = (params, period) => {
  const { sql, values } = whereRows(params, period).and(
    `kind = ${kindNumber(params.kind)} AND key = {key:String}`,
    { key: params.key },
  );
  return {
    // A field without name in every event counts the events.
    sql: `
      WITH fields AS (
        SELECT field.1 AS name, substringUTF8(${jsonText('field.2')}, 1, ${NAME}) AS value
        FROM (SELECT ifNull(data, '') AS looked FROM events WHERE ${sql} ORDER BY time DESC LIMIT ${LOOKED_AT})
        ARRAY JOIN arrayConcat([(NULL, 'null')], JSONExtractKeysAndValuesRaw(looked)) AS field
      ), counts AS (
        SELECT name, value, count() AS times FROM fields GROUP BY name, value
      )
      SELECT name, sum(times) AS events, count(value) AS values,
             arrayMap(each -> each.2, arraySlice(
               arraySort(groupArrayIf((-toInt64(times), assumeNotNull(value)), value IS NOT NULL)), 1, ${COMMON})) AS common
      FROM counts GROUP BY name ORDER BY events DESC, name`,
    values,
  };
};
