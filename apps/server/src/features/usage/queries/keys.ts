/** Values to query by: platforms, products, keys, and the fields of a key. */
import { usageDays } from '@rollcall/contract/console';
import type { QueryOptions } from '../../../events/store/query-client.ts';
import { flag, HOUR } from '../../../events/store/tables.ts';
import type { Answer, QueryParams } from './params.ts';
import { kindName, kindNumber, ofKind } from './kinds.ts';
import { periodOf } from './period.ts';
import { type QueryContext, counted, countedRollups, whereHours, whereRows } from './scope.ts';

/** Platforms of the scope: those with the most events. */
const PLATFORMS = 100;

export const scope = async (
  { client }: QueryContext,
  options: QueryOptions = {},
): Promise<Answer<'getUsageScope'>> => {
  const [totals, platforms] = await Promise.all([
    client.query<{ events: number; first: number | null; last: number | null; sample: boolean }>(
      `select coalesce(sum(events), 0) as events, min(hour) as first, max(hour) as last,
              coalesce(bool_or((flags & ${flag.sample}) <> 0), false) as sample
       from hourly where events > 0`,
      {},
      options,
    ),
    client.query<{ platform: string }>(
      `select platform from hourly where platform <> '' group by platform having sum(events) > 0
       order by sum(events) desc, platform limit ${PLATFORMS}`,
      {},
      options,
    ),
  ]);
  const { events = 0, first = null, last = null, sample = false } = totals[0] ?? {};
  return {
    platforms: platforms.map(({ platform }) => platform).sort(),
    events,
    first: first === null ? null : first * HOUR,
    last: last === null ? null : last * HOUR,
    sample,
  };
};

/** Products with events whose names begin with `search` and come after `after`, by name. */
export const listProducts = async (
  { client }: QueryContext,
  { search, after, limit }: { readonly search: string; readonly after: string; readonly limit: number },
  options: QueryOptions = {},
): Promise<string[]> => {
  const rows = await client.query<{ product: string }>(
    `select product from hourly where starts_with(product, $search) and product > $after
     group by product having sum(events) > 0 order by product limit $limit`,
    { search, after, limit },
    options,
  );
  return rows.map(({ product }) => product);
};

/** Keys that may contain a phone number or an e-mail address. */
const PERSONAL = '1[3-9][0-9][ -]?[0-9]{4}[ -]?[0-9]{4}|@|%40';

/**
 * @param params `masked`: a search leaves out keys that contain a number or an address, which it would reveal part by part
 * @throws Refusal InvalidRequest by field
 */
export const keys = async (
  context: QueryContext,
  params: QueryParams<'listUsageKeys'> & { readonly masked?: boolean },
  options: QueryOptions = {},
): Promise<Answer<'listUsageKeys'>> => {
  const period = periodOf(params, context.now(), usageDays.day);
  const where = whereHours(params, period).and(ofKind(params.kind));
  if (params.search !== undefined) {
    where.and('contains(lower(key), lower($search))', { search: params.search });
    if (params.masked) where.and('not regexp_matches(key, $personal)', { personal: PERSONAL });
  }
  const [notes, rows] = await Promise.all([
    countedRollups(context, params, period, options),
    context.client.query<{ kind: number; key: string; events: number; timed: number; last: number }>(
      `select kind, key, sum(events) as events, sum(timed) as timed, max(hour) as last from hourly
       where ${where.sql} group by kind, key having sum(events) > 0 order by events desc, kind, key limit $top`,
      { ...where.values, top: params.top },
      options,
    ),
  ]);
  return {
    ...notes,
    keys: rows.map(({ kind, last, ...row }) => ({ kind: kindName(kind), ...row, last: last * HOUR })),
  };
};

/** Number of events that are sampled for their fields. */
const LOOKED_AT = 5000;
const COMMON = 5;

/** @throws Refusal InvalidRequest by field */
export const properties = async (
  context: QueryContext,
  params: QueryParams<'listUsageProperties'>,
  options: QueryOptions = {},
): Promise<Answer<'listUsageProperties'>> => {
  const period = periodOf(params, context.now(), usageDays.rows);
  const where = whereRows(params, period).and(`kind = ${kindNumber(params.kind)} and key = $key`, {
    key: params.key,
  });
  const [notes, rows] = await Promise.all([
    counted(context, params, period, options),
    context.client.query<{ name: string | null; events: number; values: number; common: string[] }>(
      `with looked as materialized (
         select case when json_valid(data) then data end as data from events where ${where.sql} order by time desc limit ${LOOKED_AT}
       ), fields as (
         select field.key as name, left(field.value ->> '$', 128) as value
         from looked, json_each(data) as field where data is not null
       ), counts as (
         select name, value, count(*) as events from fields group by name, value
       )
       select null as name, count(*) as events, 0 as values, []::varchar[] as common from looked
       union all
       select name, sum(events) as events, count(value) as values,
              list(value order by events desc, value)[1:${COMMON}] as common
       from counts group by name order by events desc, name`,
      where.values,
      options,
    ),
  ]);
  return {
    ...notes,
    events: rows.find(row => row.name === null)?.events ?? 0,
    properties: rows.flatMap(({ name, common, ...row }) =>
      name === null ? [] : [{ name, ...row, common: common.filter(value => value !== null) }],
    ),
  };
};
